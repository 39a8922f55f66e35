import { EXCEPTIONS_OF_KIND_MAX, mayCall, SEVERITIES } from '@longshore/contract';
import { sql } from '../../platform/database/sql.ts';
import { type Open, staffScope, type Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import type { ExceptionKind, Look } from '../../platform/exceptions/exception.ts';
import type { Job } from '../../platform/jobs/worker.ts';
import type { Registry } from '../../platform/module.ts';
import { readTimezone } from '../company/index.ts';

/** A user of a client with every right that such a user can have. */
const clientUser = {
  is_su: false,
  is_main_user: false,
  order_controller: true,
  statement_reader: true,
  access: {},
};

/** First key of the advisory locks that keep two looks at a kind apart; the second is made of the kind. */
const LOOK_LOCK = 7_761;

/** The client whose screens show the row besides those of staff. */
interface Changed {
  client_id: number | null;
}

const rankOf = ({ severity }: ExceptionKind) => SEVERITIES.indexOf(severity) + 1;

/**
 * Compares the open exceptions of a kind with its facts: opens those that are new, closes those whose fact is gone, and
 * answers the clients for which something changed. One that was closed is opened again without its owner.
 */
async function reconcile(tx: Tx, kind: ExceptionKind, look: Look): Promise<Changed[]> {
  await sql`select pg_advisory_xact_lock(${LOOK_LOCK}::int, hashtext(${kind.name}))`.execute(tx);
  const facts = await kind.find(look);
  const forClient = mayCall(clientUser, kind.access);
  const { rows } = await sql<Changed>`
    with found as materialized (
      select f.record, f.client_id, f.since, f.for_user, f.slots from (${facts}) f limit ${sql.lit(EXCEPTIONS_OF_KIND_MAX)}),
    written as (
      insert into exceptions as e (kind, record, client_id, severity, access, for_client, for_user, slots, search_text, since)
      select ${kind.name}, record, client_id, ${rankOf(kind)}::smallint, ${JSON.stringify(kind.access)}::jsonb, ${forClient}::boolean, for_user, slots,
        lower((select string_agg(value, E'\n') from jsonb_each_text(slots))), since
      from found
      on conflict (kind, record) do update set client_id = excluded.client_id, severity = excluded.severity, access = excluded.access, for_client = excluded.for_client,
        for_user = excluded.for_user, slots = excluded.slots, search_text = excluded.search_text, since = excluded.since, closed_at = null,
        opened_at = case when e.closed_at is null then e.opened_at else now() end,
        owner_id = case when e.closed_at is null then e.owner_id end,
        owner_name = case when e.closed_at is null then e.owner_name else '' end,
        snoozed_until = case when e.closed_at is null then e.snoozed_until end,
        client_snoozed_until = case when e.closed_at is null then e.client_snoozed_until end
      where e.closed_at is not null or (e.client_id, e.severity, e.access, e.for_client, e.for_user, e.slots, e.since)
        is distinct from (excluded.client_id, excluded.severity, excluded.access, excluded.for_client, excluded.for_user, excluded.slots, excluded.since)
      returning e.client_id),
    closed as (
      update exceptions e set closed_at = now()
      where e.kind = ${kind.name} and e.closed_at is null and not exists (select from found f where f.record = e.record)
      returning e.client_id),
    looked as (
      insert into exception_looks (kind, looked_at) values (${kind.name}, now())
      on conflict (kind) do update set looked_at = excluded.looked_at)
    select client_id from written union select client_id from closed`.execute(tx);
  return forClient ? rows : rows.slice(0, 1).map(() => ({ client_id: null }));
}

const kindsOf = (registry: Registry) => registry.list('exceptions');

/** Looks at the facts of a kind, in the transaction of the caller, who is staff. */
export async function lookAtKind(tx: Tx, kind: ExceptionKind, registry: Registry): Promise<void> {
  const changed = await reconcile(tx, kind, {
    tx,
    timezone: await readTimezone(tx),
    checks: registry.list('checks'),
  });
  for (const { client_id } of changed) await recordEvent(tx, { kind: 'exceptions.changed', clientId: client_id });
}

/** Each kind in a transaction of its own: one that fails keeps no other from being looked at. */
export async function lookAtKinds(open: Open, registry: Registry, kinds: readonly ExceptionKind[]): Promise<void> {
  const failed: unknown[] = [];
  for (const kind of kinds)
    await open(staffScope, (tx) => lookAtKind(tx, kind, registry)).catch((error) => failed.push(error));
  if (failed.length) throw failed[0];
}

/** Of one kind, or of all that are not left to the night. */
export const lookJob = (registry: Registry): Job =>
  Object.assign<Job, Pick<Job, 'isQuiet'>>(
    ({ open }, { kind }) =>
      lookAtKinds(
        open,
        registry,
        kindsOf(registry).filter(({ name, nightly }) => (kind === undefined ? !nightly : name === kind)),
      ),
    { isQuiet: true },
  );

/** Looks at the kinds that read everything, and forgets what was closed long ago. */
export const nightlyLookJob =
  (registry: Registry): Job =>
  async ({ open }) => {
    await lookAtKinds(
      open,
      registry,
      kindsOf(registry).filter(({ nightly }) => nightly),
    );
    await open(staffScope, forgetClosed);
  };

/** Closed ones are kept for so many days; the README lists it. */
export const CLOSED_KEPT_DAYS = 90;

/** With their comments. */
async function forgetClosed(tx: Tx): Promise<void> {
  await sql`
    with forgotten as (
      delete from exceptions where closed_at < now() - make_interval(days => ${sql.lit(CLOSED_KEPT_DAYS)}) returning id)
    delete from comments c using forgotten f where c.commentable_type = 'Exception' and c.commentable_id = f.id`.execute(
    tx,
  );
}
