import type { BucketFound, FulfilmentLine, LotFound, PlaceFound, ScannedForShipment } from '@longshore/contract';
import { type Held, type LineFacts, type Meaning, noFacts, nothingHeld, type Situation } from './fulfil-scans.ts';

export const GTIN = '09521234543213';

const line = (id: number, sku: string, more: { left?: number; lot?: 0 | 1; serial?: 0 | 1; upc?: string } = {}) => {
  const { left = 12, lot = 0, serial = 0, upc = '' } = more;
  const inventory = { id: id * 10, sku, name: sku, upc, barcode_1: '', barcode_2: '', config: { lot, serial } };
  return { id, inventory_id: id * 10, quantity: left, fulfilled: 0, quarantined: 0, inventory } as FulfilmentLine;
};
const TEA = line(1, 'TEA');
const HAM = line(2, 'HAM', { lot: 1, upc: GTIN });
const DONE = { ...line(3, 'DONE'), fulfilled: 12 };
export const PHONE = line(4, 'PHONE', { serial: 1, left: 3 });
const lines = [TEA, HAM, DONE, PHONE];

export const place = (license: string, quantity: number, more: Partial<PlaceFound> = {}): PlaceFound => ({
  license_id: license ? 1 : null,
  license,
  location: 'A-01-1',
  location_type: 'P',
  lot_id: null,
  lot: '',
  expire: null,
  quantity,
  ...more,
});
export const lot = (id: number, number: string): LotFound => ({ id, lot: number, expire: null, quantity: 5 });
export const bucket: BucketFound = {
  id: 7,
  lead: 'S-1',
  units: 3,
  state: 'in stock',
  license: 'LP-9',
  location: 'A-01-1',
  lot: '',
  lot_id: null,
  serials: ['S-1', 'S-2', 'S-3'],
};
export const facts = (more: Partial<LineFacts>): LineFacts => ({ ...noFacts, ...more });
export const held = (more: Partial<Held> = {}): Held => ({ ...nothingHeld, ...more });
export const inbound = (now: Held): Situation => ({ direction: 'inbound', lines, held: now });
export const outbound = (now: Held): Situation => ({ direction: 'outbound', lines, held: now });
/** With an item whose SKU is a number. */
export const numbered = (now: Held): Situation => ({ ...inbound(now), lines: [...lines, line(5, '5')] });
export const hit = (kind: ScannedForShipment['kind'], title: string, items: number[] = []): ScannedForShipment => ({
  kind,
  title,
  items,
});

export function refused(reason: string, code: string, sku = '') {
  return { kind: 'refused', reason, code, sku } as Meaning & { kind: 'refused' };
}
