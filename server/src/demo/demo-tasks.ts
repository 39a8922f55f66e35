import { tmpdir } from 'node:os';
import { drawTaskMail, readTaskReport, readWaitingRun } from '../modules/reports/index.ts';
import type { Clock } from '../platform/clock.ts';
import { sql } from '../platform/database/sql.ts';
import type { Tx } from '../platform/database/tx.ts';
import type { MailText } from '../platform/mail/mail.ts';
import type { Seal } from './demo-company.ts';

/** Clients by their index in the list of demo clients. */
const tasks = [
  {
    frequency: 'Month',
    report: 1,
    file: 'pdf',
    to: 'accounts@kestrelcoffee.example',
    cc: '',
    clients: [0],
  },
  {
    frequency: 'Week',
    report: 3,
    file: 'excel-visual',
    to: 'billing@harrowstreet.example',
    cc: 'books@harrowstreet.example',
    clients: [0, 1, 2],
  },
] as const;

type Task = (typeof tasks)[number];

/** A run of the last period, so that the next one is made when it is due. Answers its id. */
async function insertTask(tx: Tx, clientIds: readonly number[], task: Task): Promise<number> {
  const { frequency, report, file, to, cc, clients } = task;
  const ids = clients.map((index) => clientIds[index] ?? 0);
  const unit = frequency === 'Week' ? 'week' : 'month';
  const { rows } = await sql<{ id: number }>`
    with task as (
      insert into auto_tasks (frequency, report_type, file_type, receiver_1, receiver_2, client_ids, user_id, user_name, created_at, updated_at)
      select ${frequency}, ${report}, ${file}, ${to}, ${cc}, ${ids}::int[], id, name, now() - interval '70 days', now() - interval '70 days'
      from users where is_su order by id limit 1 returning id)
    insert into auto_task_runs (task_id, from_day, to_day, created_at)
    select task.id, (d.day - ('1 ' || ${unit})::interval)::date, d.day::date - 1, (d.day + interval '6 hours') at time zone timezone
    from task, company, lateral (select date_trunc(${unit}, now() at time zone timezone) as day) d returning id`.execute(
    tx,
  );
  return rows[0]?.id ?? 0;
}

async function drawMail(tx: Tx, runId: number, clock: Clock): Promise<MailText | undefined> {
  const run = await readWaitingRun(tx, runId);
  return run && drawTaskMail(run, await readTaskReport(tx, run, tmpdir()), clock.now(), new Map());
}

async function insertMail(tx: Tx, { files = [], ...mail }: MailText, seal: Seal): Promise<void> {
  const { rows: written } = await sql<{ id: number }>`
    insert into mails (recipient, subject, body_sealed, state) values (${mail.to}, ${mail.subject}, ${seal(mail.text)}, 'kept')
    returning id`.execute(tx);
  for (const { name, media, bytes } of files)
    await sql`insert into mail_files (mail_id, name, media, size, bytes_sealed)
      values (${written[0]?.id ?? 0}, ${name}, ${media}, ${bytes.length}, ${seal(bytes)})`.execute(tx);
}

/**
 * Reports that are mailed by themselves, each with its last run, and the mail of it where mails can be encrypted. The
 * charges have to be there. The reports are drawn by threads, so that the demo goes on meanwhile; the function that is
 * returned writes the mails.
 */
export async function seedTasks(
  tx: Tx,
  clientIds: readonly number[],
  seal: Seal | undefined,
  clock: Clock,
): Promise<() => Promise<void>> {
  const runs: number[] = [];
  for (const task of tasks) runs.push(await insertTask(tx, clientIds, task));
  const drawn = Promise.all(seal ? runs.map((id) => drawMail(tx, id, clock)) : []);
  // Reported when it is awaited.
  drawn.catch(() => {});
  return async () => {
    for (const mail of await drawn) if (mail && seal) await insertMail(tx, mail, seal);
    await sql`update auto_task_runs set state = 'sent', attempts = 1, ended_at = created_at where id = any(${runs}::int[])`.execute(
      tx,
    );
  };
}
