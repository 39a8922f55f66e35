import {
  type Answer,
  type Endpoint,
  formatListQuery,
  type ListSpec,
  mayCall,
  type Out,
  type SearchHit,
  type Traceable,
  type TraceField,
} from '@longshore/contract';
import type { Actor } from '../auth/actor.ts';
import { type Sql, sql } from '../database/sql.ts';
import type { Tx } from '../database/tx.ts';
import { type PlainEventKind, recordEvent } from '../events/events.ts';
import { type Binding, bind } from '../http/bind.ts';
import { notFound, stale } from '../http/problem.ts';
import type { ListSql } from '../lists/list-sql.ts';
import { serveList } from '../lists/serve-list.ts';
import type { Finder } from '../search/search.ts';
import { type PlainColumns, plainList } from './plain-list.ts';

type OfOne = Endpoint<{ id: { _zod: { input: unknown; output: number } } }>;
interface PlainEndpoints {
  list: Endpoint & { list: ListSpec };
  get: OfOne;
  create: Endpoint;
  update: OfOne;
  remove: OfOne;
}

interface Change {
  field: TraceField<Traceable>;
  newValue: string;
}

/** Records who changed which fields of a record. The platform has no table for that: a module provides it. */
export interface History {
  /** The fields whose value changed. */
  changesBetween(before: object, after: object): Change[];
  trace(
    tx: Tx,
    actor: Actor,
    entry: { type: Traceable; id: number; clientId: null; subject: 'Created' | 'Updated'; changes: Change[] },
  ): Promise<void>;
}

interface PlainDeclaration<E extends PlainEndpoints> extends PlainColumns {
  endpoints: E;
  /** The event when one is saved or deleted: `location.saved`. */
  event: PlainEventKind;
  /** The kind of its history, and who records it. */
  traced: Traceable;
  history: History;
  /** How the palette shows one. It links to its page or, for records without one, to the list searched for its title. */
  palette: { kind: string; title: string; description: string; hasPage?: boolean };
}

/** What other modules and imports may do with the records. */
interface PlainResource<E extends PlainEndpoints> {
  read(tx: Tx, id: number): Promise<Answer<E['get']>>;
  create(tx: Tx, actor: Actor, body: Out<E['create']['body']>): Promise<Answer<E['create']>>;
  find: Finder;
  /** Finds the record that has exactly this name. */
  findNamed: Finder;
  routes(): Binding[];
}

interface PlainRow {
  id: number;
  updated_at: string;
}

/** Reads and writes of a table that stores its records as they are sent, with their history. */
function plainStore(
  list: ListSql,
  declaration: Pick<PlainDeclaration<PlainEndpoints>, 'event' | 'traced' | 'history'>,
) {
  const { event, traced, history } = declaration;
  const { from: table, select } = list;
  const read = async (tx: Tx, id: number): Promise<object> => {
    const { rows } = await sql<object>`select ${select} from ${table} where id = ${id}`.execute(tx);
    return rows[0] ?? Promise.reject(notFound());
  };
  const record = (tx: Tx, subjectId: number) => recordEvent(tx, { kind: event, subjectId });
  return {
    read,
    async create(tx: Tx, actor: Actor, body: object) {
      const columns = Object.keys(body).map((name) => sql.ref(name));
      const { rows } = await sql<{ id: number }>`
        insert into ${table} (${sql.join(columns)}) values (${sql.join(Object.values(body))}) returning id`.execute(tx);
      const id = rows[0]?.id ?? 0;
      await history.trace(tx, actor, {
        type: traced,
        id,
        clientId: null,
        subject: 'Created',
        changes: history.changesBetween({}, body),
      });
      await record(tx, id);
      return read(tx, id);
    },
    async update(tx: Tx, actor: Actor, id: number, { updated_at: readAt, ...body }: { updated_at?: string }) {
      const { rows } = await sql<PlainRow>`select * from ${table} where id = ${id} for no key update`.execute(tx);
      const before = rows[0];
      if (!before) throw notFound();
      if (readAt && readAt !== before.updated_at) throw stale();
      const changes = history.changesBetween(before, body);
      if (!changes.length) return read(tx, id);
      const values = Object.entries(body).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
      await sql`update ${table} set ${sql.join(values)}, updated_at = now() where id = ${id}`.execute(tx);
      await history.trace(tx, actor, { type: traced, id, clientId: null, subject: 'Updated', changes });
      await record(tx, id);
      return read(tx, id);
    },
    async remove(tx: Tx, id: number) {
      const { rows } = await sql<{ id: number }>`delete from ${table} where id = ${id} returning id`.execute(tx);
      if (!rows[0]) throw notFound();
      await record(tx, id);
      return true;
    },
  };
}

/** More hits of one kind would push the others out of the palette. */
const HITS_MAX = 5;

function plainFinders({ endpoints, palette }: PlainDeclaration<PlainEndpoints>, list: ListSql) {
  const [title, description] = [sql.ref(palette.title), sql.ref(palette.description)];
  const base = `/${list.spec.resource}`;
  const pathTo = (found: { id: number; title: string }) =>
    palette.hasPage
      ? `${base}/${found.id}/action/view`
      : `${base}/${encodeURIComponent(formatListQuery({ search: found.title }))}`;
  const hits = async (tx: Tx, actor: Actor, condition: Sql): Promise<SearchHit[]> => {
    if (!mayCall(actor, endpoints.list.access)) return [];
    const { rows } = await sql<{ id: number; title: string; description: string }>`
      select id, ${title} as title, ${description} as description from ${list.from}
      where ${condition} order by lower(${title}) limit ${sql.lit(HITS_MAX)}`.execute(tx);
    return rows.map((row) => ({ kind: palette.kind, ...row, path: pathTo(row) }));
  };
  const find: Finder = (tx, actor, term) => hits(tx, actor, list.search(term, actor));
  const findNamed: Finder = (tx, actor, name) => hits(tx, actor, sql`lower(${title}) = lower(${name}::text)`);
  return { find, findNamed };
}

/**
 * A resource of the company, not of a client, whose records are saved exactly as they are sent: the contract
 * describes it completely. A duplicate name and a record in use are refused by database constraints, for which the
 * module declares the messages.
 */
export function plainResource<E extends PlainEndpoints>(declaration: PlainDeclaration<E>): PlainResource<E> {
  const endpoints: PlainEndpoints = declaration.endpoints;
  const list = plainList(endpoints.list.list, declaration);
  const store = plainStore(list, declaration);
  const resource = {
    ...store,
    ...plainFinders(declaration as unknown as PlainDeclaration<PlainEndpoints>, list),
    routes: (): Binding[] => [
      bind(endpoints.list, (tx, call) => serveList(tx, list, call)),
      bind(endpoints.get, (tx, { params }) => store.read(tx, params.id)),
      bind(endpoints.create, (tx, { actor, body }) => store.create(tx, actor, body as object)),
      bind(endpoints.update, (tx, { actor, params, body }) => store.update(tx, actor, params.id, body as object)),
      bind(endpoints.remove, (tx, { params }) => store.remove(tx, params.id)),
    ],
  };
  return resource as unknown as PlainResource<E>;
}
