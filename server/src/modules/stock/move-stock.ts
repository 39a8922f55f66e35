import type { Inventory, MoveInput } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { invalid, refused } from '../../platform/http/problem.ts';
import { readInventory } from '../inventory/index.ts';
import { lockItems, post } from './ledger.store.ts';
import { findItem, findPlate, lotBelongs, shortfall } from './stock-item.store.ts';

/** Two movements that sum to zero: from one place to another, of the same lot. */
export async function moveStock(tx: Tx, actor: Actor, input: MoveInput): Promise<Inventory> {
  const item = await findItem(tx, input.inventory_id, input.client_id);
  if (item.serial) throw refused(20002);
  const [from, to] = await Promise.all([
    findPlate(tx, item.client_id, input.from_lp, 'from_lp'),
    findPlate(tx, item.client_id, input.to_lp, 'to_lp'),
    lockItems(tx, [item.id]),
  ]);
  const fromQuarantine = input.is_from_quarantine === 1;
  const toQuarantine = input.is_to_quarantine === 1;
  if (from === to && fromQuarantine === toQuarantine) throw invalid('to_lp', 'SamePlace');
  if (input.lotId && !(await lotBelongs(tx, item.id, input.lotId))) throw invalid('lotId', 'LotIsUnknown');
  const taken = { licenseId: from, lotId: input.lotId, quarantine: fromQuarantine, quantity: -input.qty };
  const short = await post(tx, {
    clientId: item.client_id,
    inventoryId: item.id,
    kind: fromQuarantine === toQuarantine ? 'move' : 'convert',
    reference: input.reference,
    cause: '',
    by: actor,
    lines: [taken, { licenseId: to, lotId: input.lotId, quarantine: toQuarantine, quantity: input.qty }],
  });
  if (short) throw refused(40002, await shortfall(tx, item, taken, short));
  await recordEvent(tx, { kind: 'inventory.moved', clientId: item.client_id, subjectId: item.id });
  return readInventory(tx, item.id);
}
