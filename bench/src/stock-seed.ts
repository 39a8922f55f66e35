import { CLIENTS } from './database.ts';

export const ITEMS = 2_000;
const EACH_PLACE = 1_000_000;

export const clientOfItem = (item: number) => 1 + ((item - 1) % CLIENTS);
/** Every client has two plates, and each of its items is on both. */
export const platesOf = (client: number) => ({ first: 2 * client - 1, second: 2 * client });
export const plateName = (plate: number) => `LP-${plate}`;

const base = `(select min(id) from uoms)`;

/** Items with a base unit, and plates. Ids start at 1, so that callers can compute them. */
export const itemsOnPlates = (items: number): string[] => [
  `insert into locations (location, type) values ('A-01', 'P')`,
  `insert into licenses (client_id, license, uom_id, location_id)
   select (n + 1) / 2, 'LP-' || n, ${base}, 1 from generate_series(1, ${2 * CLIENTS}) n`,
  `insert into inventories (client_id, type, sku, name, upc)
   select 1 + (n - 1) % ${CLIENTS}, 'Item', 'SKU-' || n, 'Thing ' || n, '0' || n from generate_series(1, ${items}) n`,
  `insert into inventory_uoms (client_id, inventory_id, uom_id, is_base) select client_id, id, ${base}, true from inventories`,
];

/** Balances and totals, computed from the movements. */
export const balancesOfMovements: string[] = [
  `insert into stock_rows (client_id, inventory_id, license_id, quantity)
   select client_id, inventory_id, license_id, sum(quantity) from movements group by client_id, inventory_id, license_id`,
  `update item_totals t set in_stock = s.quantity
   from (select inventory_id, sum(quantity) as quantity from stock_rows group by inventory_id) s where s.inventory_id = t.inventory_id`,
];

/** Enough stock that no item runs out during a measurement. */
export const ampleStock: string[] = [
  ...itemsOnPlates(ITEMS),
  `insert into movements (client_id, inventory_id, license_id, quarantine, quantity, row_balance, item_balance, kind, user_name, at)
   select i.client_id, i.id, l.id, false, ${EACH_PLACE}, ${EACH_PLACE}, ${EACH_PLACE} * (1 + l.id % 2), 'adjust', 'Bench', now()
   from inventories i join licenses l on l.client_id = i.client_id order by i.id, l.id desc`,
  ...balancesOfMovements,
];
