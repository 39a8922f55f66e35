import { z } from 'zod';
import { PdfText } from '../kit/documents.ts';
import { endpoint, ListQueryText, listEndpoint } from '../kit/endpoint.ts';
import { conditionsOf, exportsOf, inputsOf, outputsOf, rowOf, sortsOf } from '../kit/fields.ts';
import { list } from '../kit/list.ts';
import { resource } from '../kit/resource.ts';
import { Flag, FlagIn, ID_MAX, Id, idOf, Moment, Stamp, size, text } from '../kit/scalars.ts';
import { NOT_MEASURED } from '../kit/sizes.ts';
import { Category } from '../records/panels.ts';
import { inventoryFields } from './inventory-fields.ts';

export const INVENTORY_TYPES = ['Item', 'Kit'] as const;
export const InventoryType = z.enum(INVENTORY_TYPES);

export const UomLink = z.object({
  id: Id,
  name: z.string(),
  pivot: z.object({
    is_base: Flag,
    qty_per_base: z.number().int(),
    weight: z.number(),
    length: z.number(),
    width: z.number(),
    height: z.number(),
  }),
});
export type UomLink = z.output<typeof UomLink>;

/** A size of 1 is what nobody has measured yet; zero and nothing are refused. */
const side = size('UomSizesAreNumbers').default(NOT_MEASURED);

export const UomInput = z
  .object({
    uom_id: z
      .number({ error: () => 'UomIsRequired' })
      .int()
      .positive('UomIsRequired')
      .max(ID_MAX, 'UomIsRequired'),
    is_base: FlagIn.default(0),
    qty_per_base: z.number().int('NotAWholeNumber').min(1).max(1_000_000).default(1),
    weight: side,
    length: side,
    width: side,
    height: side,
  })
  .refine((uom) => !uom.is_base || uom.qty_per_base === 1, { path: ['qty_per_base'], message: 'BaseUomIsOne' });
export type UomInput = z.output<typeof UomInput>;

/** All units of an item. At most one is the base, and none appears twice. */
const UomInputs = z
  .array(UomInput)
  .max(50)
  .superRefine((units, context) => {
    const base = units.findIndex(({ is_base }) => is_base);
    for (const [place, { uom_id, is_base }] of units.entries()) {
      if (is_base && place !== base)
        context.addIssue({ code: 'custom', path: [place, 'is_base'], message: 'OnlyOneBaseUom' });
      if (units.findIndex((unit) => unit.uom_id === uom_id) !== place)
        context.addIssue({ code: 'custom', path: [place, 'uom_id'], message: 'UomAppearsTwice' });
    }
  });

/**
 * The units, saved with the item in one transaction; without them they stay as they are. Not named `uoms` as in the
 * answer: callers send back the record that they read, whose units have another shape.
 */
const units = UomInputs.optional();

export const InventoryInput = z.object({
  ...inputsOf(inventoryFields),
  type: InventoryType.default('Item'),
  client_id: Id.optional(),
  units,
});
export const InventoryUpdate = z.object({
  ...inputsOf(inventoryFields),
  updated_at: Stamp,
  units,
});
export type InventoryInput = z.output<typeof InventoryInput>;
export type InventoryUpdate = z.output<typeof InventoryUpdate>;

export const StockLocation = z.object({
  id: Id,
  location: z.string(),
  type: z.enum(['P', 'S']),
  billing_category: z.string(),
});

/** No plate and no lot are written as these words on the wire. */
export const NO_LICENSE = '_SystemNoLicense';
export const NO_LOT = '_SystemNoLotNumber';
/**
 * Whether a text may be the number of a lot: the word for no lot may not, because such a lot could not be distinguished
 * from none.
 */
export const isLotNumber = (lot: string) => lot.toLowerCase() !== NO_LOT.toLowerCase();

export const StockRow = z.object({
  id: Id,
  client_id: Id,
  inventory_id: Id,
  license: z.string(),
  license_id: Id.nullable(),
  locations: z.array(StockLocation),
  total: z.number().int(),
  quarantine: Flag,
  lot_id: Id.nullable(),
  lot_number: z.string(),
  expire_date: z.string().nullable(),
});
export type StockRow = z.output<typeof StockRow>;

/** A lot on hand, in all its places. */
export const LotQuantity = z.object({
  lot_id: Id,
  lot_number: z.string(),
  expire_date: z.string().nullable(),
  /** Pristine units, and those in quarantine apart. */
  quantity: z.number().int(),
  quarantined: z.number().int(),
});
export type LotQuantity = z.output<typeof LotQuantity>;

/** A picking bin with the pristine units to be picked there. */
export const PickingLocation = StockLocation.extend({ quantity: z.number().int() });
export type PickingLocation = z.output<typeof PickingLocation>;

export const KitComponent = z.object({
  id: Id,
  sku: z.string(),
  name: z.string(),
  available: z.number().int(),
  pivot: z.object({ item_qty: z.number().int() }),
});

const stockFigures = {
  /** Null for kits: they are put together from items. */
  in_stock: z.number().int().nullable(),
  reserved: z.number().int().nullable(),
  /** A kit's is the number of kits its components allow. */
  available: z.number().int().nullable(),
};

export const Inventory = z.object({
  id: Id,
  client_id: Id,
  type: InventoryType,
  ...outputsOf(inventoryFields),
  ...stockFigures,
  quarantined: z.number().int(),
  /** It was received, shipped or counted once: units and sizes are the warehouse's from then on. */
  has_moved: Flag,
  base_uom: z.string(),
  uoms: z.array(UomLink),
  kits: z.array(KitComponent),
  categories: z.array(Category),
  stock: z.array(StockRow),
  /** What expires first comes first. */
  lot_qty: z.array(LotQuantity),
  picking_locations: z.array(PickingLocation),
  created_at: Moment,
  updated_at: Moment,
});
export type Inventory = z.output<typeof Inventory>;

const { sku, name, description, upc, cost, selling, msrp, is_active, ...otherInRow } = rowOf(inventoryFields);

export const InventoryRow = z.object({
  id: Id,
  client_id: Id,
  type: InventoryType,
  sku,
  base_uom: z.string(),
  name,
  description,
  categories: z.array(z.string()),
  upc,
  ...otherInRow,
  ...stockFigures,
  cost,
  selling,
  msrp,
  /** The company's: an export names it beside its amounts. */
  currency: z.string(),
  is_active,
  updated_at: Moment,
});
export type InventoryRow = z.output<typeof InventoryRow>;

/** The export's columns in their order; further exported fields follow the UPC. */
function exportedColumns() {
  const { sku, name, upc, cost, selling, msrp, is_active, ...others } = exportsOf(inventoryFields);
  return {
    id: 'IID',
    type: 'Type',
    sku,
    base_uom: 'UOM',
    name,
    upc,
    ...others,
    in_stock: 'Total',
    reserved: 'Reserve',
    available: 'Available',
    cost,
    selling,
    msrp,
    currency: 'Currency',
    is_active,
    updated_at: 'Updated at',
  };
}

const common = {
  resource: 'inventories',
  row: InventoryRow,
  defaultSort: { sku: 'asc' },
  filters: { type: INVENTORY_TYPES, is_active: ['1', '0'] },
  defaultFilters: { type: INVENTORY_TYPES, is_active: ['1'] },
  exported: exportedColumns(),
} as const;

export const inventoryList = list({
  ...common,
  sort: [...sortsOf(inventoryFields), 'updated_at', 'in_stock', 'reserved', 'available'],
  conditions: {
    '': {
      ...conditionsOf(inventoryFields),
      in_stock: 'number',
      reserved: 'number',
      available: 'number',
      quarantined: 'number',
      updated_at: 'date',
    },
    categories: { name: 'text' },
    lots: { lot_number: 'text', expire_date: 'day' },
    licenses: { license: 'text' },
  },
});

export const basicInventoryList = list({ ...common, sort: [...sortsOf(inventoryFields), 'updated_at'] });

export const InventoryOption = z.object({
  inventory: Inventory,
  title: z.string(),
  description: z.string(),
  available: z.number().int().nullable(),
});
export type InventoryOption = z.output<typeof InventoryOption>;
export const SELECTOR_MAX = 5;

const Selector = z.object({
  search: text(100),
  excepts: z.array(z.number().int().min(-ID_MAX).max(ID_MAX)).max(500).default([]),
  canSearchKit: FlagIn.default(1),
  cid: Id.optional(),
});

/** Items whose weights one call reads at most: as many as an order has lines. */
const WEIGHTS_MAX = 1000;
export const ItemWeight = z.object({ id: Id, weight: z.number().nullable() });
export type ItemWeight = z.output<typeof ItemWeight>;

const id = idOf('inventories');

export const inventories = {
  ...resource({
    one: 'an item or kit',
    many: 'items and kits, with stock to sort and filter by',
    list: inventoryList,
    record: Inventory,
    input: InventoryInput,
    changed: InventoryUpdate,
    access: { list: 'user', create: 'user', update: 'user' },
    errors: [30001],
  }),
  quickList: listEndpoint({
    path: '/inventories/list/get',
    access: 'user',
    summary: 'List items and kits, quick view',
    list: basicInventoryList,
  }),
  print: endpoint({
    method: 'GET',
    path: '/docs/pdf/inventories',
    access: 'user',
    summary: 'The list of items and kits as a PDF, its first thousand rows',
    query: ListQueryText,
    response: PdfText,
  }),
  addUom: endpoint({
    method: 'POST',
    path: '/inventories/:id/uoms',
    access: 'user',
    summary: 'Link a unit, or change a linked one',
    params: { id },
    body: UomInput,
    response: Inventory,
  }),
  removeUom: endpoint({
    method: 'DELETE',
    path: '/inventories/:id/uoms/:uomId',
    access: 'user',
    summary: 'Unlink a unit',
    params: { id, uomId: idOf('uoms') },
    response: z.literal(true),
  }),
  addComponent: endpoint({
    method: 'POST',
    path: '/inventories/:id/assemblies',
    access: 'user',
    summary: 'Put an item into a kit, or change how many',
    params: { id },
    body: z.object({ itemId: Id, qty: z.number().int().positive().max(1_000_000) }),
    response: Inventory,
    errors: [30002],
  }),
  removeComponent: endpoint({
    method: 'DELETE',
    path: '/inventories/:id/assemblies/:itemId',
    access: 'user',
    summary: 'Take an item out of a kit',
    params: { id, itemId: idOf('inventories') },
    response: z.literal(true),
  }),
  selector: endpoint({
    method: 'POST',
    path: '/inventories/selector',
    access: 'user',
    summary: 'Find active items and kits by a few characters or a scan',
    body: Selector,
    response: z.array(InventoryOption),
    reads: true,
  }),
  reportSelector: endpoint({
    method: 'POST',
    path: '/inventories/selector/report',
    access: 'user',
    summary: 'The same for reports, of a named client',
    body: Selector,
    response: z.array(InventoryOption),
    reads: true,
  }),
  weights: endpoint({
    method: 'POST',
    path: '/inventories/selector/weights',
    access: 'user',
    summary: 'What one base unit of items, or one kit, weighs; null when it was never entered',
    body: z.object({ ids: z.array(Id).min(1).max(WEIGHTS_MAX) }),
    response: z.array(ItemWeight),
    reads: true,
  }),
};
