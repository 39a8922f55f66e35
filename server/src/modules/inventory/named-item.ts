import { reasonOf } from '@longshore/contract';
import type { Tx } from '../../platform/database/tx.ts';
import { type CellTexts, idCell, RowProblem } from '../../platform/imports/import-sheet.ts';
import { idsBySku, inventoryBySku, inventoryOf, type NamedItem } from './inventories.store.ts';

/** How a row of a sheet names its item: by the item's id, by its SKU, or by both. */
export interface ItemReference {
  iid: number | null;
  sku: string;
}

/** The item that a row names, of this client; nothing when its SKU is still free. */
export async function findNamedItem(
  tx: Tx,
  clientId: number,
  row: ItemReference,
  place = 0,
): Promise<NamedItem | undefined> {
  if (row.iid === null && !row.sku) throw new RowProblem('sku', reasonOf(11002), place);
  if (row.iid === null) return inventoryBySku(tx, clientId, row.sku);
  const item = await inventoryOf(tx, clientId, row.iid);
  if (!item) throw new RowProblem('iid', `IidIsUnknown:${row.iid}`, place);
  return item;
}

/**
 * Rows shift when only some columns of a sheet are sorted, so a row whose IID and SKU name different items is refused.
 */
export const skuMismatch = (item: NamedItem, place = 0) => new RowProblem('sku', `IidIsAnotherSku:${item.sku}`, place);

export async function assertAgrees(tx: Tx, clientId: number, row: ItemReference, place: number): Promise<void> {
  if (row.iid === null || !row.sku) return;
  const item = await findNamedItem(tx, clientId, row, place);
  if (item && item.sku.toLowerCase() !== row.sku.toLowerCase()) throw skuMismatch(item, place);
}

/** Ids of the items that rows name, so that rows that name one in different ways are found. */
export async function identifyItems(tx: Tx, clientId: number, rows: readonly CellTexts[]): Promise<string[]> {
  const skus = new Set(rows.filter(({ iid }) => !iid).map(({ sku = '' }) => sku.trim()));
  const known = await idsBySku(tx, clientId, [...skus]);
  const cell = idCell();
  const idOf = (iid: string) => cell.safeParse(iid).data ?? '';
  return rows.map(({ iid, sku = '' }) => String(iid ? idOf(iid) : (known.get(sku.trim()) ?? '')));
}
