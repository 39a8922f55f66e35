import type { StockTotals } from '@longshore/contract';
import type { Tx } from '../../platform/database/tx.ts';
import { refused, stale } from '../../platform/http/problem.ts';
import { lockItems, post } from './ledger.store.ts';
import { asSeen } from './naming.ts';
import type { Posting, PostingLine } from './posting.ts';
import { activeItem, type StockItem, shortfall } from './stock-item.store.ts';

/**
 * The end of a command on one item: the lock and the posting travel in one packet, so that others wait for what
 * PostgreSQL does and not for the way there and back. Nothing comes back when nothing was posted, and nothing was
 * changed; the caller finds out why.
 */
export async function postItem(tx: Tx, posting: Omit<Posting, 'cause'>): Promise<StockTotals | undefined> {
  const { inventoryId } = posting;
  const [, totals] = await Promise.all([lockItems(tx, [inventoryId]), post(tx, { cause: '', told: true, ...posting })]);
  if (!totals) return undefined;
  const { in_stock, reserved, quarantined } = totals;
  return { inventory_id: inventoryId, in_stock, reserved, available: in_stock - reserved, quarantined };
}

/** Why nothing was posted of an item that was looked at before: it is no longer what it was, or there is too little. */
async function refusal(tx: Tx, seen: StockItem, taken: PostingLine | undefined) {
  const now = await activeItem(tx, seen.id, seen.client_id);
  if (!now || !taken) return refused(20001);
  if (now.lot !== seen.lot || now.serial !== seen.serial) return stale();
  return refused(40002, await shortfall(tx, seen, taken));
}

/** Posts to an item that was looked at, if it is still what it was. */
export async function postSeen(
  tx: Tx,
  item: StockItem,
  posting: Pick<Posting, 'kind' | 'reference' | 'by'> & { lines: readonly PostingLine[] },
  bucketId: number | null = null,
): Promise<StockTotals> {
  const totals = await postItem(tx, { ...posting, named: asSeen(item), inventoryId: item.id, bucketId });
  if (!totals) throw await refusal(tx, item, posting.lines[0]);
  return totals;
}
