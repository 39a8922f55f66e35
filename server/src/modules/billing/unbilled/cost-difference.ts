import { Money } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { writeEntries } from '../charge-shipment.ts';
import { recordGaps } from '../gaps.store.ts';
import { firstOpenDay } from '../periods/open-day.ts';
import { readBillable } from '../shipment-charges.view.ts';

/** What is charged for the cost of a shipment by one item, and what would be with the cost as it is now. */
interface CostCharge {
  client_id: number;
  activity_id: number;
  item_id: number;
  meta_name: string;
  meta_uom: string;
  reference: string;
  charge_day: string;
  cost: string;
  charged: string;
  due: string;
}

/** Entries that were computed from the cost, with what people corrected and added of the same item since. */
async function readCostCharges(tx: Tx, shipmentId: number): Promise<CostCharge[]> {
  const { rows } = await sql<CostCharge>`
    select e.client_id, e.activity_id, e.item_id, min(e.meta_name) as meta_name, min(e.meta_uom) as meta_uom, min(e.reference) as reference,
      min(coalesce(e.charge_day, e.bill_date)) as charge_day, trim_scale(s.cost)::text as cost,
      coalesce(trim_scale(round(sum(e.price * e.quantity) filter (where e.deleted_at is null), 4)), 0)::text as charged,
      trim_scale(round(round(s.cost * (1 + max((e.how ->> 'modifier')::numeric)), 4) * max((e.how ->> 'link_quantity')::numeric), 4))::text as due
    from billing_entries e join shipments s on s.client_id = e.client_id and s.id = e.billable_id
    where e.billable_type = 'shipment' and e.billable_id = ${shipmentId} and s.billed and s.voided_at is null and ${inScope(tx, 'e.client_id')}
    group by e.client_id, e.activity_id, e.item_id, s.cost
    having bool_or(e.how ->> 'by' = 'Cost' and e.deleted_at is null)`.execute(tx);
  return rows;
}

const isDifferent = ({ charged, due }: CostCharge) => Number(charged) !== Number(due);

/** Lists a difference, and one that was waived again when it is another one; takes it off the list when there is none. */
async function writeDifference(tx: Tx, shipmentId: number, charge: CostCharge): Promise<void> {
  const { client_id, activity_id, item_id, charge_day, cost, charged, due } = charge;
  if (!isDifferent(charge)) {
    await sql`delete from billing_gaps where billable_type = 'shipment' and billable_id = ${shipmentId} and reason = 'cost_changed'
      and activity_id = ${activity_id} and item_id = ${item_id} and ${inScope(tx)}`.execute(tx);
    return;
  }
  const details = JSON.stringify({ cost: Number(cost), charged: Number(charged), due: Number(due) });
  await sql`
    insert into billing_gaps (client_id, day, reason, activity_id, item_id, billable_type, billable_id, details)
    values (${client_id}, ${charge_day}::date, 'cost_changed', ${activity_id}, ${item_id}, 'shipment', ${shipmentId}, ${details}::jsonb)
    on conflict (billable_type, billable_id, reason, activity_id, item_id) do update
      set details = excluded.details, waived_at = null, waived_by = '', waived_note = ''
      where billing_gaps.details is distinct from excluded.details`.execute(tx);
}

/** A cost for which the client has no rate, entered or changed after the bill; it is listed with the other charges without one. */
async function writeWithoutRate(tx: Tx, shipmentId: number): Promise<void> {
  const { shipment, freight } = await readBillable(tx, shipmentId);
  if (freight.length > 0 || Number(shipment.cost) === 0) return;
  const details = JSON.stringify({ charges: ['Shipping-Charge'], cost: Number(shipment.cost) });
  await sql`
    insert into billing_gaps (client_id, day, reason, billable_type, billable_id, details)
    values (${shipment.client_id}, ${shipment.finished_day ?? shipment.today}::date, 'no_rate', 'shipment', ${shipmentId}, ${details}::jsonb)
    on conflict (billable_type, billable_id, reason, activity_id, item_id) do update
      set details = billing_gaps.details || excluded.details || jsonb_build_object('charges', (
          select jsonb_agg(distinct c.value) from jsonb_array_elements(
            coalesce(billing_gaps.details -> 'charges', '[]') || (excluded.details -> 'charges')) c)),
        waived_at = null, waived_by = '', waived_note = ''
      where (billing_gaps.details -> 'cost') is distinct from (excluded.details -> 'cost')`.execute(tx);
}

/** Compares what a billed shipment is charged for its cost with the cost as it is now; the difference goes to the unbilled list. */
export async function listCostDifference(tx: Tx, shipmentId: number): Promise<void> {
  const { rows } = await sql<{ client_id: number; charged: boolean }>`
    select s.client_id, exists (select from billing_entries e join billing_activities a on a.client_id = e.client_id and a.id = e.activity_id
        where e.billable_type = 'shipment' and e.billable_id = s.id and e.client_id = s.client_id and e.deleted_at is null
          and a.charge = 'Shipping-Charge') as charged
    from shipments s where s.id = ${shipmentId} and s.billed and s.voided_at is null and ${inScope(tx, 's.client_id')}`.execute(
    tx,
  );
  const [billed] = rows;
  if (!billed) return;
  const charges = await readCostCharges(tx, shipmentId);
  for (const charge of charges) await writeDifference(tx, shipmentId, charge);
  if (!billed.charged) await writeWithoutRate(tx, shipmentId);
  await recordGaps(tx, billed.client_id);
}

/** The same for the shipment of an entry that a person corrected or removed. */
export async function listDifferenceOfEntry(tx: Tx, entryId: number): Promise<void> {
  const { rows } = await sql<{ id: number | null }>`
    select e.billable_id as id from billing_entries e join billing_activities a on a.client_id = e.client_id and a.id = e.activity_id
    where e.id = ${entryId} and e.billable_type = 'shipment' and a.charge = 'Shipping-Charge' and ${inScope(tx, 'e.client_id')}`.execute(
    tx,
  );
  const shipmentId = rows[0]?.id;
  if (shipmentId) await listCostDifference(tx, shipmentId);
}

/**
 * Charges what a shipment cost more than it was billed for. What it cost less stays listed: a person takes it back.
 * Answers the entries that were added.
 */
export async function chargeCostDifference(tx: Tx, actor: Actor, shipmentId: number): Promise<number> {
  const charges = await readCostCharges(tx, shipmentId);
  let added = 0;
  for (const charge of charges) {
    const more = Money.of(charge.due).minus(Money.of(charge.charged));
    if (more.toNumber() <= 0) continue;
    const { client_id, activity_id, item_id, charge_day, reference, meta_name, meta_uom } = charge;
    await writeEntries(
      tx,
      actor,
      { id: shipmentId, client_id },
      {
        bill_date: await firstOpenDay(tx, client_id, charge_day),
        charge_day,
        reference,
        note: '',
        lines: [
          {
            link: { activity_id, item_id },
            price: more.toString(),
            quantity: '1',
            how: undefined,
            name: meta_name,
            uom: meta_uom,
          },
        ],
      },
    );
    added++;
  }
  if (charges.length) await listCostDifference(tx, shipmentId);
  return added;
}
