import type { AdjustInput, Inventory } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { invalid, refused } from '../../platform/http/problem.ts';
import { readInventory } from '../inventory/index.ts';
import { lockItems, post } from './ledger.store.ts';
import {
  findItem,
  findPlate,
  lotBelongs,
  lotNumbered,
  makeLot,
  type StockItem,
  shortfall,
} from './stock-item.store.ts';

async function lotOf(tx: Tx, item: StockItem, input: AdjustInput): Promise<number | null> {
  if (input.lotId) {
    if (!(await lotBelongs(tx, item.id, input.lotId))) throw invalid('lotId', 'LotIsUnknown');
    return input.lotId;
  }
  const number = input.newLot.lot;
  if (!number) {
    if (item.lot && input.qty > 0) throw invalid('lotId', 'LotIsRequired');
    return null;
  }
  if (!item.lot) throw invalid('newLot.lot', 'LotIsUnknown');
  if (input.qty > 0) return makeLot(tx, item, number, input.newLot.expire);
  const known = await lotNumbered(tx, item.id, number);
  if (!known) throw invalid('newLot.lot', 'LotIsUnknown');
  return known;
}

/** Books what is really there. Taking away needs stock that is promised to nobody. */
export async function adjustStock(tx: Tx, actor: Actor, input: AdjustInput): Promise<Inventory> {
  const item = await findItem(tx, input.inventory_id, input.client_id);
  if (item.serial) throw refused(20002);
  const quarantine = input.quarantine === 1;
  if (quarantine && input.qty > 0) throw refused(20003);
  const disposes = input.is_disposal === 1;
  if (disposes && input.qty > 0) throw invalid('qty', 'DisposalTakesAway');
  const [licenseId] = await Promise.all([
    findPlate(tx, item.client_id, input.license, 'license'),
    lockItems(tx, [item.id]),
  ]);
  const lotId = await lotOf(tx, item, input);
  const line = { licenseId, lotId, quarantine, quantity: input.qty };
  const short = await post(tx, {
    clientId: item.client_id,
    inventoryId: item.id,
    kind: disposes ? 'dispose' : 'adjust',
    reference: input.reference,
    cause: '',
    by: actor,
    lines: [line],
  });
  if (short) throw refused(40002, await shortfall(tx, item, line, short));
  await recordEvent(tx, { kind: 'inventory.moved', clientId: item.client_id, subjectId: item.id });
  return readInventory(tx, item.id);
}
