import {
  api,
  type WavePick,
  WavePickInput,
  type WaveShipment,
  WaveShortInput,
  type WaveToPick,
  WaveToteInput,
  WaveToteUndo,
} from '@longshore/contract';
import { type KeptCall, keptCall } from '../../../lib/call.ts';
import { type Packet, type Posted, post } from '../../../lib/outbox.ts';
import type { Translate } from '../../../lib/text/text.ts';
import type { PickBody } from './pick-steps.ts';
import type { HandledUnits } from './wave-left.ts';
import { floorWavePath } from './wave-paths.ts';

/** Those of one shipment go in order: what is refused for one of them holds up no other one. */
const recordsOf = (waveId: number) => `wave ${waveId} `;
export const recordOf = (waveId: number, shipmentId: number) => `${recordsOf(waveId)}${shipmentId}`;
export const isOfWave = (record: string, waveId: number): boolean => record.startsWith(recordsOf(waveId));

type Described = Pick<Packet, 'code' | 'text'>;
const send = (waveId: number, shipmentId: number, call: KeptCall, described: Described) =>
  post(recordOf(waveId, shipmentId), { ...described, call, href: floorWavePath(waveId) });

const pickText = (t: Translate, { sku, tote }: WavePick, units: number) =>
  t('onFloor.wave.pickOf', { units, sku, tote });

export function postPick(t: Translate, { id }: WaveToPick, pick: WavePick, body: PickBody): void {
  const call = keptCall(api.waves.pick, { params: { id }, body: WavePickInput.parse(body) });
  send(id, pick.shipment_id, call, { code: body.tote, text: pickText(t, pick, body.quantity ?? 1) });
}

export interface ShortPick {
  units: number;
  why: WaveShortInput['why'];
  place: string;
}

/** Of a pick, or of what no place has. */
export type ShortLine = Pick<WavePick, 'line_id' | 'shipment_id' | 'sku' | 'quantity'>;

export function postShort(t: Translate, { id }: WaveToPick, pick: ShortLine, { units, why, place }: ShortPick): void {
  const body = { line_id: pick.line_id, quantity: units, why, place, note: '' };
  const call = keptCall(api.waves.short, { params: { id }, body });
  send(id, pick.shipment_id, call, { code: pick.sku, text: t('onFloor.wave.shortOf', { units, sku: pick.sku }) });
}

export function postUndo(t: Translate, { id }: WaveToPick, pick: WavePick): void {
  const { shipment_id, line_id, fulfillment_id } = pick;
  if (fulfillment_id === null) return;
  const params = { id: shipment_id, lineId: line_id, fulfillId: fulfillment_id };
  const text = t('scan.undoOf', { what: pickText(t, pick, pick.quantity) });
  send(id, shipment_id, keptCall(api.shipments.unfulfil, { params }), { code: pick.tote, text });
}

/** The tote of a pick is full: what is still to be picked of its shipment goes into the next one. */
export function postNextTote(t: Translate, { id }: WaveToPick, { shipment_id, tote }: WavePick, next: string): void {
  const call = keptCall(api.waves.nextTote, { params: { id }, body: { shipment_id, tote, next } });
  send(id, shipment_id, call, { code: next, text: t('onFloor.wave.toteOf', { tote, next }) });
}

export type ShipmentTotes = Pick<WaveShipment, 'shipment_id' | 'tote' | 'full_totes'>;

export const toteText = (t: Translate, { tote, full_totes }: ShipmentTotes) =>
  t('onFloor.wave.toteOf', { tote: full_totes.at(-1) ?? '', next: tote });

export function postToteUndo(t: Translate, { id }: WaveToPick, shipment: ShipmentTotes): void {
  const { shipment_id, tote } = shipment;
  const call = keptCall(api.waves.undoNextTote, { params: { id }, body: { shipment_id, tote } });
  send(id, shipment_id, call, { code: tote, text: t('scan.undoOf', { what: toteText(t, shipment) }) });
}

/** What a command of a wave does; undefined for a call that is none of these. */
export type WaveCommand =
  | { kind: 'pick' | 'short'; made: HandledUnits }
  | { kind: 'undo'; fulfillmentId: number }
  | { kind: 'tote'; toted: WaveToteInput }
  | { kind: 'toteUndo'; toted: WaveToteUndo };

function bodyOf({ body }: KeptCall): unknown {
  try {
    return JSON.parse(body ?? '');
  } catch {
    return undefined;
  }
}

/** Reads a command back from its call, also one that was kept before the page was loaded. */
export function commandOf({ command }: Pick<Posted, 'command'>): WaveCommand | undefined {
  const { call } = command.input;
  const undone = /\/fulfill\/(\d+)$/.exec(call.address)?.[1];
  if (call.method === 'DELETE' && undone) return { kind: 'undo', fulfillmentId: Number(undone) };
  if (call.address.endsWith('/totes')) {
    const toted = WaveToteInput.safeParse(bodyOf(call)).data;
    return toted && { kind: 'tote', toted };
  }
  if (call.address.endsWith('/totes/undo')) {
    const toted = WaveToteUndo.safeParse(bodyOf(call)).data;
    return toted && { kind: 'toteUndo', toted };
  }
  if (call.address.endsWith('/picks')) {
    const made = WavePickInput.safeParse(bodyOf(call)).data;
    return made && { kind: 'pick', made };
  }
  const made = call.address.endsWith('/shorts') ? WaveShortInput.safeParse(bodyOf(call)).data : undefined;
  return made && { kind: 'short', made };
}
