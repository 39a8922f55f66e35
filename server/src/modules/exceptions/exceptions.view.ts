import {
  COUNTER_MAX,
  type Dashboard,
  type Exception,
  type ExceptionDetails,
  type ExceptionOverview,
  type ExceptionView,
  exceptionList,
  mayCall,
  OVERVIEW_ROWS,
  SEVERITIES,
} from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { ExceptionKind } from '../../platform/exceptions/exception.ts';
import { FRAGMENT_MIN, likePattern, listSql, oneOf } from '../../platform/lists/list-sql.ts';
import type { Registry } from '../../platform/module.ts';
import { proposalsFor, type StoredException, titleOf, wordsFor } from './exception-words.ts';

/** The kinds that this user sees. */
export const kindsFor = (registry: Registry, actor: Actor): readonly ExceptionKind[] =>
  registry.list('exceptions').filter(({ access }) => mayCall(actor, access));

/** As it is stored: 1 is the worst. */
const rankOf = (severity: string) => (SEVERITIES as readonly string[]).indexOf(severity) + 1;

const namesOf = (kinds: readonly ExceptionKind[]) => kinds.map(({ name }) => name);

const isMine = (actor: Actor): Sql => sql`coalesce(e.owner_id = ${actor.id}, false)`;

/** Staff and the users of a client snooze an exception separately. */
const snoozedUntil = (actor: Actor): Sql =>
  actor.clientId === null ? sql`e.snoozed_until` : sql`e.client_snoozed_until`;
const isSnoozed = (actor: Actor): Sql => sql`(${snoozedUntil(actor)} is not null and ${snoozedUntil(actor)} > now())`;

/** Of a client user: what is for the client's users to act on, or for this one only. */
const isTheirs = (actor: Actor): Sql =>
  actor.clientId === null
    ? sql`true`
    : sql`e.client_id = ${actor.clientId} and e.for_client and (e.for_user is null or e.for_user = ${actor.id})`;

/** What the user sees: open exceptions of the kinds that they may see, of their clients. */
const visibleTo = (kinds: readonly ExceptionKind[], actor: Actor): Sql =>
  sql`e.closed_at is null and e.kind = any(${namesOf(kinds)}::text[]) and ${isTheirs(actor)}`;

const searched = (term: string): Sql => {
  const pattern = `${term.length >= FRAGMENT_MIN ? '%' : ''}${likePattern(term)}%`;
  return sql`(e.search_text like ${pattern} or e.search_text like ${`%\n${likePattern(term)}%`} or lower(c.company) like ${pattern})`;
};

/** Internal comments do not exist for client users. */
const columns = (actor: Actor): Sql => sql`e.id, e.kind, e.severity, e.client_id, coalesce(c.company, '') as client,
  coalesce(e.since, e.opened_at) as since, e.opened_at, e.owner_name as owner, ${isMine(actor)} as is_mine,
  case when ${isSnoozed(actor)} then ${snoozedUntil(actor)} end as snoozed_until, e.slots, (
    select count(*)::int from comments m where m.commentable_type = 'Exception' and m.commentable_id = e.id
      and m.client_id is not distinct from e.client_id and (${actor.clientId === null}::boolean or not m.internal)) as comment_count`;

const FROM = sql`exceptions e left join clients c on c.id = e.client_id`;

/** The list is made for its reader: which kinds they see, and the words of the rows. */
export const exceptionListSql = (kinds: readonly ExceptionKind[], actor: Actor) => {
  const complete = wordsFor(kinds, actor);
  return listSql<typeof exceptionList>({
    spec: exceptionList,
    select: columns(actor),
    from: FROM,
    id: sql`e.id`,
    visible: () => visibleTo(kinds, actor),
    sort: {
      severity: [sql`e.severity`, sql`e.kind`, sql`coalesce(e.since, e.opened_at)`],
      since: [sql`coalesce(e.since, e.opened_at)`],
      client: [sql`lower(coalesce(c.company, ''))`],
    },
    filter: {
      kind: oneOf(sql`e.kind`),
      severity: (values) => sql`e.severity = any(${values.map(rankOf)}::int[])`,
      client_id: oneOf(sql`e.client_id`),
      owner: (values) =>
        sql`(${sql.join(
          values.map((value) => ownerIs(value, actor)),
          ' or ',
        )})`,
      state: (values) =>
        values.length === 1 ? (values[0] === 'snoozed' ? isSnoozed(actor) : sql`not ${isSnoozed(actor)}`) : sql`true`,
    },
    search: searched,
    complete: (row) => complete(row as unknown as StoredException),
    conditions: {},
  });
};

function ownerIs(value: string, actor: Actor): Sql {
  if (value === 'me') return isMine(actor);
  return value === 'none' ? sql`e.owner_id is null` : sql`e.owner_id is not null`;
}

async function readStored(
  tx: Tx,
  kinds: readonly ExceptionKind[],
  actor: Actor,
  id: number,
): Promise<StoredException | undefined> {
  const { rows } = await sql<StoredException>`
    select ${columns(actor)} from ${FROM}
    where e.id = ${id} and ${inScope(tx, 'e.client_id')} and ${visibleTo(kinds, actor)}`.execute(tx);
  return rows[0];
}

/** One open exception; undefined when there is none for this user. */
export async function readException(
  tx: Tx,
  kinds: readonly ExceptionKind[],
  actor: Actor,
  id: number,
): Promise<Exception | undefined> {
  const stored = await readStored(tx, kinds, actor, id);
  return stored && wordsFor(kinds, actor)(stored);
}

/** With its likely answers. */
export async function readDetails(
  tx: Tx,
  kinds: readonly ExceptionKind[],
  actor: Actor,
  id: number,
): Promise<ExceptionDetails | undefined> {
  const stored = await readStored(tx, kinds, actor, id);
  if (!stored) return undefined;
  const kind = kinds.find(({ name }) => name === stored.kind);
  const proposals = (await kind?.propose?.(tx, stored.slots)) ?? [];
  return { ...wordsFor(kinds, actor)(stored), proposals: kind ? proposalsFor(kind, proposals, actor) : [] };
}

/**
 * What the user sees, is open and was opened after a moment, each opening once: what is answered is not answered again.
 * The caller is staff and holds the user's notification.
 */
export async function markOpened(
  tx: Tx,
  kinds: readonly ExceptionKind[],
  actor: Actor,
  { since, client_ids }: { since: string; client_ids: readonly number[] },
): Promise<Exception[]> {
  const ofClients = client_ids.length ? sql`e.client_id = any(${client_ids as number[]}::int[])` : sql`true`;
  const { rows } = await sql<StoredException>`
    with marked as (
      insert into exception_notices (user_id, exception_id, opened_at)
      select ${actor.id}::int, e.id, e.opened_at from exceptions e
      where ${visibleTo(kinds, actor)} and e.opened_at > ${since}::timestamptz and ${ofClients} and not ${isSnoozed(actor)}
      on conflict do nothing returning exception_id)
    select ${columns(actor)} from ${FROM} join marked m on m.exception_id = e.id order by e.severity, e.kind, e.opened_at, e.id`.execute(
    tx,
  );
  return rows.map(wordsFor(kinds, actor));
}

/** Whose exception it is, open or closed; undefined when there is none for this user. */
export async function findException(
  tx: Tx,
  kinds: readonly ExceptionKind[],
  actor: Actor,
  id: number,
): Promise<{ clientId: number | null; kind: string; isOpen: boolean } | undefined> {
  const { rows } = await sql<{ clientId: number | null; kind: string; isOpen: boolean }>`
    select e.client_id as "clientId", e.kind, e.closed_at is null as "isOpen" from exceptions e
    where e.id = ${id} and ${inScope(tx, 'e.client_id')} and e.kind = any(${namesOf(kinds)}::text[]) and ${isTheirs(actor)}`.execute(
    tx,
  );
  return rows[0];
}

const VIEWS: Record<ExceptionView, (actor: Actor) => Sql> = {
  all: (actor) => sql`not ${isSnoozed(actor)}`,
  mine: (actor) => sql`not ${isSnoozed(actor)} and ${isMine(actor)}`,
  free: (actor) => sql`not ${isSnoozed(actor)} and e.owner_id is null`,
  snoozed: isSnoozed,
};

interface Asked {
  view: ExceptionView;
  client_id?: number | undefined;
  search: string;
}

type Numbers = ExceptionOverview['views'] & ExceptionOverview['severities'];

async function countViews(tx: Tx, actor: Actor, where: Sql, shown: Sql): Promise<Numbers> {
  const { rows } = await sql<Numbers>`
    select (count(*) filter (where ${VIEWS.all(actor)}))::int as "all", (count(*) filter (where ${VIEWS.mine(actor)}))::int as mine,
      (count(*) filter (where ${VIEWS.free(actor)}))::int as free, (count(*) filter (where ${VIEWS.snoozed(actor)}))::int as snoozed,
      (count(*) filter (where ${shown} and e.severity = 1))::int as stopped, (count(*) filter (where ${shown} and e.severity = 2))::int as attention,
      (count(*) filter (where ${shown} and e.severity = 3))::int as note
    from ${FROM} where ${where}`.execute(tx);
  return rows[0] ?? { all: 0, mine: 0, free: 0, snoozed: 0, stopped: 0, attention: 0, note: 0 };
}

/** The first rows of each kind, those that wait longest first. */
async function readGroups(tx: Tx, kinds: readonly ExceptionKind[], actor: Actor, where: Sql) {
  const { rows } = await sql<StoredException & { total: number }>`
    with placed as (
      select ${columns(actor)}, (count(*) over (partition by e.kind))::int as total,
        row_number() over (partition by e.kind order by coalesce(e.since, e.opened_at), e.id) as place
      from ${FROM} where ${where})
    select id, kind, severity, client_id, client, since, opened_at, owner, is_mine, snoozed_until, slots, comment_count, total
    from placed where place <= ${sql.lit(OVERVIEW_ROWS)} order by severity, kind, place`.execute(tx);
  const complete = wordsFor(kinds, actor);
  const inOrder = kinds.toSorted((one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity));
  return inOrder.flatMap((kind) => {
    const own = rows.filter((row) => row.kind === kind.name);
    if (!own[0]) return [];
    const records = own.map(({ total: _, ...row }) => complete(row));
    return [{ kind: kind.name, title: titleOf(kind, actor), severity: kind.severity, total: own[0].total, records }];
  });
}

async function readPast(tx: Tx, kinds: readonly ExceptionKind[], actor: Actor, timezone: string) {
  const names = namesOf(kinds);
  const { rows } = await sql<Pick<ExceptionOverview, 'closed_today' | 'looked_at'>>`
    select (select count(*)::int from exceptions e
        where e.closed_at >= day_start((now() at time zone ${timezone})::date, ${timezone}) and e.kind = any(${names}::text[]) and ${isTheirs(actor)}
      ) as closed_today,
      (select max(looked_at) from exception_looks where kind = any(${names}::text[])) as looked_at`.execute(tx);
  return rows[0] ?? { closed_today: 0, looked_at: null };
}

export async function readOverview(
  tx: Tx,
  kinds: readonly ExceptionKind[],
  actor: Actor,
  { view, client_id, search }: Asked,
  timezone: string,
): Promise<ExceptionOverview> {
  const where = sql.join(
    [
      visibleTo(kinds, actor),
      inScope(tx, 'e.client_id'),
      client_id === undefined ? sql`true` : sql`e.client_id = ${client_id}`,
      search ? searched(search) : sql`true`,
    ],
    ' and ',
  );
  const shown = VIEWS[view](actor);
  const [numbers, groups, past] = await Promise.all([
    countViews(tx, actor, where, shown),
    readGroups(tx, kinds, actor, sql`${where} and ${shown}`),
    readPast(tx, kinds, actor, timezone),
  ]);
  const { all, mine, free, snoozed, stopped, attention, note } = numbers;
  return { views: { all, mine, free, snoozed }, severities: { stopped, attention, note }, groups, ...past };
}

type Counted = NonNullable<Dashboard['attention']['exceptions']>;

/**
 * Counts what is not snoozed, up to the limit of counters: for the sidebar and the dashboard, of one client or of all.
 */
export async function countExceptions(
  tx: Tx,
  registry: Registry,
  actor: Actor,
  clientId: number | null = null,
): Promise<Counted> {
  const { rows } = await sql<{ total: number; stopped: number }>`
    select count(*)::int as total, (count(*) filter (where w.severity = 1))::int as stopped from (
      select e.severity from exceptions e where ${visibleTo(kindsFor(registry, actor), actor)} and ${inScope(tx, 'e.client_id')}
        and not ${isSnoozed(actor)} and (${clientId}::int is null or e.client_id = ${clientId}) order by e.severity limit ${sql.lit(COUNTER_MAX + 1)}) w`.execute(
    tx,
  );
  const { total = 0, stopped = 0 } = rows[0] ?? {};
  return {
    total: Math.min(total, COUNTER_MAX),
    is_minimum: total > COUNTER_MAX,
    stopped: Math.min(stopped, COUNTER_MAX),
  };
}
