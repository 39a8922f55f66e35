import { api, mayCall, type SearchHit } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { likePattern } from '../../platform/lists/list-sql.ts';
import { today } from './links.store.ts';

const HITS_MAX = 10;

/** For the palette: activities by their name. */
export async function findActivities(tx: Tx, actor: Actor, term: string): Promise<SearchHit[]> {
  if (!mayCall(actor, api.billingActivities.get.access)) return [];
  const { rows } = await sql<{ id: number; name: string; company: string }>`
    select a.id, a.name, c.company from billing_activities a join clients c on c.id = a.client_id
    where lower(a.name) like ${`%${likePattern(term)}%`} and ${inScope(tx, 'a.client_id')}
    order by lower(a.name), lower(c.company), a.id limit ${sql.lit(HITS_MAX)}`.execute(tx);
  return rows.map(({ id, name, company }) => ({
    kind: 'activity',
    id,
    title: name,
    description: company,
    path: `/billing/activities/${id}/action/view`,
  }));
}

/** The statement of the last month, by the client's company. */
export async function findStatements(tx: Tx, actor: Actor, term: string): Promise<SearchHit[]> {
  if (!mayCall(actor, api.billingStatements.get.access)) return [];
  const { rows } = await sql<{ id: number; company: string; month: string }>`
    select c.id, c.company, to_char(${today}::timestamp - interval '1 month', 'YYYY-MM') as month from clients c
    where lower(c.company) like ${`%${likePattern(term)}%`} and ${inScope(tx, 'c.id')}
      and exists (select from billing_activities a where a.client_id = c.id)
    order by lower(c.company), c.id limit ${sql.lit(HITS_MAX)}`.execute(tx);
  return rows.map(({ id, company, month }) => ({
    kind: 'statement',
    id,
    title: company,
    description: month,
    path: `/billing/statements/${id}/${month}`,
  }));
}
