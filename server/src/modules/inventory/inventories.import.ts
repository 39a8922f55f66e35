import {
  FlagIn,
  type InventoryInput,
  InventoryType,
  InventoryUpdate,
  MoneyIn,
  required,
  text,
} from '@longshore/contract';
import { z } from 'zod';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { invalid, refused } from '../../platform/http/problem.ts';
import { type ImportContext, importSheet, withWhatStays } from '../records/index.ts';
import { inventoryBySku } from './inventories.store.ts';
import { readInventory } from './inventories.view.ts';
import { createInventory, saveInventory } from './save-inventory.ts';
import { type Part, replaceComponents } from './save-kit.ts';

/** Any value but 0 means yes, as the sheet's notes say. */
const sheetFlag = (fallback: 0 | 1) => z.preprocess((cell) => (cell === '' ? fallback : cell === '0' ? 0 : 1), FlagIn);
const money = z.preprocess((cell) => (cell === '' ? '0' : cell), MoneyIn);
const capital = (cell: unknown) => {
  const word = String(cell).trim().toLowerCase();
  return word === '' ? null : word.charAt(0).toUpperCase() + word.slice(1);
};

const InventorySheetRow = z.object({
  sku: required('SkuIsRequired', 64),
  type: z.preprocess(capital, InventoryType.nullable()),
  name: required('ItemNameIsRequired'),
  upc: text(64),
  description: text(2000),
  cost: money,
  selling: money,
  msrp: money,
  barcode_1: text(64),
  barcode_2: text(64),
  custom_1: text(),
  custom_2: text(),
  custom_3: text(),
  hs_code: text(32),
  custom_value: money,
  origin: text(64),
  composition: text(),
  lot: sheetFlag(0),
  serial: sheetFlag(0),
  is_active: sheetFlag(1),
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
    if (parts.has(item.id)) throw invalid('components', `StandsTwice:${sku.trim()}`);
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

async function saveRow(tx: Tx, actor: Actor, { clientId, given }: ImportContext, row: Row): Promise<void> {
  const known = await inventoryBySku(tx, clientId, row.sku);
  const type = row.type ?? known?.type ?? 'Item';
  if (known && known.type !== type) throw invalid('type', `TypeStays:${known.type}`);
  const parts = type === 'Kit' ? await partsOf(tx, clientId, row.components) : [];
  if (type === 'Kit' && !known && !parts.length) throw refused(30003);
  const { id } = known
    ? await saveInventory(tx, actor, known.id, fieldsOf(withWhatStays(row, await asKnown(tx, known.id), given)))
    : await createInventory(tx, actor, { ...fieldsOf(row), type, client_id: clientId });
  if (parts.length) await replaceComponents(tx, actor, id, parts);
}

const column = (heading: string, note: string, example: string | number = '') => ({ heading, note, example });

export const inventorySheet = importSheet({
  type: 'Inventory',
  access: 'user',
  row: InventorySheetRow,
  together: 'sku',
  columns: {
    sku: column(
      'SKU',
      'Required. An existing SKU is updated, in the columns that the file has; each may stand in it once.',
      'KC-SUM-250',
    ),
    type: column('Type', 'Item or Kit; empty means Item when the SKU is new. It cannot change later.', 'Item'),
    name: column('Name', 'Required.', 'Sumatra Mandheling, whole bean 250 g'),
    upc: column('UPC', 'As text, so that leading zeros stay.', '0852116004452'),
    description: column('Description', 'Anything else one should know.'),
    cost: column('Cost', 'What it costs, at most 4 decimals.', 5.4),
    selling: column('Selling', 'What it sells for.', 9.9),
    msrp: column('MSRP', "The maker's price.", 14.5),
    barcode_1: column('Barcode1', 'Another code on the item, for scans.', 'KCS250-26'),
    barcode_2: column('Barcode2', 'One more.'),
    custom_1: column('Custom1', 'A value of your own.', 'Roast 4 of 5'),
    custom_2: column('Custom2', 'A value of your own.'),
    custom_3: column('Custom3', 'A value of your own.'),
    hs_code: column('HSCode', 'Customs tariff number.', '0901.21'),
    custom_value: column('CustomValue', 'Value declared to customs.', 5.4),
    origin: column('Origin', 'Country of origin.', 'Indonesia'),
    composition: column('Composition', 'What it is made of.', 'Coffee, roasted'),
    lot: column('Lot', '1 when received by lot, else 0. Items only; fixed while there is stock.', 1),
    serial: column('Serial', '1 when received by serial number, else 0. Items only; fixed while there is stock.', 0),
    is_active: column('Status', '1 active, 0 disabled; anything but 0 means active.', 1),
    components: column(
      'Components',
      'For kits: items and quantities, for example KC-ETH-250*2, KC-MUG*1. The items are there already or stand above. A new kit needs them; empty keeps what it has.',
    ),
  },
  save: async (tx, actor, context, row, rows) => {
    if (rows.length > 1) throw refused(30003);
    await saveRow(tx, actor, context, row);
  },
});
