import type { MovementKind } from '@longshore/contract';

/** Where units of an item are: on a plate or none, of a lot or none, quarantined or not. */
export interface Place {
  licenseId: number | null;
  lotId: number | null;
  quarantine: boolean;
}

/** A place with its balance, read under the item's lock. */
export interface StockPlace extends Place {
  /** Its stock row; null when the item was never there. */
  rowId: number | null;
  onHand: number;
}

export const emptyPlace = (place: Place): StockPlace => ({ ...place, rowId: null, onHand: 0 });

/** A quantity added to or removed from a place. */
export interface PostingLine {
  place: StockPlace;
  quantity: number;
}

/** The totals of an item. */
export interface Totals {
  in_stock: number;
  reserved: number;
  quarantined: number;
}

/** Why stock is posted, and by whom. */
export interface PostingReason {
  kind: MovementKind;
  reference: string;
  /** The cause, as a kind and an id: `shipment 12`, `count 3`. */
  cause: string;
  by: { id: number | null; name: string };
}

/** What is posted of one item. */
export interface Posting {
  item: { id: number; client_id: number };
  /** Each at a different place. */
  lines: readonly PostingLine[];
  /** The serial bucket that moves with the units. */
  bucketId?: number | null;
}
