import type { TestApp } from './harness.ts';

export interface StoredItem {
  sku: string;
  /** Of the base unit; left out: never set. */
  size?: readonly [number, number, number];
  /** Units in one of each further unit. */
  uoms?: Readonly<Record<string, number>>;
}

export interface StoredMove {
  sku: string;
  quantity: number;
  at: string;
  /** Left out: on no plate. */
  plate?: string;
  quarantine?: boolean;
}

export interface StoredPlate {
  license: string;
  uom: string;
  /** Bins one after the other, each from a moment on. */
  bins: readonly (readonly [location: string, at: string])[];
}

export interface Storage {
  items: readonly StoredItem[];
  plates?: readonly StoredPlate[];
  /** With the categories of bins. */
  bins?: Readonly<Record<string, string>>;
  moves: readonly StoredMove[];
}

/** A client with a past: items, plates and a ledger, written as they would be after these moves. */
export async function givenStorage(it: TestApp, storage: Storage): Promise<number> {
  const clientId = await it.given.client();
  const { owner } = it.database;
  const { items, plates = [], bins = {}, moves } = storage;
  const uoms = [
    ...new Set(['Each', ...items.flatMap((item) => Object.keys(item.uoms ?? {})), ...plates.map(({ uom }) => uom)]),
  ];
  await owner('insert into uoms (name) select unnest($1::text[]) on conflict do nothing', [uoms]);
  await owner(
    'insert into locations (location, billing_category) select key, value from jsonb_each_text($1::jsonb) on conflict do nothing',
    [JSON.stringify(bins)],
  );
  await owner(`insert into inventories (client_id, type, sku, name) select $1, 'Item', unnest($2::text[]), 'Thing'`, [
    clientId,
    items.map(({ sku }) => sku),
  ]);
  const units = items.flatMap(({ sku, size = [1, 1, 1], uoms: more = {} }) => [
    { sku, uom: 'Each', per: 1, is_base: true, l: size[0], w: size[1], h: size[2] },
    ...Object.entries(more).map(([uom, per]) => ({ sku, uom, per, is_base: false, l: 1, w: 1, h: 1 })),
  ]);
  await owner(
    `insert into inventory_uoms (client_id, inventory_id, uom_id, is_base, qty_per_base, length, width, height)
     select $1, i.id, u.id, r.is_base, r.per, r.l, r.w, r.h
     from jsonb_to_recordset($2::jsonb) r (sku text, uom text, per int, is_base boolean, l numeric, w numeric, h numeric)
     join inventories i on i.client_id = $1 and i.sku = r.sku join uoms u on u.name = r.uom`,
    [clientId, JSON.stringify(units)],
  );
  await owner(
    `with made as (
       insert into licenses (client_id, license, uom_id, location_id)
       select $1, r.license, u.id, (select id from locations where location = r.bins -> -1 ->> 0)
       from jsonb_to_recordset($2::jsonb) r (license text, uom text, bins jsonb) join uoms u on u.name = r.uom
       returning id, license)
     insert into license_locations (client_id, license_id, location_id, user_name, at)
     select $1, made.id, l.id, 'Test', (bin.value ->> 1)::timestamptz
     from jsonb_to_recordset($2::jsonb) r (license text, bins jsonb) join made on made.license = r.license
     cross join lateral jsonb_array_elements(r.bins) with ordinality bin (value, place) join locations l on l.location = bin.value ->> 0
     order by made.id, bin.place`,
    [clientId, JSON.stringify(plates)],
  );
  await givenMoves(it, clientId, moves);
  return clientId;
}

/** More movements of the client, each later than those before it. */
export async function givenMoves(it: TestApp, clientId: number, moves: readonly StoredMove[]): Promise<void> {
  await it.database.owner(
    `with r as (
       select i.id as inventory_id, l.id as license_id, coalesce(r.quarantine, false) as quarantine, r.quantity, r.at, n
       from rows from (jsonb_to_recordset($2::jsonb) as (sku text, plate text, quarantine boolean, quantity int, at timestamptz))
         with ordinality r (sku, plate, quarantine, quantity, at, n)
       join inventories i on i.client_id = $1 and i.sku = r.sku left join licenses l on l.license = r.plate),
     stored as (
       insert into stock_rows (client_id, inventory_id, license_id, quarantine, quantity)
       select $1, inventory_id, license_id, quarantine, sum(quantity) from r group by 2, 3, 4
       on conflict (inventory_id, license_id, lot_id, quarantine) do update set quantity = stock_rows.quantity + excluded.quantity),
     total as (
       update item_totals t set in_stock = t.in_stock + s.pristine, quarantined = t.quarantined + s.quarantined
       from (select inventory_id, coalesce(sum(quantity) filter (where not quarantine), 0) as pristine,
               coalesce(sum(quantity) filter (where quarantine), 0) as quarantined from r group by 1) s
       where s.inventory_id = t.inventory_id)
     insert into movements (client_id, inventory_id, license_id, quarantine, quantity, row_balance, item_balance, kind, user_name, at)
     select $1, inventory_id, license_id, quarantine, quantity, 0, 0, 'adjust', 'Test', at from r order by at, n`,
    [clientId, JSON.stringify(moves)],
  );
}
