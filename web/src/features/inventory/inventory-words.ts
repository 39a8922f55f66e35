import type { PlainKey } from '../../lib/text/text.ts';
import type { TraceLabels } from '../records/index.ts';

/** How an item's fields are called, wherever they appear: list, page, form, history. */
export const inventoryLabels = {
  type: 'inventory.type',
  sku: 'inventory.sku',
  name: 'inventory.name',
  upc: 'inventory.upc',
  description: 'inventory.description',
  cost: 'inventory.cost',
  selling: 'inventory.selling',
  msrp: 'inventory.msrp',
  barcode_1: 'inventory.barcode1',
  barcode_2: 'inventory.barcode2',
  custom_1: 'inventory.custom1',
  custom_2: 'inventory.custom2',
  custom_3: 'inventory.custom3',
  hs_code: 'inventory.hsCode',
  custom_value: 'inventory.customsValue',
  origin: 'inventory.origin',
  composition: 'inventory.composition',
  lot: 'inventory.lotControl',
  serial: 'inventory.serialControl',
  is_active: 'inventory.status',
} as const satisfies Record<string, PlainKey>;

/** The same for its units, its lots and, in a kit, its components. */
export const unitLabels = {
  uom: 'inventory.uom',
  is_base: 'inventory.isBase',
  qty_per_base: 'inventory.qtyPerBase',
  weight: 'inventory.weight',
  length: 'inventory.length',
  width: 'inventory.width',
  height: 'inventory.height',
  component: 'inventory.component',
  item_qty: 'inventory.quantity',
  lot_number: 'inventory.lot',
  expire_date: 'inventory.expires',
} as const satisfies Record<string, PlainKey>;

const { hs_code, custom_value, origin, composition, lot, serial, ...flat } = inventoryLabels;

export const inventoryTraceLabels: TraceLabels<'Inventory'> = {
  ...flat,
  'international.hs_code': hs_code,
  'international.custom_value': custom_value,
  'international.origin': origin,
  'international.composition': composition,
  'config.lot': lot,
  'config.serial': serial,
  ...unitLabels,
  lot_named: 'inventory.lot',
};

export const INVENTORIES = '/inventories/default';
export const QUICK = '/list';
export const inventoryPath = (id: number | 'new', action: 'view' | 'edit') => `/inventories/${id}/action/${action}`;
