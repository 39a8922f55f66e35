import {
  type Address,
  type FoundName,
  type Relation,
  type RelationSelector,
  type RelationType,
  relationList,
} from '@longshore/contract';
import { type Actor, workingClient } from '../../platform/auth/actor.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { notFound } from '../../platform/http/problem.ts';
import { flagOf, likePattern, listSql, oneOf } from '../../platform/lists/list-sql.ts';
import { searchSql } from '../../platform/lists/search.ts';
import { namedBy } from '../../platform/search/names.ts';
import type { FoundHit } from '../../platform/search/search.ts';
import { addressColumns, relationColumns } from './relations.store.ts';

const OPTIONS_MAX = 10;

const addressSelect = sql`a.id, ${addressColumns.record}`;

const beginsWith = (term: string) => {
  const pattern = `${likePattern(term)}%`;
  return sql`(lower(r.name) like ${pattern} or lower(r.account) like ${pattern} or lower(r.email) like ${pattern})`;
};

export const relationListSql = listSql<typeof relationList>({
  spec: relationList,
  select: sql`r.id, r.client_id, r.type, ${relationColumns.row}, r.updated_at`,
  from: sql`relations r`,
  id: sql`r.id`,
  visible: (actor) => sql`r.client_id = ${workingClient(actor)} and not r.is_system`,
  sort: { ...relationColumns.sort, name: [sql`lower(r.name)`, sql`r.name`], updated_at: [sql`r.updated_at`] },
  filter: { type: oneOf(sql`r.type`), is_active: flagOf(sql`r.is_active`) },
  search: beginsWith,
  fragments: {
    text: sql`r.search_text`,
    ids: (clientId, pattern) => sql`guarded.find_relations(${clientId}, ${pattern})`,
  },
  conditions: {
    '': { fields: { ...relationColumns.conditions, updated_at: sql`r.updated_at` } },
    addresses: {
      within: (comparison) =>
        sql`exists (select from addresses a where a.client_id = r.client_id and a.relation_id = r.id and ${comparison})`,
      fields: addressColumns.conditions,
    },
  },
});

const relationSelect = sql`r.id, r.client_id, r.type, ${relationColumns.record}, coalesce(r.courier_id, 0) as default_courier,
  r.is_system, r.created_at, r.updated_at,
  coalesce((select json_agg(a order by a.id) from (select ${addressSelect} from addresses a where a.client_id = r.client_id and a.relation_id = r.id) a), '[]') as addresses`;

/** A client user reads its own client's records; a main user may read any by its id. */
export async function readRelation(tx: Tx, id: number): Promise<Relation> {
  const { rows } =
    await sql<Relation>`select ${relationSelect} from relations r where r.id = ${id} and ${inScope(tx, 'r.client_id')}`.execute(
      tx,
    );
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** A client's relations of a type by their name, or by their account when none has the name. */
export async function findRelationsNamed(
  tx: Tx,
  clientId: number,
  type: RelationType,
  written: string,
): Promise<Relation[]> {
  const { rows } = await sql<Relation>`
    select ${relationSelect} from relations r
    where r.client_id = ${clientId} and r.type = ${type} and not r.is_system
      and (lower(r.name) = lower(${written}::text) or lower(r.account) = lower(${written}::text))
    order by r.id limit ${sql.lit(OPTIONS_MAX)}`.execute(tx);
  const named = rows.filter(({ name }) => name.toLowerCase() === written.toLowerCase());
  return named.length ? named : rows;
}

export async function readAddresses(tx: Tx, relationId: number): Promise<Address[]> {
  return (await readRelation(tx, relationId)).addresses;
}

export async function readAddress(tx: Tx, relationId: number, id: number): Promise<Address> {
  const { rows } = await sql<Address>`
    select ${addressSelect} from addresses a where a.relation_id = ${relationId} and ${inScope(tx, 'a.client_id')} and a.id = ${id}`.execute(
    tx,
  );
  if (!rows[0]) throw notFound();
  return rows[0];
}

const found = async (tx: Tx, actor: Actor, term: string, extra: Sql) => sql`
  from relations r where ${relationListSql.visible(actor)} and ${extra} and ${await searchSql(tx, relationListSql, actor, term)}
  order by lower(r.name), r.name, r.id limit ${sql.lit(OPTIONS_MAX)}`;

/** Active relations, of the client a main user names, else of the one worked for. A client user finds only its own. */
export async function selectRelations(tx: Tx, actor: Actor, { type, search, cid }: RelationSelector) {
  const worker = { ...actor, workingClientId: cid ?? actor.workingClientId };
  const { rows } = await sql<Relation>`
    select ${relationSelect} ${await found(tx, worker, search, sql`r.type = ${type} and r.is_active`)}`.execute(tx);
  return rows.map((relation) => ({
    id: relation.id,
    title: relation.name,
    description: [relation.account, relation.email].filter(Boolean).join(' · '),
    relation,
  }));
}

/** The address of a relation's page. */
export const relationPath = (type: RelationType, id: number) => `/relations/${type}/${id}/action/view`;

/** For the palette. */
export async function findRelations(tx: Tx, actor: Actor, term: string): Promise<FoundHit[]> {
  const { rows } = await sql<{ id: number; type: RelationType; name: string; account: string; email: string }>`
    select r.id, r.type, r.name, r.account, r.email ${await found(tx, actor, term, sql`true`)}`.execute(tx);
  return rows.map((row) => ({
    kind: row.type,
    id: row.id,
    title: row.name,
    description: [row.account, row.email].filter(Boolean).join(' · '),
    path: relationPath(row.type, row.id),
    codes: [row.account, row.email].filter(Boolean),
  }));
}

/** For the client's page; system relations do not count. */
export async function countRelations(tx: Tx, clientId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from relations where client_id = ${clientId} and not is_system`.execute(tx);
  return rows[0]?.count ?? 0;
}

const NAMED_MAX = 100;

/** The working client's customers and vendors that a phrase names in full; of those with the same name one is enough. */
export async function findRelationNames(tx: Tx, actor: Actor, spans: readonly string[]): Promise<FoundName[]> {
  const clientId = workingClient(actor);
  const named = sql`select guarded.find_relations_named(${clientId}, ${spans as string[]}::text[]) limit ${sql.lit(NAMED_MAX)}`;
  const { rows } = await sql<{ id: number; type: RelationType; name: string }>`
    select min(r.id) as id, r.type, min(r.name) as name from relations r
    where r.client_id = ${clientId} and r.id = any(array(${named}))
    group by r.type, lower(r.name) order by lower(r.name), r.type limit ${sql.lit(OPTIONS_MAX)}`.execute(tx);
  return rows.flatMap((row) => namedBy(row.type, row, spans, false));
}
