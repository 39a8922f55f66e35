import type { StockPlace, Totals } from './posting.ts';

/** The fields of an item that a stock command needs. */
export interface StockItem {
  id: number;
  client_id: number;
  sku: string;
  lot: boolean;
  serial: boolean;
}

/** What a command on one item refers to: the item, the lot by id or number, and places by the number of their plate. */
export interface StockNames {
  itemId: number;
  clientId: number | undefined;
  lotId: number | null;
  /** Empty when the lot is given by its id, or there is no lot. */
  lotNumber: string;
  places: readonly { license: string; quarantine: boolean }[];
}

/** The records found, in the order of the places. Unknown ones are null. */
export interface NamedStock {
  item: StockItem;
  totals: Totals;
  lot: { id: number; expire_date: string | null } | null;
  places: readonly StockPlace[];
}
