import type { MovementKind } from '@longshore/contract';

/** A movement as the ledger stores it; lots are given by their numbers until they have ids. */
export interface Entry {
  item: number;
  kind: MovementKind;
  license: number | null;
  lot: string | null;
  quarantine: boolean;
  quantity: number;
  row_balance: number;
  item_balance: number;
  reference: string;
  by: string;
  at: string;
  /** The serial bucket that moved with the units. */
  bucket?: number;
  /** The shipment it belongs to: `shipment 12`. */
  cause?: string;
}
