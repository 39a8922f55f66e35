import type { StockPlace, Totals } from './posting.ts';

/** What a stock command needs to know of its item. */
export interface StockItem {
  id: number;
  client_id: number;
  sku: string;
  lot: boolean;
  serial: boolean;
}

/** What a command on one item names: the item, the lot by id or by number, and places by the number of their plate. */
export interface StockNames {
  itemId: number;
  clientId: number | undefined;
  lotId: number | null;
  /** Empty when the lot is named by its id, or no lot is named. */
  lotNumber: string;
  places: readonly { license: string; quarantine: boolean }[];
}

/** What was found of it, in the order of the places. What is named but not known is null. */
export interface NamedStock {
  item: StockItem;
  totals: Totals;
  lot: { id: number; expire_date: string | null } | null;
  places: readonly StockPlace[];
}
