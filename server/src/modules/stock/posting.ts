import type { MovementKind } from '@longshore/contract';

/** Where units of an item are: on a plate or none, of a lot or none, pristine or quarantined. */
export interface Place {
  licenseId: number | null;
  lotId: number | null;
  quarantine: boolean;
}

/** A place with its balance, read while the item is locked. */
export interface StockPlace extends Place {
  /** Its stock row; null when the item was never there. */
  rowId: number | null;
  onHand: number;
}

export const emptyPlace = (place: Place): StockPlace => ({ ...place, rowId: null, onHand: 0 });

/** So many units more (or fewer) at a place. */
export interface PostingLine {
  place: StockPlace;
  quantity: number;
}

/** What an item has in all. */
export interface Totals {
  in_stock: number;
  reserved: number;
  quarantined: number;
}

export interface Posting {
  item: { id: number; client_id: number };
  kind: MovementKind;
  reference: string;
  /** What made it happen, in a word and an id: `shipment 12`, `count 3`. */
  cause: string;
  by: { id: number | null; name: string };
  /** Each at a place of its own. */
  lines: readonly PostingLine[];
  /** The serial bucket that moves with the units. */
  bucketId?: number | null;
}
