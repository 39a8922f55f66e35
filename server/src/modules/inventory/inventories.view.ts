import {
  basicInventoryList,
  type FoundName,
  type Inventory,
  type InventoryOption,
  inventoryList,
  itemCodes,
  type ScannedCodes,
  SELECTOR_MAX,
  type SearchHit,
  withoutPadding,
} from '@longshore/contract';
import { type Actor, workingClient } from '../../platform/auth/actor.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { notFound } from '../../platform/http/problem.ts';
import { FRAGMENT_MIN, flagOf, type ListSql, likePattern, listSql, oneOf } from '../../platform/lists/list-sql.ts';
import { namedBy } from '../../platform/search/names.ts';
import type { FoundHit } from '../../platform/search/search.ts';
import { itemColumns, latestMovement } from './inventories.store.ts';
import { lotsIn, pickingLocationsIn } from './stock-places.ts';

const beginsWith = (term: string) => {
  const pattern = `${likePattern(term)}%`;
  return sql`(lower(i.sku) like ${pattern} or lower(i.name) like ${pattern} or lower(i.upc) like ${pattern})`;
};

const baseUom = sql`coalesce((select u.name from inventory_uoms l join uoms u on u.id = l.uom_id
  where l.client_id = i.client_id and l.inventory_id = i.id and l.is_base), '')`;

const categorized = sql`categorized d join categories c on c.client_id = d.client_id and c.id = d.category_id and c.resource = 'Inventory'`;

const stockOf = (what: Sql) => (comparison: Sql) =>
  sql`exists (select from stock_rows s join ${what} where s.client_id = i.client_id and s.inventory_id = i.id and s.quantity > 0 and ${comparison})`;

const shared = {
  select: sql`i.id, i.client_id, i.type, ${itemColumns.row}, ${baseUom} as base_uom,
    array(select c.name from ${categorized} where d.client_id = i.client_id and d.resource_id = i.id order by lower(c.name)) as categories,
    t.in_stock, t.reserved, t.available, (select currency from company) as currency, i.updated_at`,
  from: sql`inventories i left join item_totals t on t.inventory_id = i.id`,
  id: sql`i.id`,
  visible: (actor: Actor) => sql`i.client_id = ${workingClient(actor)}`,
  filter: { type: oneOf(sql`i.type`), is_active: flagOf(sql`i.is_active`) },
  search: beginsWith,
  fragments: {
    text: sql`i.search_text`,
    ids: (clientId: number, pattern: string) => sql`guarded.find_inventories(${clientId}, ${pattern})`,
  },
};

const ownSorts = { ...itemColumns.sort, updated_at: [sql`i.updated_at`] };

const STOCK_SORTS = ['in_stock', 'reserved', 'available'];

/**
 * Kits have no stock of their own and come after all items. Items are read in the order of their totals, by the
 * index on those: joined the other way round, a million of them would be sorted for a page of fifteen.
 */
const stockOrder: NonNullable<ListSql['orderedSources']> = (first) =>
  STOCK_SORTS.includes(first)
    ? [
        sql`item_totals t join inventories i on i.client_id = t.client_id and i.id = t.inventory_id`,
        sql`(select * from inventories where type = 'Kit') i cross join (select null::int as in_stock, null::int as reserved, null::int as available) t`,
      ]
    : undefined;

export const inventoryListSql = listSql<typeof inventoryList>({
  ...shared,
  spec: inventoryList,
  orderedSources: stockOrder,
  sort: { ...ownSorts, in_stock: [sql`t.in_stock`], reserved: [sql`t.reserved`], available: [sql`t.available`] },
  conditions: {
    '': {
      fields: {
        ...itemColumns.conditions,
        in_stock: sql`t.in_stock`,
        reserved: sql`t.reserved`,
        available: sql`t.available`,
        quarantined: sql`t.quarantined`,
        updated_at: sql`i.updated_at`,
      },
    },
    categories: {
      within: (comparison) =>
        sql`exists (select from ${categorized} where d.client_id = i.client_id and d.resource_id = i.id and ${comparison})`,
      fields: { name: sql`c.name` },
    },
    lots: {
      within: stockOf(sql`lots o on o.client_id = s.client_id and o.id = s.lot_id`),
      fields: { lot_number: sql`o.lot_number`, expire_date: sql`o.expire_date` },
    },
    licenses: {
      within: stockOf(sql`licenses p on p.client_id = s.client_id and p.id = s.license_id`),
      fields: { license: sql`p.license` },
    },
  },
});

export const basicInventoryListSql = listSql<typeof basicInventoryList>({
  ...shared,
  spec: basicInventoryList,
  sort: ownSorts,
  conditions: {},
});

/** Its units, the base one first, and that one's name. */
const units = sql`left join lateral (
  select coalesce(max(u.name) filter (where l.is_base), '') as base_uom,
    coalesce(json_agg(json_build_object('id', u.id, 'name', u.name, 'pivot', json_build_object('is_base', l.is_base::int,
      'qty_per_base', l.qty_per_base, 'weight', l.weight::float8, 'length', l.length::float8, 'width', l.width::float8,
      'height', l.height::float8)) order by not l.is_base, l.qty_per_base, u.id), '[]') as uoms
  from inventory_uoms l join uoms u on u.id = l.uom_id where l.client_id = i.client_id and l.inventory_id = i.id) n on true`;

const kits = sql`coalesce((
  select json_agg(json_build_object('id', e.id, 'sku', e.sku, 'name', e.name, 'available', ct.available,
    'pivot', json_build_object('item_qty', k.quantity)) order by lower(e.sku))
  from kit_components k join inventories e on e.client_id = k.client_id and e.id = k.item_id
  join item_totals ct on ct.client_id = k.client_id and ct.inventory_id = k.item_id
  where k.client_id = i.client_id and k.kit_id = i.id), '[]')`;

/** As many kits as the scarcest component allows; a kit of nothing cannot be put together at all. */
const kitsAvailable = sql`coalesce((
  select min(ct.available / k.quantity) from kit_components k
  join item_totals ct on ct.client_id = k.client_id and ct.inventory_id = k.item_id
  where k.client_id = i.client_id and k.kit_id = i.id), 0)`;

const categories = sql`coalesce((
  select json_agg(json_build_object('id', c.id, 'name', c.name, 'tag', c.name) order by lower(c.name), c.id)
  from ${categorized} where d.client_id = i.client_id and d.resource_id = i.id), '[]')`;

/** Pristine before quarantined, what expires first before what keeps, bins in walking order. */
const stock = sql`coalesce((
  select json_agg(json_build_object('id', s.id, 'client_id', s.client_id, 'inventory_id', s.inventory_id,
    'license', coalesce(p.license, '_SystemNoLicense'), 'license_id', s.license_id,
    'locations', case when b.id is null then '[]'::json else json_build_array(json_build_object('id', b.id, 'location', b.location,
      'type', b.type, 'billing_category', b.billing_category)) end,
    'total', s.quantity, 'quarantine', s.quarantine::int, 'lot_id', s.lot_id, 'lot_number', coalesce(o.lot_number, '_SystemNoLotNumber'),
    'expire_date', o.expire_date) order by s.quarantine, o.expire_date nulls last, lower(b.location) nulls last, lower(p.license) nulls last, s.id)
  from stock_rows s
  left join licenses p on p.client_id = s.client_id and p.id = s.license_id
  left join locations b on b.id = p.location_id
  left join lots o on o.client_id = s.client_id and o.id = s.lot_id
  where s.client_id = i.client_id and s.inventory_id = i.id and s.quantity > 0), '[]')`;

const ownColumns = sql`i.id, i.client_id, i.type, ${itemColumns.record}, t.in_stock, t.reserved,
  coalesce(t.quarantined, 0) as quarantined, n.base_uom, n.uoms, ${categories} as categories, ${stock} as stock, i.created_at, i.updated_at`;

const hasMoved = sql`((${latestMovement(sql`m.inventory_id = i.id`)}) is not null)::int`;

const inventoryColumns = sql`${ownColumns}, case i.type when 'Kit' then ${kitsAvailable} else t.available end as available,
  ${hasMoved} as has_moved, ${kits} as kits`;

type Read = Omit<Inventory, 'lot_qty' | 'picking_locations'>;

const whole = (read: Read): Inventory => ({
  ...read,
  lot_qty: lotsIn(read.stock),
  picking_locations: pickingLocationsIn(read.stock),
});

/** A client user reads its own client's records; a main user may read any by its id. */
export async function readInventory(tx: Tx, id: number): Promise<Inventory> {
  const { rows } = await sql<Read>`
    select ${inventoryColumns} from ${shared.from} ${units} where i.id = ${id} and ${inScope(tx, 'i.client_id')}`.execute(
    tx,
  );
  if (!rows[0]) throw notFound();
  return whole(rows[0]);
}

/** A scan is the complete text of one of these, or the same number as UPC, EAN or GTIN. */
export const hasCode = (codes: readonly string[]) => {
  const among = sql`any(${codes.map((code) => code.toLowerCase())}::text[])`;
  return sql`(lower(i.sku) = ${among} or lower(i.upc) = ${among}
    or (i.barcode_1 <> '' and lower(i.barcode_1) = ${among}) or (i.barcode_2 <> '' and lower(i.barcode_2) = ${among}))`;
};

/** A search that matches more items than this is too vague to choose from. */
const CANDIDATES_MAX = 500;

/** By a scanned code, which comes first, or by a fragment of three characters and more. */
function found(clientId: number | null, term: string, extra: Sql, limit: number): Sql {
  const isCode = hasCode(itemCodes(term));
  const fragment =
    term.length >= FRAGMENT_MIN
      ? sql`or i.id in (select guarded.find_inventories(${clientId}, ${likePattern(withoutPadding(term))}) limit ${sql.lit(CANDIDATES_MAX)})`
      : sql``;
  return sql`where i.client_id = ${clientId} and (${isCode} ${fragment}) and ${extra}
    order by not ${isCode}, lower(i.sku) limit ${sql.lit(limit)}`;
}

const descriptionOf = (row: { name: string; upc: string }) => [row.name, row.upc].filter(Boolean).join(' · ');

export interface Selection {
  search: string;
  excepts: number[];
  canSearchKit: 0 | 1;
  cid?: number | undefined;
}

/** At most five active items or kits; of the client a main user names, else of the one worked for. */
export async function selectInventories(tx: Tx, actor: Actor, selection: Selection): Promise<InventoryOption[]> {
  const { search, excepts, canSearchKit, cid } = selection;
  if (!search) return [];
  const clientId = actor.clientId ?? cid ?? workingClient(actor);
  const fits = sql`i.is_active and i.id <> all(${excepts}::int[]) ${canSearchKit ? sql`` : sql`and i.type = 'Item'`}`;
  const { rows } = await sql<Read>`
    select ${inventoryColumns} from ${shared.from} ${units} ${found(clientId, search, fits, SELECTOR_MAX)}`.execute(tx);
  return rows.map((inventory) => ({
    inventory: whole(inventory),
    title: inventory.sku,
    description: descriptionOf(inventory),
    available: inventory.available,
  }));
}

const HITS_MAX = 10;

interface FoundItem {
  id: number;
  type: 'Item' | 'Kit';
  sku: string;
  name: string;
  upc: string;
  /** Kits have no stock of their own. */
  in_stock: number | null;
}

/** The address of an item's page. */
export const inventoryPath = (id: number) => `/inventories/${id}/action/view`;

async function itemHits(tx: Tx, found: Sql): Promise<SearchHit[]> {
  const { rows } = await sql<FoundItem>`
    select i.id, i.type, i.sku, i.name, i.upc, t.in_stock from ${shared.from} ${found}`.execute(tx);
  return rows.map((row) => ({
    kind: row.type === 'Kit' ? 'kit' : 'item',
    id: row.id,
    title: row.sku,
    description: descriptionOf(row),
    path: inventoryPath(row.id),
    ...(row.in_stock === null ? {} : { quantity: row.in_stock }),
  }));
}

/** For the palette: what a code names as a whole, in any way to write it, comes first. */
export async function findInventories(tx: Tx, actor: Actor, term: string): Promise<FoundHit[]> {
  const clientId = workingClient(actor);
  const codes = itemCodes(term);
  const isCode = sql`where i.client_id = ${clientId} and ${hasCode(codes)} order by lower(i.sku) limit ${sql.lit(HITS_MAX)}`;
  const [named, hits] = await Promise.all([
    itemHits(tx, isCode),
    itemHits(tx, found(clientId, term, sql`true`, HITS_MAX)),
  ]);
  const exact = new Set(named.map(({ id }) => id));
  return hits.map((hit) => ({ ...hit, codes: exact.has(hit.id) ? [term] : [] }));
}

/** The items and kits of the working client that a scan names. */
export const findScannedItems = async (tx: Tx, actor: Actor, { items }: ScannedCodes): Promise<SearchHit[]> =>
  items.length === 0
    ? []
    : itemHits(
        tx,
        sql`where i.client_id = ${workingClient(actor)} and ${hasCode(items)} order by lower(i.sku) limit ${sql.lit(HITS_MAX)}`,
      );

/** For the client's page. */
export async function countInventories(tx: Tx, clientId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from inventories where client_id = ${clientId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** The working client's items and kits whose SKU is in a phrase. */
export async function findItemNames(tx: Tx, actor: Actor, spans: readonly string[]): Promise<FoundName[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select i.id, i.sku as name from inventories i
    where i.client_id = ${workingClient(actor)} and lower(i.sku) = any(${spans as string[]}::text[])
    order by lower(i.sku) limit ${sql.lit(HITS_MAX)}`.execute(tx);
  return rows.flatMap((row) => namedBy('item', row, spans, false));
}
