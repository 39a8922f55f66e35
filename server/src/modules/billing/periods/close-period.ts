import {
  type api,
  type CloseResult,
  keyOfReason,
  type Message,
  Money,
  type Statement,
  type StatementLine,
  type TraceSubject,
} from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import type { Call, OpenPart } from '../../../platform/http/bind.ts';
import { invalid, type Problem } from '../../../platform/http/problem.ts';
import { trace } from '../../records/index.ts';
import { issueDocument } from '../statements/statement-documents.store.ts';
import { readContent, readStatement } from '../statements/statements.view.ts';
import { lockPeriodsExclusive } from './open-day.ts';

interface ClientMonth {
  clientId: number;
  month: string;
}

/** Of all entries, the internal ones too, as the statement shows them. */
const sumOf = ({ subtotal, internal }: Statement): string =>
  [subtotal, internal].reduce((sum, amount) => sum.plus(Money.ofNumber(amount)), Money.zero).toDecimal();

/** The exact sum of all entries of a month, the internal ones too. */
const sumOfMonth = (clientId: number, month: string) => sql`(
  select trim_scale(coalesce(sum(round(e.price * e.quantity, 4)), 0)) from billing_entries e
  where e.client_id = ${clientId} and e.deleted_at is null and e.bill_date >= ${`${month}-01`}::date
    and e.bill_date < ${`${month}-01`}::date + interval '1 month')`;

const itemsOf = (lines: readonly StatementLine[]) => [...new Set(lines.map(({ item_id }) => item_id))];

async function writeClosed(tx: Tx, actor: Actor, { clientId, month }: ClientMonth, statement: Statement) {
  const internal = itemsOf(statement.lines.filter((line) => line.internal));
  const untaxed = itemsOf(statement.lines.filter(({ taxed }) => !taxed));
  const activities = Object.fromEntries(
    statement.lines.map(({ activity_id, activity: name, charge }) => [activity_id, { name, charge }]),
  );
  await sql`
    insert into billing_periods (client_id, month, is_closed, is_exact, total, entries, tax_rate, internal_items, untaxed_items, activities,
      user_name)
    values (${clientId}, ${`${month}-01`}::date, true, true, ${sumOfMonth(clientId, month)}, ${statement.entries}, ${statement.tax_rate},
      ${internal}, ${untaxed}, ${JSON.stringify(activities)}::jsonb, ${actor.name})
    on conflict (client_id, month) do update
      set is_closed = true, is_exact = true, total = excluded.total, untaxed_items = excluded.untaxed_items, entries = excluded.entries, tax_rate = excluded.tax_rate,
        internal_items = excluded.internal_items, activities = excluded.activities, user_name = excluded.user_name, changed_at = now()`.execute(
    tx,
  );
}

async function traced(tx: Tx, actor: Actor, of: ClientMonth, subject: TraceSubject, statement: Statement) {
  const { clientId, month } = of;
  await trace(tx, actor, {
    type: 'Client' as const,
    id: clientId,
    clientId,
    subject,
    changes: [
      { field: 'billing_month', newValue: month },
      { field: 'billing_month.total', newValue: sumOf(statement) },
      { field: 'billing_month.entries', newValue: String(statement.entries) },
      { field: 'billing_month.unbilled', newValue: String(statement.unbilled) },
    ],
  });
  await recordEvent(tx, { kind: 'billing_period.changed', clientId, subjectId: clientId });
}

/**
 * Closes a month of a client: nothing in it changes any more. Refused while it is not over or not charged through its
 * end, and with more unbilled things than were seen.
 */
export async function closePeriod(tx: Tx, actor: Actor, of: ClientMonth, unbilledSeen: number): Promise<Statement> {
  // Waits for those who are writing entries; a statement of its own, so that the next ones see what they wrote.
  await lockPeriodsExclusive(tx, of.clientId);
  const statement = await readStatement(tx, of.clientId, of.month);
  if (statement.period.is_closed) throw invalid('month', `PeriodIsClosedAlready:${of.month}`);
  if (statement.cannot_close) throw invalid('month', statement.cannot_close.reason_key as Message);
  if (statement.unbilled > unbilledSeen) throw invalid('unbilled', `PeriodHasUnbilled:${statement.unbilled}`);
  await writeClosed(tx, actor, of, statement);
  await traced(tx, actor, of, 'Billing month closed', statement);
  // Last: the counter stays locked until the commit.
  await issueDocument(tx, actor.name, of, await readContent(tx, of.clientId, of.month));
  return readStatement(tx, of.clientId, of.month);
}

export async function reopenPeriod(tx: Tx, actor: Actor, of: ClientMonth): Promise<Statement> {
  await lockPeriodsExclusive(tx, of.clientId);
  const statement = await readStatement(tx, of.clientId, of.month);
  if (!statement.period.is_closed) throw invalid('month', `PeriodIsNotClosed:${of.month}`);
  await sql`
    update billing_periods set is_closed = false, user_name = ${actor.name}, changed_at = now()
    where client_id = ${of.clientId} and month = ${`${of.month}-01`}::date and ${inScope(tx)}`.execute(tx);
  await traced(tx, actor, of, 'Billing month reopened', statement);
  return readStatement(tx, of.clientId, of.month);
}

type CloseCall = Pick<Call<typeof api.billingPeriods.closeMany>, 'actor' | 'body'>;

/** Closes a month of several clients, each in its own transaction: one that is refused does not keep the others open. */
export async function closePeriods(openPart: OpenPart, { actor, body }: CloseCall): Promise<CloseResult[]> {
  const results = new Map<number, CloseResult>();
  for (const { client_id, unbilled } of body.clients) {
    if (results.has(client_id)) continue;
    try {
      const of = { clientId: client_id, month: body.month };
      await openPart(String(client_id), (tx) => closePeriod(tx, actor, of, unbilled));
      results.set(client_id, { client_id, result: true, message: '', message_key: '' });
    } catch (error) {
      const { message, reason } = error as Problem;
      results.set(client_id, { client_id, result: false, message, message_key: keyOfReason(reason) });
    }
  }
  return [...results.values()];
}
