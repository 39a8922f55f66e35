import { sql } from '../platform/database/sql.ts';
import type { Tx } from '../platform/database/tx.ts';
import { type DemoItem, type DemoKit, round } from './demo-families.ts';
import { demoItems, demoKits } from './demo-items.ts';

const SELLING = 1.85;
const MSRP = 2.85;

async function insertItems(tx: Tx, clientId: number, items: readonly DemoItem[]): Promise<void> {
  const rows = items.map((item, place) => ({
    ...item,
    place,
    selling: round(item.cost * SELLING),
    msrp: round(item.cost * MSRP),
  }));
  await sql`
    insert into inventories (client_id, type, sku, name, upc, description, cost, selling, msrp, barcode_1, custom_1, hs_code, custom_value, origin,
      composition, lot, serial, is_active, created_at, updated_at)
    select ${clientId}, 'Item', r.sku, r.name, r.upc, r.description, r.cost, r.selling, r.msrp, r.barcode, r.custom, r.hs, r.cost, r.origin,
      r.composition, r.lot, r.serial, r.active, now() - make_interval(days => 400 - r.place), now() - make_interval(hours => r.place * 7)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (sku text, name text, upc text, description text, cost numeric, selling numeric,
      msrp numeric, barcode text, custom text, hs text, origin text, composition text, lot boolean, serial boolean, active boolean, place int)
    order by r.place`.execute(tx);
  const units = items.flatMap(({ sku, units: list }) =>
    list.map(({ uom, qty, weight, size: [length, width, height] }, at) => ({
      sku,
      uom,
      qty,
      weight,
      length,
      width,
      height,
      base: at === 0,
    })),
  );
  await sql`
    insert into inventory_uoms (client_id, inventory_id, uom_id, is_base, qty_per_base, weight, length, width, height)
    select i.client_id, i.id, u.id, r.base, r.qty, r.weight, r.length, r.width, r.height
    from jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as r (sku text, uom text, base boolean, qty int, weight numeric, length numeric,
      width numeric, height numeric)
    join inventories i on i.client_id = ${clientId} and i.sku = r.sku join uoms u on u.name = r.uom`.execute(tx);
  const tags = items.flatMap(({ sku, categories }) => categories.map((name) => ({ sku, name })));
  await sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(tags)}::jsonb) as r (sku text, name text)),
    made as (insert into categories (client_id, resource, name) select distinct ${clientId}::int, 'Inventory', name from given
      on conflict do nothing returning id, name)
    insert into categorized (client_id, category_id, resource_id)
    select i.client_id, m.id, i.id from given g join made m on m.name = g.name
    join inventories i on i.client_id = ${clientId} and i.sku = g.sku`.execute(tx);
}

async function insertKit(tx: Tx, clientId: number, kit: DemoKit): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into inventories (client_id, type, sku, name, description, selling, msrp)
    values (${clientId}, 'Kit', ${kit.sku}, ${kit.name}, ${kit.description}, ${kit.price}, ${kit.price}) returning id`.execute(
    tx,
  );
  const id = rows[0]?.id ?? 0;
  await sql`insert into inventory_uoms (client_id, inventory_id, uom_id, is_base)
    select ${clientId}, ${id}, id, true from uoms where name = 'Unit'`.execute(tx);
  const parts = Object.entries(kit.parts).map(([sku, quantity]) => ({ sku, quantity }));
  await sql`insert into kit_components (client_id, kit_id, item_id, quantity)
    select i.client_id, ${id}, i.id, r.quantity from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as r (sku text, quantity int)
    join inventories i on i.client_id = ${clientId} and i.sku = r.sku`.execute(tx);
}

/** Items with their units, kits and categories for every client; demo-stock.ts adds the stock. */
export async function seedInventory(tx: Tx, clientIds: readonly number[]): Promise<void> {
  for (const [index, clientId] of clientIds.entries()) {
    await insertItems(tx, clientId, demoItems[index] ?? []);
    for (const kit of demoKits[index] ?? []) await insertKit(tx, clientId, kit);
    await sql`insert into traces (client_id, traceable_type, traceable_id, user_name, subject, changes, created_at)
      select client_id, 'Inventory', id, 'Dana Reyes', 'Created',
        jsonb_build_array(jsonb_build_object('field', 'sku', 'newValue', sku), jsonb_build_object('field', 'name', 'newValue', name)), created_at
      from inventories where client_id = ${clientId}`.execute(tx);
    await sql`insert into saved_filters (client_id, user_id, page, name, param)
      select client_id, id, 'Inventory', 'Nothing available', '{"query":[{"relation":"","field":"available","operator":"=","value":"0","join":"AND"}],"advanced":true}'
      from users where client_id = ${clientId} or (is_su and ${index} = 0)`.execute(tx);
  }
}
