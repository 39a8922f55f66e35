import { tmpdir } from 'node:os';
import { drawTaskMail, readTaskReport, readWaitingRun } from '../modules/reports/index.ts';
import type { Clock } from '../platform/clock.ts';
import { sql } from '../platform/database/sql.ts';
import type { Tx } from '../platform/database/tx.ts';
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

/**
 * Reports that are mailed by themselves, each with its last run, and the mail of it where mails can be encrypted. A
 * run is of the last period, so that the next one is made when it is due.
 */
export async function seedTasks(
  tx: Tx,
  clientIds: readonly number[],
  seal: Seal | undefined,
  clock: Clock,
): Promise<void> {
  for (const { frequency, report, file, to, cc, clients } of tasks) {
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
    const run = await readWaitingRun(tx, rows[0]?.id ?? 0);
    if (run && seal) {
      const { files = [], ...mail } = await drawTaskMail(
        run,
        await readTaskReport(tx, run, tmpdir()),
        clock.now(),
        new Map(),
      );
      const { rows: written } = await sql<{ id: number }>`
        insert into mails (recipient, subject, body_sealed, state) values (${mail.to}, ${mail.subject}, ${seal(mail.text)}, 'kept')
        returning id`.execute(tx);
      for (const { name, media, bytes } of files)
        await sql`insert into mail_files (mail_id, name, media, size, bytes_sealed)
          values (${written[0]?.id ?? 0}, ${name}, ${media}, ${bytes.length}, ${seal(bytes)})`.execute(tx);
    }
    await sql`update auto_task_runs set state = 'sent', attempts = 1, ended_at = created_at where id = ${rows[0]?.id ?? 0}`.execute(
      tx,
    );
  }
}
