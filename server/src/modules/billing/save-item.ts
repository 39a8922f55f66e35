import type { BillingItem, BillingItemInput, BillingItemUpdate } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { changedColumns, insertOne } from '../../platform/database/written-columns.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { notFound, stale } from '../../platform/http/problem.ts';
import { changesBetween, trace } from '../records/index.ts';
import { readItem } from './items.view.ts';

type Columns = Omit<BillingItemInput, 'is_active' | 'internal' | 'report_breakdown'> & {
  is_active: boolean;
  internal: boolean;
  report_breakdown: boolean;
};

const columnsOf = ({ is_active, internal, report_breakdown, ...texts }: BillingItemInput): Columns => ({
  ...texts,
  is_active: is_active === 1,
  internal: internal === 1,
  report_breakdown: report_breakdown === 1,
});

async function record(
  tx: Tx,
  actor: Actor,
  subject: 'Created' | 'Updated',
  id: number,
  changes: ReturnType<typeof changesBetween<Columns>>,
): Promise<void> {
  await trace(tx, actor, { type: 'BillingItem', id, clientId: null, subject, changes });
  await recordEvent(tx, { kind: 'billing_item.saved', subjectId: id });
}

export async function createItem(tx: Tx, actor: Actor, input: BillingItemInput): Promise<BillingItem> {
  const columns = columnsOf(input);
  const id = await insertOne(tx, 'billing_items', columns);
  await record(tx, actor, 'Created', id, changesBetween({}, columns));
  return readItem(tx, id);
}

export async function saveItem(tx: Tx, actor: Actor, id: number, update: BillingItemUpdate): Promise<BillingItem> {
  const { updated_at: readAt, ...input } = update;
  const { rows } = await sql<Columns & { updated_at: string }>`
    select name, description, uom, trim_scale(rate)::text as rate, is_active, tax_code, internal, accounting_class, report_breakdown,
      updated_at
    from billing_items where id = ${id} for no key update`.execute(tx);
  const before = rows[0];
  if (!before) throw notFound();
  if (readAt && readAt !== before.updated_at) throw stale();
  const columns = columnsOf(input);
  const changes = changesBetween(before, columns);
  if (changes.length) {
    const changed = changedColumns('billing_items', columns);
    await sql`update billing_items set ${changed}, updated_at = now() where id = ${id}`.execute(tx);
    await record(tx, actor, 'Updated', id, changes);
  }
  return readItem(tx, id);
}
