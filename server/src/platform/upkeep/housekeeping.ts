import { type Sql, sql } from '../database/sql.ts';
import { authScope, type Open, type Scope, staffScope, workerScope } from '../database/tx.ts';
import type { Job } from '../jobs/worker.ts';
import { maskOldMails } from '../mail/mail.ts';

/** Retention in days for each kind of record that is no longer needed; the README lists them. */
export const KEPT_DAYS = {
  idempotency_keys: 2,
  /** After they were dispatched. An event that still waits is never removed. */
  events: 7,
  job_runs: 90,
  /** After they expired. */
  sessions: 7,
  password_resets: 7,
  sign_ins: 180,
} as const;

const BATCH = 5000;

interface Pruned {
  scope: Scope;
  table: keyof typeof KEPT_DAYS;
  column: string;
}

const pruned: Pruned[] = [
  { scope: workerScope, table: 'idempotency_keys', column: 'created_at' },
  { scope: workerScope, table: 'events', column: 'dispatched_at' },
  { scope: workerScope, table: 'job_runs', column: 'finished_at' },
  { scope: authScope, table: 'sessions', column: 'expires_at' },
  { scope: authScope, table: 'password_resets', column: 'expires_at' },
  { scope: authScope, table: 'sign_ins', column: 'at' },
];

/** In batches, each in its own transaction: the first run on a large installation must not block others. */
async function prune(open: Open, { scope, table, column }: Pruned): Promise<void> {
  const isOld: Sql = sql`${sql.ref(column)} < now() - make_interval(days => ${KEPT_DAYS[table]})`;
  for (;;) {
    const { count } = await open(scope, (tx) =>
      sql`delete from ${sql.table(table)} where ctid = any (array(select ctid from ${sql.table(table)} where ${isOld} limit ${BATCH}))`.execute(
        tx,
      ),
    );
    if (count < BATCH) return;
  }
}

/** Nightly clean-up of records that are no longer needed. Traces and mail are kept, the latter without links. */
export const housekeeping: Job = async ({ open }) => {
  for (const each of pruned) await prune(open, each);
  await open(staffScope, maskOldMails);
};
