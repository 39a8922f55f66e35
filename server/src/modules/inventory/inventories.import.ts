import {
  type InventoryInput,
  InventoryType,
  InventoryUpdate,
  inventoryFields,
  sheetColumnsOf,
  text,
} from '@longshore/contract';
import { z } from 'zod';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { invalid, refused } from '../../platform/http/problem.ts';
import { cellsOf } from '../../platform/imports/field-sheet.ts';
import {
  type ImportContext,
  idCell,
  importSheet,
  type SavedRecord,
  sheetColumn,
  withUnsentFields,
} from '../../platform/imports/import-sheet.ts';
import { inventoryBySku, type NamedItem } from './inventories.store.ts';
import { inventoryPath, readInventory } from './inventories.view.ts';
import { findNamedItem, identifyItems, skuMismatch } from './named-item.ts';
import { createInventory, saveInventory } from './save-inventory.ts';
import { type Part, replaceComponents } from './save-kit.ts';

const capital = (cell: unknown) => {
  const word = String(cell).trim().toLowerCase();
  return word === '' ? null : word.charAt(0).toUpperCase() + word.slice(1);
};

const InventorySheetRow = z.object({
  ...cellsOf(inventoryFields),
  // An item can be named by its IID instead.
  sku: text(inventoryFields.sku.input.maxLength ?? undefined),
  iid: idCell('IidIsANumber'),
  type: z.preprocess(capital, InventoryType.nullable()),
  components: text(4000),
});
type Row = z.output<typeof InventorySheetRow>;

const COMPONENT = /^(.+)\*\s*(\d{1,6})$/;

/** `KC-ETH-250*2, KC-MUG*1` as items and quantities; each must be an item of the same client. */
async function partsOf(tx: Tx, clientId: number, cell: string): Promise<Part[]> {
  const parts = new Map<number, Part>();
  for (const written of cell.split(/[,;\n]/)) {
    if (!written.trim()) continue;
    const [, sku = '', count = ''] = COMPONENT.exec(written.trim()) ?? [];
    if (!sku || Number(count) < 1) throw invalid('components', `PartIsMiswritten:${written.trim()}`);
    const item = await inventoryBySku(tx, clientId, sku.trim());
    if (item?.type !== 'Item') throw invalid('components', `PartIsUnknown:${sku.trim()}`);
    if (parts.has(item.id)) throw invalid('components', `AppearsTwice:${sku.trim()}`);
    parts.set(item.id, { itemId: item.id, sku: item.sku, quantity: Number(count) });
  }
  return [...parts.values()];
}

/** The schema keeps the item's own fields and drops the rest of the row. */
const fieldsOf = (row: Row): Omit<InventoryInput, 'type' | 'client_id'> =>
  InventoryUpdate.parse({ ...row, international: row, config: row });

async function asKnown(tx: Tx, id: number): Promise<object> {
  const { international, config, ...own } = await readInventory(tx, id);
  return { ...own, ...international, ...config };
}

/** The item a row is about: by its IID it may take a SKU that is still free, and without one it keeps its own. */
async function knownOf(tx: Tx, clientId: number, row: Row): Promise<{ known: NamedItem | undefined; sku: string }> {
  const known = await findNamedItem(tx, clientId, row);
  if (!known || row.iid === null) return { known, sku: row.sku };
  if (!row.sku) return { known, sku: known.sku };
  const holder = await inventoryBySku(tx, clientId, row.sku);
  if (holder && holder.id !== known.id) throw skuMismatch(known);
  return { known, sku: row.sku };
}

async function saveRow(tx: Tx, actor: Actor, { clientId, given }: ImportContext, sent: Row): Promise<SavedRecord> {
  const { known, sku } = await knownOf(tx, clientId, sent);
  const row = { ...sent, sku };
  const type = row.type ?? known?.type ?? 'Item';
  if (known && known.type !== type) throw invalid('type', `TypeStays:${known.type}`);
  const parts = type === 'Kit' ? await partsOf(tx, clientId, row.components) : [];
  if (type === 'Kit' && !known && !parts.length) throw refused(30003);
  const { id } = known
    ? await saveInventory(tx, actor, known.id, fieldsOf(withUnsentFields(row, await asKnown(tx, known.id), given)))
    : await createInventory(tx, actor, { ...fieldsOf(row), type, client_id: clientId });
  if (parts.length) await replaceComponents(tx, actor, { id, client_id: clientId }, parts);
  return { title: sku, path: inventoryPath(id), isNew: !known };
}

const { sku, ...others } = sheetColumnsOf(inventoryFields);

export const inventorySheet = importSheet({
  type: 'Inventory',
  access: 'user',
  row: InventorySheetRow,
  together: ['sku', 'iid'],
  identify: identifyItems,
  columns: {
    sku,
    iid: sheetColumn('IID', 'sheets.Inventory.iid'),
    type: sheetColumn('Type', 'sheets.Inventory.type', 'Item'),
    ...others,
    components: sheetColumn('Components', 'sheets.Inventory.components'),
  },
  save: async (tx, actor, context, row, rows) => {
    if (rows.length > 1) throw refused(30003);
    return saveRow(tx, actor, context, row);
  },
});
