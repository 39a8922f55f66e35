import {
  type FirstSteps,
  type JobRun,
  type JobStory,
  jobRunList,
  type Mail,
  parkedEventList,
  signInList,
} from '@longshore/contract';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { notFound } from '../../platform/http/problem.ts';
import { flagOf, likePattern, listSql, oneOf } from '../../platform/lists/list-sql.ts';
import type { Vault } from '../../platform/vault.ts';

const MAILS_SHOWN = 100;

type SealedMail = Omit<Mail, 'text'> & { shown_sealed: Buffer };

/**
 * A mail encrypted with another key (a restored backup without its secret) is shown without its text instead of
 * failing.
 */
function opened(vault: Vault, sealed: Buffer): string {
  try {
    return vault.open(sealed);
  } catch {
    return '';
  }
}

/** The newest mail, with its text decrypted for the super user who reads it; what lets its reader in is masked. */
export async function listOutbox(tx: Tx, vault: Vault): Promise<Mail[]> {
  const { rows } = await sql<SealedMail>`
    select id, recipient as to, subject, coalesce(masked_sealed, body_sealed) as shown_sealed, state, problem, created_at, coalesce((
        select json_agg(json_build_object('id', f.id, 'name', f.name, 'size', f.size) order by f.id)
        from mail_files f where f.mail_id = mails.id), '[]') as files
    from mails order by id desc limit ${sql.lit(MAILS_SHOWN)}`.execute(tx);
  return rows.map(({ shown_sealed, ...mail }) => ({ ...mail, text: opened(vault, shown_sealed) }));
}

/** A file of a mail, decrypted. One that was encrypted with another key is answered like one that is not there. */
export async function readMailFile(tx: Tx, id: number, vault: Vault) {
  const { rows } = await sql<{ name: string; media: string; bytes_sealed: Buffer }>`
    select name, media, bytes_sealed from mail_files where id = ${id}`.execute(tx);
  if (!rows[0]) throw notFound();
  const { name, media, bytes_sealed } = rows[0];
  try {
    return { name, media, content: vault.openBytes(bytes_sealed).toString('base64') };
  } catch {
    throw notFound();
  }
}

const jobRunColumns = sql`j.id, j.job_id, j.task, j.payload::text as payload, j.attempt, j.state, j.problem, j.started_at, j.finished_at`;

export const jobRunListSql = listSql<typeof jobRunList>({
  spec: jobRunList,
  select: jobRunColumns,
  from: sql`job_runs j`,
  id: sql`j.id`,
  visible: () => sql`true`,
  // A run is written when it ends, so ids are in order of ending, and have an index.
  sort: { finished_at: [] },
  filter: { state: oneOf(sql`j.state`) },
  search: (term) =>
    sql`(lower(j.task) like ${`%${likePattern(term)}%`} or lower(j.problem) like ${`%${likePattern(term)}%`})`,
  conditions: { '': { fields: { task: sql`j.task`, problem: sql`j.problem`, finished_at: sql`j.finished_at` } } },
});

const RUNS_SHOWN = 100;

/**
 * A run and its related runs: the attempts of its job and, because running it again creates a new job, those of the
 * same work. Scheduled jobs are not about a record, so each of their jobs is separate.
 */
export async function readJob(tx: Tx, id: number): Promise<JobStory> {
  const { rows } = await sql<JobRun>`
    select ${jobRunColumns} from job_runs j join job_runs this on this.id = ${id}
    where j.job_id = this.job_id or (j.task = this.task and j.payload = this.payload and this.payload <> '{}')
    order by j.id desc limit ${sql.lit(RUNS_SHOWN)}`.execute(tx);
  const run = rows.find((row) => row.id === id);
  if (!run) throw notFound();
  const later = rows.slice(0, rows.indexOf(run));
  const canRetry = run.state !== 'done' && !later.some(({ state }) => state === 'done');
  return { ...run, can_retry: canRetry, runs: rows };
}

export const parkedEventListSql = listSql<typeof parkedEventList>({
  spec: parkedEventList,
  select: sql`e.id, e.kind, e.client_id, coalesce(c.company, '') as company, e.subject_id, e.payload::text as payload,
    e.problem, e.tries, e.at, e.parked_at`,
  from: sql`events e left join clients c on c.id = e.client_id`,
  id: sql`e.id`,
  visible: () => sql`e.parked_at is not null`,
  sort: { parked_at: [sql`e.parked_at`] },
  filter: {},
  search: (term) =>
    sql`(lower(e.kind) like ${`%${likePattern(term)}%`} or lower(e.problem) like ${`%${likePattern(term)}%`})`,
  conditions: { '': { fields: { kind: sql`e.kind`, problem: sql`e.problem`, parked_at: sql`e.parked_at` } } },
});

export const signInListSql = listSql<typeof signInList>({
  spec: signInList,
  select: sql`s.id, s.at, s.email, s.user_id, coalesce(u.name, '') as name, s.succeeded, s.address, s.agent`,
  from: sql`sign_ins s left join users u on u.id = s.user_id`,
  id: sql`s.id`,
  visible: () => sql`true`,
  sort: { at: [sql`s.at`] },
  filter: { succeeded: flagOf(sql`s.succeeded`) },
  search: (term) => {
    const pattern = `%${likePattern(term)}%`;
    return sql`(s.email like ${pattern} or lower(u.name) like ${pattern} or s.address like ${pattern})`;
  },
  conditions: { '': { fields: { email: sql`s.email`, address: sql`s.address`, at: sql`s.at` } } },
});

/**
 * The company is set up once somebody has saved it with a change, the couriers once somebody has added, saved (even
 * unchanged) or deleted one: the company's history shows both, and history cannot be undone. For a client and a
 * second user it is enough that they exist.
 */
export async function readFirstSteps(tx: Tx): Promise<FirstSteps> {
  const { rows } = await sql<FirstSteps>`
    select exists (select from traces where traceable_type = 'Company' and subject = 'Updated') as company,
           exists (select from traces where traceable_type = 'Company' and subject like 'Courier %') as couriers,
           exists (select from clients) as client,
           (select count(*) > 1 from (select from users limit 2) found) as "user"`.execute(tx);
  if (!rows[0]) throw new Error('The first steps have no row.');
  return rows[0];
}
