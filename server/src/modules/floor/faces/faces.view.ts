import { type Face, faceList } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { likePattern, listSql } from '../../../platform/lists/list-sql.ts';

/** Goods of the face `f` that can be picked, on the plates `l` in the bins `b`. */
const goods = (where: Sql) => sql`
  (select coalesce(sum(s.quantity), 0)::int from stock_rows s
    join licenses l on l.client_id = s.client_id and l.id = s.license_id left join locations b on b.id = l.location_id
    where s.client_id = f.client_id and s.inventory_id = f.inventory_id and not s.quarantine and s.quantity > 0 and ${where})`;

/** Units in the face, and units on plates outside of picking bins. */
export const unitsInFace = goods(sql`l.location_id = f.location_id`);
export const unitsInReserve = goods(sql`b.type is distinct from 'P' and l.location_id is distinct from f.location_id`);

/** Units that are left to pick for waves that are picked now and for shipments that are due today or were due before. */
export const unitsNeeded = sql`
  (select coalesce(sum(n.quantity - n.fulfilled), 0)::int from shipment_lines n
    join shipments s on s.client_id = n.client_id and s.id = n.shipment_id
    where n.client_id = f.client_id and n.inventory_id = f.inventory_id and n.fulfilled < n.quantity
      and s.direction = 'outbound' and s.status = 'In Warehouse' and s.voided_at is null
      and (s.ship_date <= (select (now() at time zone timezone)::date from company)
        or exists (select from wave_shipments v where v.client_id = s.client_id and v.shipment_id = s.id and v.is_open)))`;

/** In all picking bins. */
const unitsToPick = goods(sql`b.type = 'P'`);

/**
 * Below the minimum, or not enough for what is needed now. For the latter a face is filled up when at least half of it is
 * missing, so that not every pick calls for another plate.
 */
export const isLow = sql`
  (${unitsInFace} < f.minimum or (${unitsInFace} * 2 <= f.maximum and ${unitsToPick} < ${unitsNeeded}))`;

const columns = sql`f.id, f.client_id, c.company as client_name, f.location_id, p.location, f.inventory_id, i.sku, i.name, f.minimum, f.maximum,
  ${unitsInFace} as units, ${unitsInReserve} as reserve, ${unitsNeeded} as needed, ${isLow} as is_low, f.created_at, f.updated_at`;
const faces = sql`faces f join clients c on c.id = f.client_id join locations p on p.id = f.location_id
  join inventories i on i.client_id = f.client_id and i.id = f.inventory_id`;

/** A text that is not an id finds nothing. */
const ids = (values: readonly string[]) => values.filter((value) => /^\d{1,9}$/.test(value)).map(Number);

export const faceListSql = listSql<typeof faceList>({
  spec: faceList,
  select: columns,
  from: faces,
  id: sql`f.id`,
  visible: () => sql`true`,
  sort: {
    location: [sql`lower(p.location)`],
    sku: [sql`lower(i.sku)`],
    created_at: [sql`f.created_at`],
  },
  filter: {
    client_id: (values) => sql`f.client_id = any(${ids(values)}::int[])`,
    state: (values) => (values.length === 1 ? sql`${isLow} = ${values[0] === 'low'}::boolean` : sql`true`),
  },
  search: (
    term,
  ) => sql`(lower(p.location) like ${`${likePattern(term)}%`} or lower(i.sku) like ${`${likePattern(term)}%`}
    or lower(i.name) like ${`%${likePattern(term)}%`})`,
  conditions: {},
});

export async function readFace(tx: Tx, id: number): Promise<Face> {
  const { rows } = await sql<Face>`
    select ${columns} from ${faces} where f.id = ${id} and ${inScope(tx, 'f.client_id')}`.execute(tx);
  if (!rows[0]) throw notFound();
  return rows[0];
}
