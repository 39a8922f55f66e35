import { formatListQuery, type Location, locationList, mayCall, type SearchHit } from '@longshore/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { notFound } from '../../platform/http/problem.ts';
import { FRAGMENT_MIN, likePattern, listSql, oneOf } from '../../platform/lists/list-sql.ts';

const columns = sql`b.id, b.location, b.type, b.billing_category,
  (select count(*) from licenses l where l.location_id = b.id) as license_count, b.created_at`;

const matches = (term: string) =>
  sql`lower(b.location) like ${`${term.length >= FRAGMENT_MIN ? '%' : ''}${likePattern(term)}%`}`;

export const locationListSql = listSql<typeof locationList>({
  spec: locationList,
  select: columns,
  from: sql`locations b`,
  id: sql`b.id`,
  visible: () => sql`true`,
  sort: {
    location: [sql`lower(b.location)`],
    billing_category: [sql`lower(b.billing_category)`],
    created_at: [sql`b.created_at`],
  },
  filter: { type: oneOf(sql`b.type`) },
  search: matches,
  conditions: {},
});

export async function readLocation(tx: Tx, id: number): Promise<Location> {
  const { rows } = await sql<Location>`select ${columns} from locations b where b.id = ${id}`.execute(tx);
  if (!rows[0]) throw notFound();
  return rows[0];
}

const HITS_MAX = 5;

/** For the palette: a bin is shown where it stands in the list. */
export async function findLocations(tx: Tx, actor: Actor, term: string): Promise<SearchHit[]> {
  if (!mayCall(actor, 'view_location_list')) return [];
  const { rows } = await sql<{ id: number; location: string; billing_category: string }>`
    select b.id, b.location, b.billing_category from locations b where ${matches(term)}
    order by lower(b.location) limit ${sql.lit(HITS_MAX)}`.execute(tx);
  return rows.map((row) => ({
    kind: 'location',
    id: row.id,
    title: row.location,
    description: row.billing_category,
    path: `/locations/${encodeURIComponent(formatListQuery({ search: row.location }))}`,
  }));
}
