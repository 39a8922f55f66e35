import { sql } from '../platform/database/sql.ts';
import type { Tx } from '../platform/database/tx.ts';

/** Owners are the first user of a client, by its index in the list of demo clients, or the first super user. */
const subscriptions = [
  {
    owner: null,
    report: 'open-orders',
    of: 0,
    frequency: 'Day',
    hour: 7,
    to: ['floor@harrowstreet.example'],
    format: 'excel',
    state: 'active',
  },
  {
    owner: 0,
    report: 'inventory',
    of: 0,
    frequency: 'Week',
    hour: 6,
    to: ['planning@kestrelcoffee.example', 'roastery@kestrelcoffee.example'],
    format: 'excel',
    state: 'active',
  },
  {
    owner: 1,
    report: 'shipping',
    of: 1,
    frequency: 'Month',
    hour: 8,
    to: ['supply@northfield.example'],
    format: 'csv',
    state: 'paused',
  },
] as const;

/** Reports that are mailed by themselves. Their runs begin with the next period: those before were not asked for. */
export async function seedSubscriptions(tx: Tx, clientIds: readonly number[]): Promise<void> {
  for (const { owner, report, of, frequency, hour, to, format, state } of subscriptions) {
    const clientId = owner === null ? null : (clientIds[owner] ?? 0);
    await sql`
      insert into report_subscriptions (client_id, user_id, user_name, report, of_client, frequency, hour, receivers, format, state)
      select ${clientId}::int, id, name, ${report}, ${clientIds[of] ?? 0}, ${frequency}, ${hour}, ${to as readonly string[]}::text[], ${format}, ${state}
      from users where client_id = ${clientId}::int or is_su order by client_id nulls last, id limit 1`.execute(tx);
  }
}
