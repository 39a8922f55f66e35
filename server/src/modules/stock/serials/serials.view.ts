import {
  BUCKET_CHOICES_MAX,
  type Bucket,
  type BucketChoice,
  bucketList,
  type Movement,
  mayCall,
  NO_LICENSE,
  NO_LOT,
  type ScannedCodes,
  type SearchHit,
} from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { FRAGMENT_MIN, likePattern, listSql, oneOf } from '../../../platform/lists/list-sql.ts';
import { assertItemIsVisible, movementColumns } from '../stock.view.ts';

const bucketColumns = sql`b.id, b.client_id, b.lead, b.increment, b.units, b.used, b.state, b.inventory_id, b.created_at,
  (select json_build_object('id', i.id, 'sku', i.sku, 'name', i.name) from inventories i where i.id = b.inventory_id) as inventory,
  (select c.company from clients c where c.id = b.client_id) as company`;
const itemColumn = (field: 'sku' | 'name') =>
  sql`(select i.${sql.ref(field)} from inventories i where i.id = b.inventory_id) as ${sql.ref(field)}`;

/** A text that is not an id finds nothing. */
const ids = (values: readonly string[]) => values.filter((value) => /^\d{1,9}$/.test(value)).map(Number);

/** Three or more characters are found anywhere in a serial or lead, fewer as a prefix. */
const pattern = (term: string) => `${term.length >= FRAGMENT_MIN ? '%' : ''}${likePattern(term)}%`;
const inSerial = (term: string) => sql`lower(s.serial) like ${pattern(term)}`;
/** A lead need not be one of the serials. */
const inLead = (term: string) => sql`lower(l.lead) like ${pattern(term)}`;
/** The trigram index covers all texts of an item, so it is used first and the SKU is compared afterwards. */
const inSku = (term: string) =>
  term.length >= FRAGMENT_MIN
    ? sql`n.search_text like ${pattern(term)} and lower(n.sku) like ${pattern(term)}`
    : sql`lower(n.sku) like ${pattern(term)}`;

/**
 * One set of ids from three indexes: a scanned serial is found at once among a million. As three conditions on the
 * bucket, the planner would scan in the list's order and check every row. As an array, the ids are looked up in one
 * pass over the key, however many they are.
 */
const matches = (term: string) => sql`b.id = any(array(
  select s.bucket_id from serials s where ${inSerial(term)}
  union all select l.id from serial_buckets l where ${inLead(term)}
  union all select l.id from inventories n join serial_buckets l on l.inventory_id = n.id where n.serial and ${inSku(term)}))`;

export const bucketListSql = listSql<typeof bucketList>({
  spec: bucketList,
  select: sql`${bucketColumns}, ${itemColumn('sku')}, ${itemColumn('name')}`,
  // The item's and client's columns are looked up for the rows of the page only.
  from: sql`serial_buckets b`,
  id: sql`b.id`,
  visible: () => sql`true`,
  sort: { lead: [sql`lower(b.lead)`], created_at: [sql`b.created_at`] },
  filter: { client_id: (values) => sql`b.client_id = any(${ids(values)}::int[])`, state: oneOf(sql`b.state`) },
  search: matches,
  conditions: {},
});

const place = sql`(
  select json_build_object('license', coalesce(p.license, ${NO_LICENSE}), 'license_id', s.license_id, 'location_id', o.id, 'location', coalesce(o.location, ''),
    'lot_number', coalesce(t.lot_number, ${NO_LOT}))
  from stock_rows s left join licenses p on p.id = s.license_id left join locations o on o.id = p.location_id left join lots t on t.id = s.lot_id
  where s.id = b.stock_row_id)`;

export async function readBucket(tx: Tx, id: number): Promise<Bucket> {
  const { rows } = await sql<Bucket>`
    select ${bucketColumns}, ${place} as place,
      (select json_agg(json_build_object('id', s.id, 'serial', s.serial) order by s.id) from serials s where s.bucket_id = b.id) as serials,
      (select json_build_object('id', f.id, 'lead', f.lead) from serial_buckets f where f.id = b.split_from) as split_from,
      coalesce((select json_agg(json_build_object('id', n.id, 'lead', n.lead, 'units', n.units) order by n.id)
        from serial_buckets n where n.split_from = b.id), '[]') as split_into
    from serial_buckets b where b.id = ${id} and ${inScope(tx, 'b.client_id')}`.execute(tx);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/**
 * The history of a bucket's goods, newest first: its own movements, and those of the bucket it was split from until
 * the split, back to the first receipt.
 */
export async function bucketMovements(tx: Tx, id: number): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    with recursive line as (
      select id, split_from, created_at, 'infinity'::timestamptz as until from serial_buckets where id = ${id} and ${inScope(tx)}
      union all
      select b.id, b.split_from, b.created_at, line.created_at from line join serial_buckets b on b.id = line.split_from
    )
    select ${movementColumns}
    from line join movements m on m.bucket_id = line.id and m.at < line.until
    left join serial_buckets k on k.id = m.bucket_id left join licenses l on l.id = m.license_id left join lots o on o.id = m.lot_id
    order by m.at desc, m.id desc`.execute(tx);
  if (
    !rows.length &&
    !(await sql`select from serial_buckets where id = ${id} and ${inScope(tx)}`.execute(tx)).rows.length
  )
    throw notFound();
  return rows;
}

/** For selection: those on hand, oldest first, or the one that contains a scanned serial. */
export async function bucketsOnHand(
  tx: Tx,
  inventoryId: number,
  { row, serial }: { row?: number | undefined; serial: string },
): Promise<BucketChoice[]> {
  await assertItemIsVisible(tx, inventoryId);
  const onRow = row === undefined ? sql`` : sql`and b.stock_row_id = ${row}`;
  const holding = serial
    ? sql`and b.id in (select bucket_id from serials where inventory_id = ${inventoryId} and ${inScope(tx)} and lower(serial) = lower(${serial}::text))`
    : sql``;
  const { rows } = await sql<BucketChoice>`
    select b.id, b.lead, b.units, b.state, coalesce(b.stock_row_id, 0) as stock_row_id from serial_buckets b
    where b.inventory_id = ${inventoryId} and ${inScope(tx, 'b.client_id')} and b.stock_row_id is not null ${onRow} ${holding}
    order by b.created_at, b.id limit ${sql.lit(BUCKET_CHOICES_MAX)}`.execute(tx);
  return rows;
}

const HITS_MAX = 5;

/** For the palette of main users: buckets of all clients, as in their list, by a serial or a lead. */
export async function findBuckets(tx: Tx, actor: Actor, term: string): Promise<SearchHit[]> {
  if (!mayCall(actor, 'view_serial_model')) return [];
  const { rows } = await sql<{ id: number; lead: string; sku: string; company: string; serial: string | null }>`
    select b.id, b.lead, i.sku, c.company, found.serial
    from (select bucket_id, min(serial) as serial from (
        (select s.bucket_id, s.serial from serials s where ${inSerial(term)} order by lower(s.serial) limit ${sql.lit(HITS_MAX * 10)})
        union all
        (select l.id, null from serial_buckets l where ${inLead(term)} order by lower(l.lead), l.id limit ${sql.lit(HITS_MAX)})
      ) every group by bucket_id) found
    join serial_buckets b on b.id = found.bucket_id join inventories i on i.id = b.inventory_id join clients c on c.id = b.client_id
    order by lower(coalesce(found.serial, b.lead)), b.id limit ${sql.lit(HITS_MAX)}`.execute(tx);
  return rows.map(({ id, lead, sku, company, serial }) => ({
    kind: 'serial',
    id,
    title: serial ?? lead,
    description: [sku, company].join(' · '),
    path: `/serials/${id}/action/view`,
  }));
}

/** The buckets that hold a scanned serial, of all clients: a serial is unique for its item only. */
export async function findScannedSerials(tx: Tx, actor: Actor, { serial }: ScannedCodes): Promise<SearchHit[]> {
  if (!serial || !mayCall(actor, 'view_serial_model')) return [];
  const { rows } = await sql<{ id: number; serial: string; sku: string; company: string }>`
    select b.id, s.serial, i.sku, c.company from serials s join serial_buckets b on b.id = s.bucket_id
    join inventories i on i.id = b.inventory_id join clients c on c.id = b.client_id
    where lower(s.serial) = lower(${serial}::text) order by lower(i.sku), b.id limit ${sql.lit(HITS_MAX)}`.execute(tx);
  return rows.map(({ id, sku, company, ...row }) => ({
    kind: 'serial',
    id,
    title: row.serial,
    description: [sku, company].join(' · '),
    path: `/serials/${id}/action/view`,
  }));
}
