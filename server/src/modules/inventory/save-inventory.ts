import {
  byPath,
  type Inventory,
  type InventoryInput,
  type InventoryUpdate,
  inventoryFields,
  type TraceField,
  type TraceSubject,
} from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { invalid, invalidFields, notFound, refused, stale } from '../../platform/http/problem.ts';
import { clientOfNew } from '../clients/index.ts';
import { type Change, changesBetween, trace } from '../records/index.ts';
import {
  bucketsToCome,
  type InventoryFields,
  insertInventory,
  inventoryBySku,
  type LockedInventory,
  lockInventory,
  unitsOnHand,
  unitsOnOrder,
  updateInventory,
} from './inventories.store.ts';
import { readInventory } from './inventories.view.ts';

/** A kit is put together when it ships: its lots and serials are those of its items. */
function fieldsOf(type: 'Item' | 'Kit', input: InventoryUpdate): InventoryFields {
  const { updated_at: _, units: __, international, config, ...rest } = input;
  return {
    ...rest,
    ...international,
    lot: type === 'Kit' ? 0 : config.lot,
    serial: type === 'Kit' ? 0 : config.serial,
  };
}

/** The fields as the history names them. */
const traced = (fields: InventoryFields) => byPath(inventoryFields, fields);

/** Stores the trace and records the event, also for changes of an item's units, components and lots. */
export async function recordChange(
  tx: Tx,
  actor: Actor,
  item: { id: number; client_id: number },
  subject: TraceSubject,
  changes: Change<TraceField<'Inventory'>>[],
): Promise<void> {
  await trace(tx, actor, { type: 'Inventory', id: item.id, clientId: item.client_id, subject, changes });
  await recordEvent(tx, { kind: 'inventory.saved', clientId: item.client_id, subjectId: item.id });
}

export async function createInventory(tx: Tx, actor: Actor, input: InventoryInput): Promise<Inventory> {
  const { type, client_id, ...rest } = input;
  const clientId = await clientOfNew(tx, actor, client_id);
  const fields = fieldsOf(type, rest);
  if (await inventoryBySku(tx, clientId, fields.sku)) throw refused(30001);
  const id = await insertInventory(tx, clientId, type, fields);
  await recordChange(
    tx,
    actor,
    { id, client_id: clientId },
    'Created',
    changesBetween({}, { type, ...traced(fields) }),
  );
  return readInventory(tx, id);
}

/**
 * While there is stock or an open order, lot and serial control stay, and so does the item. Without serial control nobody could receive
 * the buckets that wait for their goods: whoever no longer wants them deletes them first.
 */
async function assertFree(tx: Tx, before: LockedInventory, fields: InventoryFields): Promise<void> {
  const controls = (['lot', 'serial'] as const).filter((control) => before[control] !== fields[control]);
  const disabled = before.is_active === 1 && fields.is_active === 0;
  if (!controls.length && !disabled) return;
  const [units, ordered] = await Promise.all([unitsOnHand(tx, before.id), unitsOnOrder(tx, before.id)]);
  const buckets = !units && before.serial && !fields.serial ? await bucketsToCome(tx, before.id) : 0;
  if (buckets) throw invalid('config.serial', `BucketsWait:${buckets}`);
  if (!units && !ordered) return;
  throw invalidFields({
    ...Object.fromEntries(controls.map((control) => [`config.${control}`, ['ControlIsFixed']])),
    ...(disabled ? { is_active: [units ? `HasStock:${units}` : `IsOnOrder:${ordered}`] } : {}),
  });
}

export async function saveInventory(tx: Tx, actor: Actor, id: number, input: InventoryUpdate): Promise<Inventory> {
  const before = await lockInventory(tx, id);
  if (!before) throw notFound();
  if (input.updated_at && input.updated_at !== before.updated_at) throw stale();
  const fields = fieldsOf(before.type, input);
  const changes = changesBetween(traced(before), traced(fields));
  if (!changes.length) return readInventory(tx, id);
  const same = await inventoryBySku(tx, before.client_id, fields.sku);
  if (same && same.id !== id) throw refused(30001);
  await assertFree(tx, before, fields);
  await updateInventory(tx, id, fields);
  await recordChange(tx, actor, before, 'Updated', changes);
  return readInventory(tx, id);
}

/** The item a command is about, locked. */
export async function lockItemOrThrow(tx: Tx, id: number): Promise<LockedInventory> {
  const item = await lockInventory(tx, id);
  if (!item) throw notFound();
  return item;
}

export const kitHoldsItems = () => invalid('itemId', 'KitHoldsItems');
