import type { ChannelCourier, ChannelSku } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent, type Subscribers } from '../../platform/events/events.ts';
import { invalid, notFound, refused } from '../../platform/http/problem.ts';
import { nameOfCourier } from '../company/index.ts';
import { readInventory } from '../inventory/index.ts';
import { trace } from '../records/index.ts';
import type { StoredIntegration } from './integrations.store.ts';
import { deleteSku, isCourierOf, listCouriers, upsertCourier, upsertSku } from './mappings.store.ts';
import { createShopItem } from './resolve-order.ts';
import { readOwn } from './save-integration.ts';
import { resumeJobOf } from './shop-orders.jobs.ts';
import { waitingLine } from './shop-orders.view.ts';

/** Orders that wait are tried again after a choice that may be what they wait for. */
export const mappingSubscribers: Subscribers = {
  'integration.mapped': [({ subject_id }) => [resumeJobOf(subject_id)]],
};

async function mapped(
  tx: Tx,
  actor: Actor,
  { id, client_id }: Pick<StoredIntegration, 'id' | 'client_id'>,
  change: { field: 'sku' | 'courier'; newValue: string },
): Promise<void> {
  await trace(tx, actor, { type: 'Integration', id, clientId: client_id, subject: 'Updated', changes: [change] });
  await recordEvent(tx, { kind: 'integration.mapped', clientId: client_id, subjectId: id });
}

/** Maps an SKU of the shop to an item. */
export async function mapSku(tx: Tx, actor: Actor, id: number, sku: string, inventoryId: number): Promise<ChannelSku> {
  const stored = await readOwn(tx, id);
  const item = await readInventory(tx, inventoryId);
  if (item.client_id !== stored.client_id) throw refused(30002);
  const made = await upsertSku(tx, stored, sku, inventoryId);
  await mapped(tx, actor, stored, { field: 'sku', newValue: `${sku} → ${item.sku}` });
  return made;
}

export async function unmapSku(tx: Tx, actor: Actor, id: number): Promise<true> {
  const removed = await deleteSku(tx, id);
  if (!removed) throw notFound();
  const owner = { id: removed.integration_id, client_id: removed.client_id };
  await mapped(tx, actor, owner, { field: 'sku', newValue: `${removed.sku} → ` });
  return true;
}

/** Makes the item of an SKU that orders wait for, as the shop names it. */
export async function createItemOfSku(
  tx: Tx,
  actor: Actor,
  id: number,
  sku: string,
): Promise<{ inventory_id: number }> {
  const stored = await readOwn(tx, id);
  const line = await waitingLine(tx, id, sku);
  if (!line) throw invalid('sku', 'SkuIsNotWaiting');
  const inventory_id = await createShopItem(tx, actor, stored.client_id, line);
  if (inventory_id === undefined) throw refused(30001, sku);
  await mapped(tx, actor, stored, { field: 'sku', newValue: sku });
  return { inventory_id };
}

export async function mapCourier(
  tx: Tx,
  actor: Actor,
  id: number,
  method: string,
  courierId: number,
): Promise<ChannelCourier> {
  const stored = await readOwn(tx, id);
  if (courierId && !(await isCourierOf(tx, stored.client_id, courierId))) throw refused(30006);
  await upsertCourier(tx, stored, method, courierId || null);
  const name = courierId ? ((await nameOfCourier(tx, stored.client_id, courierId)) ?? '') : '';
  await mapped(tx, actor, stored, { field: 'courier', newValue: `${method} → ${name}` });
  const made = (await listCouriers(tx, id)).find((each) => each.method.toLowerCase() === method.toLowerCase());
  if (!made) throw notFound();
  return made;
}
