import type { ChargeComputation, Explanation } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { readEntry } from '../entries.view.ts';
import { linkOn } from '../links.store.ts';
import { entryAmount, periodOfEntry } from '../statements/internal.ts';

/** What an entry says about its computation. */
export interface ExplainedEntry {
  entry: Explanation['entry'];
  how: ChargeComputation | null;
  /** The day whose rates count. */
  rate_day: string;
  /** The unit of its item, as it is now. */
  uom: string;
  corrects_id: number | null;
}

type Facts = Omit<ExplainedEntry, 'entry'> &
  Pick<Explanation['entry'], 'charge' | 'charge_day' | 'is_accrued' | 'is_touched'>;

/** Shipments that were billed before days were stored have the rates of the day on which their entries were made. */
const rateDay = sql`coalesce(e.charge_day, case when e.billable_type = 'shipment' and a.charge <> 'Manual'
  then (e.created_at at time zone (select timezone from company))::date else e.bill_date end)`;

/** The charge type of its activity on the day that the entry is for. */
const chargeOfEntry = sql`coalesce((
  select v.charge from billing_activity_states v
  where v.activity_id = e.activity_id and v.client_id = e.client_id and v.valid_from <= coalesce(e.charge_day, e.bill_date)
  order by v.valid_from desc limit 1), a.charge)`;

export async function readExplainedEntry(tx: Tx, id: number): Promise<ExplainedEntry> {
  const [entry, { rows }] = await Promise.all([
    readEntry(tx, id),
    sql<Facts>`
      select ${chargeOfEntry} as charge, e.charge_day, e.accrued as is_accrued, e.touched as is_touched, e.how, ${rateDay} as rate_day, i.uom,
        e.corrects as corrects_id
      from billing_entries e join billing_activities a on a.client_id = e.client_id and a.id = e.activity_id
      join billing_items i on i.id = e.item_id
      where e.id = ${id} and ${inScope(tx, 'e.client_id')}`.execute(tx),
  ]);
  const [facts] = rows;
  if (!facts) throw notFound();
  const { charge, charge_day, is_accrued, is_touched, ...rest } = facts;
  return { entry: { ...entry, charge, charge_day, is_accrued, is_touched }, ...rest };
}

/** The rate of an entry's item on its day, exact, and as it is shown. */
export interface DayRate {
  rate: string;
  quantity: string;
  minimum_charge: string;
  minimum_quantity: string;
  valid_from: string;
  shown: NonNullable<Explanation['link']>;
}

/** Undefined when the item was not in the activity on that day. */
export async function readDayRate(tx: Tx, { entry, rate_day }: ExplainedEntry): Promise<DayRate | undefined> {
  const of = (value: number) => sql`${value}::int`;
  const link = linkOn(
    of(entry.client_id),
    of(entry.billing_activity_id),
    of(entry.billing_item_id),
    sql`${rate_day}::date`,
  );
  const { rows } = await sql<DayRate>`
    select trim_scale(l.rate)::text as rate, trim_scale(l.quantity)::text as quantity, trim_scale(l.minimum_charge)::text as minimum_charge,
      trim_scale(l.minimum_quantity)::text as minimum_quantity, l.valid_from,
      json_build_object('rate', l.rate::float8, 'quantity', l.quantity::float8, 'minimum_charge', l.minimum_charge::float8,
        'minimum_quantity', l.minimum_quantity::float8, 'valid_from', l.valid_from, 'user', l.user_name, 'created_at',
        to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as shown
    from (${link}) l where l.rate > 0`.execute(tx);
  return rows[0];
}

const readOthers = async (tx: Tx, condition: Sql) => {
  const { rows } = await sql<Explanation['corrections'][number]>`
    select e.id, e.bill_date, e.price::float8 as price, e.quantity::float8 as quantity, ${entryAmount}::float8 as total
    from billing_entries e ${periodOfEntry} where ${condition} and e.deleted_at is null and ${inScope(tx, 'e.client_id')} order by e.id`.execute(
    tx,
  );
  return rows;
};

/** The entry that this one corrects, and those that correct this one. */
export async function readCorrections(tx: Tx, { entry, corrects_id }: ExplainedEntry) {
  const [corrected, corrections] = await Promise.all([
    corrects_id === null ? [] : readOthers(tx, sql`e.id = ${corrects_id}`),
    readOthers(tx, sql`e.corrects = ${entry.id}`),
  ]);
  return { corrects: corrected[0] ?? null, corrections };
}

/** What could not be charged of the same cause by the same item. */
export async function readGapsOf(tx: Tx, { entry }: ExplainedEntry): Promise<Explanation['gaps']> {
  const { rows } = await sql<Explanation['gaps'][number]>`
    select reason, details, waived_at is not null as is_waived from billing_gaps
    where billable_type = ${entry.billable_type} and billable_id = ${entry.billable_id} and activity_id = ${entry.billing_activity_id}
      and (item_id = ${entry.billing_item_id} or item_id is null) and ${inScope(tx)} order by id`.execute(tx);
  return rows;
}

/** Price × quantity as the database rounds it, and what the entry is more than that. */
export async function amountOf(tx: Tx, entryId: number, price: string, quantity: string) {
  const { rows } = await sql<{ amount: number; difference: number }>`
    select c.amount::float8 as amount, (round(e.price * e.quantity, 4) - c.amount)::float8 as difference
    from billing_entries e cross join (select round(${price}::numeric * ${quantity}::numeric, 4) as amount) c
    where e.id = ${entryId} and ${inScope(tx, 'e.client_id')}`.execute(tx);
  return rows[0] ?? { amount: 0, difference: 0 };
}
