import type { Inventory, TraceField, TraceSubject, UomInput } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { invalid, notFound } from '../../platform/http/problem.ts';
import { type Change, changesBetween } from '../records/index.ts';
import {
  activeUom,
  dropUom,
  dropUoms,
  hasMoved,
  type LinkedUom,
  type LockedInventory,
  readUoms,
  touchInventory,
  unitsOnHand,
  unitsOnOrder,
  writeUom,
} from './inventories.store.ts';
import { readInventory } from './inventories.view.ts';
import { lockItemOrThrow, recordChange } from './save-inventory.ts';

/** Factors and sizes decide what a client pays: its own users set them until the first receipt, then the warehouse. */
export async function assertMayChangeUoms(
  tx: Tx,
  actor: Actor,
  item: Pick<LockedInventory, 'id' | 'client_id'>,
  field: string,
): Promise<void> {
  if (!actor.is_main_user && (await hasMoved(tx, item.id))) throw invalid(field, 'UomsAreMainUsers');
}

/** Stock and orders are counted in the base unit: another one would reinterpret them. */
export async function assertBaseStays(
  tx: Tx,
  item: Pick<LockedInventory, 'id' | 'client_id'>,
  field = 'is_base',
): Promise<void> {
  const [onHand, onOrder] = await Promise.all([unitsOnHand(tx, item.id), unitsOnOrder(tx, item.id)]);
  if (onHand > 0 || onOrder > 0) throw invalid(field, 'BaseUomIsFixed');
}

/** Names the unit in a traced change of sizes. */
export const uomNameChange = (name: string) => ({ field: 'uom' as const, newValue: name });

export async function recordUomChange(
  tx: Tx,
  actor: Actor,
  item: Pick<LockedInventory, 'id' | 'client_id'>,
  subject: TraceSubject,
  changes: Change<TraceField<'Inventory'>>[],
): Promise<void> {
  await touchInventory(tx, item.id);
  await recordChange(tx, actor, item, subject, changes);
}

export async function saveUom(tx: Tx, actor: Actor, id: number, input: UomInput): Promise<Inventory> {
  const item = await lockItemOrThrow(tx, id);
  const linked = await readUoms(tx, id);
  const before = linked.find((uom) => uom.uom_id === input.uom_id);
  const uom = before ?? (await activeUom(tx, input.uom_id));
  if (!uom) throw invalid('uom_id', 'UomIsRequired');
  await assertMayChangeUoms(tx, actor, item, 'uom_id');
  const base = linked.find(({ is_base }) => is_base);
  if (input.is_base && base && base.uom_id !== input.uom_id) throw invalid('is_base', 'OnlyOneBaseUom');
  if (before?.is_base && !input.is_base) await assertBaseStays(tx, item);
  const { uom_id: _, ...fields } = input;
  const changes = changesBetween(before ?? {}, fields);
  if (changes.length) {
    await writeUom(tx, item.client_id, id, input);
    await recordUomChange(tx, actor, item, before ? 'UOM updated' : 'UOM added', [uomNameChange(uom.name), ...changes]);
  }
  return readInventory(tx, id);
}

export async function removeUom(tx: Tx, actor: Actor, id: number, uomId: number): Promise<true> {
  const item = await lockItemOrThrow(tx, id);
  const before = (await readUoms(tx, id)).find((uom) => uom.uom_id === uomId);
  if (!before) throw notFound();
  await assertMayChangeUoms(tx, actor, item, 'uom_id');
  if (before.is_base) await assertBaseStays(tx, item);
  await dropUom(tx, id, uomId);
  await recordUomChange(tx, actor, item, 'UOM removed', [uomNameChange(before.name)]);
  return true;
}

/** A unit in a few words, for the history of an import. */
const describeUnit = (unit: UomInput) =>
  `${unit.qty_per_base}${unit.is_base ? ' (base)' : ''}, ${unit.length} × ${unit.width} × ${unit.height}, ${unit.weight}`;

/** All units of an item anew, as a sheet gives them. */
export async function replaceUoms(tx: Tx, actor: Actor, id: number, units: LinkedUom[]): Promise<void> {
  const item = await lockItemOrThrow(tx, id);
  const linked = await readUoms(tx, id);
  await assertMayChangeUoms(tx, actor, item, 'uom_id');
  const [oldBase, newBase] = [linked, units].map((list) => list.find(({ is_base }) => is_base)?.uom_id);
  if (oldBase && oldBase !== newBase) await assertBaseStays(tx, item);
  const describeAll = (list: LinkedUom[]) => list.map((unit) => `${unit.name}: ${describeUnit(unit)}`);
  const [before, after] = [describeAll(linked), describeAll(units)];
  if (before.length === after.length && after.every((unit) => before.includes(unit))) return;
  await dropUoms(tx, id);
  for (const unit of units) await writeUom(tx, item.client_id, id, unit);
  await recordUomChange(tx, actor, item, 'UOMs imported', [uomNameChange(after.join('; '))]);
}
