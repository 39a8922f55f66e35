import type { Inventory, InventoryInput, InventoryUpdate, UomInput } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { invalid } from '../../platform/http/problem.ts';
import { changesBetween } from '../records/index.ts';
import { activeUom, dropUom, type LinkedUom, readUoms, writeUom } from './inventories.store.ts';
import { readInventory } from './inventories.view.ts';
import { createInventory, saveInventory } from './save-inventory.ts';
import { assertBaseStays, assertMayChangeUoms, recordUomChange, uomNameChange } from './save-uom.ts';

interface UomChange {
  input: UomInput;
  name: string;
  isNew: boolean;
  changes: ReturnType<typeof changesBetween<Omit<UomInput, 'uom_id'>>>;
}

/** The units that are new or differ from what is linked. An unknown or inactive unit is refused beside its row. */
async function changedUoms(tx: Tx, linked: LinkedUom[], units: UomInput[]): Promise<UomChange[]> {
  const changed: UomChange[] = [];
  for (const [place, input] of units.entries()) {
    const before = linked.find(({ uom_id }) => uom_id === input.uom_id);
    const uom = before ?? (await activeUom(tx, input.uom_id));
    if (!uom) throw invalid(`units.${place}.uom_id`, 'UomIsRequired');
    const { uom_id: _, ...fields } = input;
    const changes = changesBetween(before ?? {}, fields);
    if (changes.length) changed.push({ input, name: uom.name, isNew: !before, changes });
  }
  return changed;
}

/** Makes these the units of an item that the transaction has locked or created, each change with its own trace. */
async function saveUoms(tx: Tx, actor: Actor, item: Inventory, units: UomInput[]): Promise<Inventory> {
  const { id } = item;
  const linked = await readUoms(tx, id);
  const changed = await changedUoms(tx, linked, units);
  const removed = linked.filter(({ uom_id }) => !units.some((unit) => unit.uom_id === uom_id));
  if (!changed.length && !removed.length) return item;
  await assertMayChangeUoms(tx, actor, item, 'units');
  const base = linked.find(({ is_base }) => is_base);
  if (base && !units.some(({ uom_id, is_base }) => is_base && uom_id === base.uom_id))
    await assertBaseStays(tx, item, 'units');
  for (const { uom_id, name } of removed) {
    await dropUom(tx, id, uom_id);
    await recordUomChange(tx, actor, item, 'UOM removed', [uomNameChange(name)]);
  }
  // A unit stops being the base before another becomes it: there is never a second one.
  for (const { input, name, isNew, changes } of changed.toSorted((a, b) => a.input.is_base - b.input.is_base)) {
    await writeUom(tx, item.client_id, id, input);
    await recordUomChange(tx, actor, item, isNew ? 'UOM added' : 'UOM updated', [uomNameChange(name), ...changes]);
  }
  return readInventory(tx, id);
}

/** An item and its units, as a form sends them: both are saved or neither. */
export async function createWithUoms(tx: Tx, actor: Actor, { units, ...input }: InventoryInput): Promise<Inventory> {
  const item = await createInventory(tx, actor, input);
  return units?.length ? saveUoms(tx, actor, item, units) : item;
}

export async function saveWithUoms(
  tx: Tx,
  actor: Actor,
  id: number,
  { units, ...input }: InventoryUpdate,
): Promise<Inventory> {
  const item = await saveInventory(tx, actor, id, input);
  return units ? saveUoms(tx, actor, item, units) : item;
}
