import { byPath, inventoryFields } from '@longshore/contract';
import type { PlainKey } from '../../lib/text/text.ts';
import { labelsOf } from '../../ui/fields.ts';
import type { TraceLabels } from '../records/index.ts';

/** How an item's fields are called, wherever they appear: list, page, form, history. */
export const inventoryLabels = { type: 'inventory.type' as const, ...labelsOf(inventoryFields) };

/** The same for its units, its lots and, in a kit, its components. */
export const unitLabels = {
  uom: 'inventory.uom',
  is_base: 'inventory.isBase',
  qty_per_base: 'inventory.qtyPerBase',
  weight: 'inventory.weight',
  length: 'inventory.length',
  width: 'inventory.width',
  height: 'inventory.height',
  component: 'inventory.component',
  item_qty: 'inventory.quantity',
  lot_number: 'inventory.lot',
  expire_date: 'inventory.expires',
} as const satisfies Record<string, PlainKey>;

export const inventoryTraceLabels: TraceLabels<'Inventory'> = {
  type: inventoryLabels.type,
  ...byPath(inventoryFields, inventoryLabels),
  ...unitLabels,
  lot_named: 'inventory.lot',
};

export const INVENTORIES = '/inventories/default';
export const QUICK = '/list';
export const inventoryPath = (id: number | 'new', action: 'view' | 'edit') => `/inventories/${id}/action/${action}`;
