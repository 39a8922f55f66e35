import type { Allocation, Pick, PlaceFound, QuickFulfilInput } from '@longshore/contract';

/** A choice of quick fulfil that the person may change. */
export interface DraftPick {
  key: string;
  pick: Pick;
  license: string;
  lotId: number | null;
  quantity: number;
  /** The place or the quantity is no longer the proposed one. */
  isChanged: boolean;
}

export const draftOf = ({ picks }: Allocation): DraftPick[] =>
  picks.map((pick, at) => ({
    key: String(at),
    pick,
    license: pick.license,
    lotId: pick.lot_id,
    quantity: pick.quantity,
    isChanged: false,
  }));

/** A row with another quantity or place; what equals the proposal again keeps its reason. */
export function changed(row: DraftPick, change: Partial<Omit<DraftPick, 'key' | 'pick' | 'isChanged'>>): DraftPick {
  const next = { ...row, ...change };
  const { pick } = row;
  const isSame = next.license === pick.license && next.lotId === pick.lot_id && next.quantity === pick.quantity;
  return { ...next, isChanged: !isSame };
}

/** The units of each line that the choices exceed; empty when they fit. */
export function overLines(rows: readonly DraftPick[], leftOf: (lineId: number) => number): number[] {
  const lineIds = [...new Set(rows.map(({ pick }) => pick.line_id))];
  const unitsOf = (lineId: number) =>
    rows.filter(({ pick }) => pick.line_id === lineId).reduce((sum, { quantity }) => sum + (quantity || 0), 0);
  return lineIds.filter((lineId) => unitsOf(lineId) > leftOf(lineId));
}

/**
 * Rows of 0 units are left out. Nothing is sent when the rule's own choices are unchanged, unless it found too few: on
 * its own the rule fulfils everything or nothing.
 */
export function bodyOf(rows: readonly DraftPick[], isShort: boolean, allow_expired: 0 | 1): QuickFulfilInput {
  if (!isShort && rows.every(({ isChanged }) => !isChanged)) return { allow_expired };
  const picks = rows
    .filter(({ quantity }) => quantity > 0)
    .map(({ pick, license, lotId, quantity }) => ({ line_id: pick.line_id, license, lot_id: lotId, quantity }));
  return { allow_expired, picks };
}

export const unitsOf = (rows: readonly DraftPick[]): number =>
  rows.reduce((sum, { quantity }) => sum + (Number.isInteger(quantity) ? quantity : 0), 0);

/** A place as one value of a select. */
export const placeKey = (license: string, lotId: number | null) => `${lotId ?? ''}\t${license}`;

export function placeOf(key: string): { license: string; lotId: number | null } {
  const [lot = '', license = ''] = key.split('\t');
  return { license, lotId: lot ? Number(lot) : null };
}

/** The places that a row may be changed to, with the one it has. */
export function choicesFor(row: DraftPick, places: readonly PlaceFound[]): PlaceFound[] {
  const isListed = places.some((place) => place.license === row.license && place.lot_id === row.lotId);
  const { pick } = row;
  const own: PlaceFound = {
    license_id: pick.license_id,
    license: pick.license,
    location: pick.location,
    location_type: pick.location_type,
    lot_id: pick.lot_id,
    lot: pick.lot,
    expire: pick.expire,
    quantity: pick.quantity,
  };
  return isListed ? [...places] : [own, ...places];
}
