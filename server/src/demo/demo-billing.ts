import type { Charge } from '@longshore/contract';
import { sql } from '../platform/database/sql.ts';
import type { Tx } from '../platform/database/tx.ts';

/** Name, unit, default rate, accounting class. */
const items = [
  ['Receiving per carton', 'Carton', '0.65', 'Handling'],
  ['Order handling', 'Order', '2.40', 'Handling'],
  ['Pick per unit', 'Unit', '0.22', 'Handling'],
  ['Pallet storage, month', 'Pallet', '14.50', 'Storage'],
  ['Bin storage, day', '', '0.18', 'Storage'],
  ['Shipping label', '', '1.00', 'Freight'],
  ['Hour of work', '', '46.00', 'Labour'],
  ['Pallet wrapping', 'Pallet', '3.75', 'Labour'],
  ['Volume storage, day', '', '0.42', 'Storage'],
  ['Counted line', '', '0.35', 'Labour'],
] as const;

/** Without `of`, every client has it. */
interface DemoActivity {
  name: string;
  charge: Charge;
  items: readonly string[];
  of?: number;
}

const activities: readonly DemoActivity[] = [
  { name: 'Standard inbound', charge: 'Inbound', items: ['Receiving per carton'] },
  { name: 'Standard outbound', charge: 'Outbound', items: ['Order handling', 'Pick per unit'] },
  { name: 'Monthly storage', charge: 'Month-End', items: ['Pallet storage, month'] },
  { name: 'Daily bins', charge: 'Daily-Location', items: ['Bin storage, day'] },
  { name: 'Special work', charge: 'Manual', items: ['Hour of work', 'Pallet wrapping'] },
  { name: 'Daily volume', charge: 'Daily-Cubic', items: ['Volume storage, day'], of: 1 },
  { name: 'Counting', charge: 'Count', items: ['Counted line'] },
  { name: 'Freight', charge: 'Shipping-Charge', items: ['Shipping label'] },
];

/** Rates a year old, raised half a year ago, and a year of special work that was charged by hand. */
export async function seedBilling(tx: Tx, clientIds: readonly number[]): Promise<void> {
  for (const [name, uom, rate, accountingClass] of items)
    await sql`insert into billing_items (name, uom, rate, accounting_class, created_at, updated_at)
      values (${name}, ${uom}, ${rate}, ${accountingClass}, now() - interval '400 days', now() - interval '400 days')`.execute(
      tx,
    );
  for (const [place, clientId] of clientIds.entries())
    for (const activity of activities)
      if (activity.of === undefined || activity.of === place) await seedActivity(tx, clientId, place, activity);
  await sql`
    insert into billing_entries (client_id, activity_id, item_id, bill_date, reference, meta_name, meta_uom, price, quantity, note, created_by,
      created_at, updated_at)
    select a.client_id, a.id, i.id, day, 'Work ' || to_char(day, 'YYYY-MM'), i.name, i.uom, i.rate, 1 + (a.client_id * 7 + extract(month from day)::int) % 9,
      case when extract(month from day)::int % 4 = 0 then 'Agreed by phone' else '' end, 'Dana Reyes', day, day
    from billing_activities a cross join billing_items i
    cross join lateral (select (date_trunc('month', now()) - make_interval(months => m) + interval '14 days')::date as day
                        from generate_series(1, 12) m) d
    where a.charge = 'Manual' and i.name = 'Hour of work'`.execute(tx);
}

async function seedActivity(
  tx: Tx,
  clientId: number,
  place: number,
  { name, charge, items: linked }: DemoActivity,
): Promise<void> {
  await sql`
    with made as (
      insert into billing_activities (client_id, name, charge, created_at, updated_at)
      values (${clientId}, ${name}, ${charge}, now() - interval '400 days', now() - interval '180 days') returning id)
    insert into billing_links (client_id, activity_id, item_id, valid_from, rate, minimum_charge, user_name, created_at)
    select ${clientId}, made.id, i.id, (now() - d.ago)::date, round(i.rate * (1 + ${place}::int * 0.05) * d.factor, 2),
      case when ${charge} = 'Daily-Location' then 5 else 0 end, 'Dana Reyes', now() - d.ago
    from made cross join billing_items i
    cross join (values (interval '400 days', 1.0), (interval '180 days', 1.04)) d (ago, factor)
    where i.name = any(${linked as string[]})`.execute(tx);
}
