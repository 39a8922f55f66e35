import { createHash } from 'node:crypto';
import { type Charge, MONEY_WHOLE_DIGITS, type RateChange, type RateChangeInput } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { invalid } from '../../../platform/http/problem.ts';
import { trace } from '../../records/index.ts';
import { activitiesOn, linkOn, readToday, touchActivity, writeLink } from '../links.store.ts';

interface Rate {
  activity_id: number;
  activity: string;
  charge: Charge;
  item_id: number;
  item: string;
  uom: string;
  valid_from: string;
  old_rate: string;
  new_rate: string;
  is_excepted: boolean;
  quantity: string;
  minimum_charge: string;
  minimum_quantity: string;
}

/**
 * The rates of a client's active activities from a day on, before and after: the one that counts on the day, and those
 * that are set for later days. SQL computes them, because its decimals are exact and it rounds half up.
 */
async function readRates(tx: Tx, input: RateChangeInput, day: string): Promise<Rate[]> {
  const { client_id: clientId, percent, decimals, except } = input;
  const { rows } = await sql<Rate>`
    select a.id as activity_id, a.name as activity, a.charge, i.id as item_id, i.name as item, i.uom, greatest(l.valid_from, ${day}::date) as valid_from,
      trim_scale(l.rate)::text as old_rate, trim_scale(round(l.rate * (100 + ${percent}::numeric) * 0.01, ${decimals}::int))::text as new_rate,
      exists (
        select from unnest(${except.map((each) => each.activity_id)}::int[], ${except.map((each) => each.item_id)}::int[]) x (activity_id, item_id)
        where x.activity_id = a.id and x.item_id = i.id) as is_excepted,
      trim_scale(l.quantity)::text as quantity, trim_scale(l.minimum_charge)::text as minimum_charge,
      trim_scale(l.minimum_quantity)::text as minimum_quantity
    from ${activitiesOn(sql`${day}::date`)} a
    cross join lateral (select distinct k.item_id from billing_links k where k.activity_id = a.id) each
    cross join lateral (
      (${linkOn(sql`a.client_id`, sql`a.id`, sql`each.item_id`, sql`${day}::date`)})
      union all
      select k.* from billing_links k
      where k.client_id = a.client_id and k.activity_id = a.id and k.item_id = each.item_id and k.valid_from > ${day}::date) l
    join billing_items i on i.id = l.item_id
    where a.client_id = ${clientId} and a.is_active and i.is_active and l.rate > 0
    order by lower(a.name), a.id, lower(i.name), i.id, l.valid_from`.execute(tx);
  return rows;
}

const stampOf = (rates: readonly Rate[]) => createHash('sha256').update(JSON.stringify(rates)).digest('hex');

const changeOf = (valid_from: string, rates: readonly Rate[]): RateChange => ({
  valid_from,
  stamp: stampOf(rates),
  rates: rates.map(({ quantity, minimum_charge, minimum_quantity, old_rate, new_rate, ...rate }) => ({
    ...rate,
    old_rate: Number(old_rate),
    new_rate: Number(rate.is_excepted ? old_rate : new_rate),
  })),
});

async function assertClient(tx: Tx, clientId: number): Promise<void> {
  const { rows } = await sql`select from clients where id = ${clientId} and ${inScope(tx, 'id')}`.execute(tx);
  if (!rows.length) throw invalid('client_id', 'ClientIsRequired');
}

export async function previewChange(tx: Tx, input: RateChangeInput): Promise<RateChange> {
  await assertClient(tx, input.client_id);
  const day = input.valid_from ?? (await readToday(tx));
  return changeOf(day, await readRates(tx, input, day));
}

/** A rate of 0 would take the item out of the activity. */
function assertRates(rates: readonly Rate[]): void {
  for (const { item, new_rate } of rates) {
    if (Number(new_rate) === 0) throw invalid('percent', `RateWouldBeZero:${item}`);
    if (Number(new_rate) >= 10 ** MONEY_WHOLE_DIGITS) throw invalid('percent', 'MoneyHasTooManyDigits');
  }
}

/** Those of an activity, as they are traced. */
const changesOf = (rates: readonly Rate[]) =>
  rates.flatMap(({ item, valid_from, new_rate }) => [
    { field: 'billing_item' as const, newValue: item },
    { field: 'billing_item.valid_from' as const, newValue: valid_from },
    { field: 'billing_item.rate' as const, newValue: new_rate },
  ]);

/** Changes the rates as they were previewed; refused when they are no longer what the preview showed. */
export async function changeRates(
  tx: Tx,
  actor: Actor,
  input: RateChangeInput & { stamp: string },
): Promise<RateChange> {
  const { client_id: clientId } = input;
  await assertClient(tx, clientId);
  const day = input.valid_from ?? (await readToday(tx));
  await sql`select id from billing_activities where client_id = ${clientId} order by id for no key update`.execute(tx);
  const all = await readRates(tx, input, day);
  if (stampOf(all) !== input.stamp) throw invalid('stamp', 'RatesAreDifferentNow');
  const rates = all.filter(({ is_excepted }) => !is_excepted);
  assertRates(rates);
  for (const rate of rates)
    await writeLink(
      tx,
      { id: rate.activity_id, client_id: clientId },
      rate.item_id,
      rate.valid_from,
      { ...rate, rate: rate.new_rate },
      actor.name,
    );
  for (const id of new Set(rates.map(({ activity_id }) => activity_id))) {
    const changes = changesOf(rates.filter(({ activity_id }) => activity_id === id));
    await touchActivity(tx, id);
    await trace(tx, actor, { type: 'BillingActivity', id, clientId, subject: 'Billing rates changed', changes });
    await recordEvent(tx, { kind: 'billing_activity.saved', clientId, subjectId: id });
  }
  return changeOf(day, all);
}
