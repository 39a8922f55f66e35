import type { Inventory } from '@longshore/contract';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { refused, stale } from '../../platform/http/problem.ts';
import { readMovedItem } from '../inventory/index.ts';
import { lockItems, type Posting, post } from './ledger.store.ts';
import { type StockItem, shortfall } from './stock-item.store.ts';

/**
 * The end of a command on one item: the lock, the posting, the event and the item as it now is travel in one packet, so
 * that others wait for what PostgreSQL does and not for the way there and back. What is short is refused when all is
 * done; the roll-back undoes it. The posting holds the item against being disabled, so what is read after it still
 * holds at the commit.
 */
export async function postAndRead(
  tx: Tx,
  item: StockItem,
  posting: Pick<Posting, 'kind' | 'reference' | 'by' | 'lines'>,
  carry: { bucketId: number; after: () => Promise<void> } | null = null,
): Promise<Inventory> {
  const { id: inventoryId, client_id: clientId } = item;
  const whole: Posting = { ...posting, clientId, inventoryId, cause: '', bucketId: carry?.bucketId ?? null };
  const [, short, , inventory] = await Promise.all([
    lockItems(tx, [inventoryId]),
    post(tx, whole),
    recordEvent(tx, { kind: 'inventory.moved', clientId, subjectId: inventoryId }),
    readMovedItem(tx, inventoryId),
  ]);
  const [taken] = posting.lines;
  if (short && taken) throw refused(40002, await shortfall(tx, item, taken, short));
  if (!inventory.is_active) throw refused(20001);
  // Nobody held the item while it was looked at: lots or serials may have become its rule since.
  const { lot, serial } = inventory.config;
  if (item.lot !== (lot === 1) || item.serial !== (serial === 1)) throw stale();
  if (!carry) return inventory;
  await carry.after();
  return readMovedItem(tx, inventoryId);
}
