import type { Charge } from '@longshore/contract';
import {
  type Billable,
  type BilledLine,
  type BilledShipment,
  gapsOfShipment,
  gapWithoutRate,
  type PricedLink,
  proposeFor,
  readPricedLinks,
  readUoms,
} from '../modules/billing/index.ts';
import { sql } from '../platform/database/sql.ts';
import type { Tx } from '../platform/database/tx.ts';
import { readByDay } from './demo-rates.ts';

type Shipped = BilledShipment & { day: string };

/** The shipments that were billed, each with the day on which it was finished. */
async function readBilled(tx: Tx): Promise<Shipped[]> {
  const { rows } = await sql<Shipped>`
    select s.id, s.client_id, s.direction, s.status, s.billed, s.reference, (now() at time zone c.timezone)::date as today, s.waybill, o.note,
      '' as tracking_status, trim_scale(s.cost)::text as cost, trim_scale(k.shipping_charge_modify)::text as modifier,
      trim_scale(round(s.cost * (1 + k.shipping_charge_modify), 4))::text as charge, (s.finished_date at time zone c.timezone)::date as day
    from shipments s join orders o on o.id = s.order_id join clients k on k.id = s.client_id cross join company c
    where s.billed and s.voided_at is null order by s.id`.execute(tx);
  return rows;
}

/** The lines of all billed shipments, by shipment. */
async function readLinesOfAll(tx: Tx): Promise<Map<number, BilledLine[]>> {
  const { rows: items } = await sql<Omit<BilledLine, 'units'>>`
    select i.id, i.sku, json_object_agg(lower(u.name), k.qty_per_base) as uoms
    from inventories i join inventory_uoms k on k.inventory_id = i.id join uoms u on u.id = k.uom_id group by i.id`.execute(
    tx,
  );
  const byId = new Map(items.map((item) => [item.id, item]));
  const { rows } = await sql<{ shipment: number; item: number; units: number }>`
    select l.shipment_id as shipment, l.inventory_id as item, l.quantity as units
    from shipment_lines l join shipments s on s.id = l.shipment_id where s.billed order by l.id`.execute(tx);
  const lines = new Map<number, BilledLine[]>();
  for (const { shipment, item: id, units } of rows) {
    const item = byId.get(id);
    if (!item) throw new Error(`Item ${id} of the demo has no units.`);
    const ofShipment = lines.get(shipment) ?? [];
    ofShipment.push({ ...item, units });
    lines.set(shipment, ofShipment);
  }
  return lines;
}

const directionCharge = ({ direction }: Shipped): Charge => (direction === 'inbound' ? 'Inbound' : 'Outbound');

/** What a shipment is charged by, as `readBillable` reads it for one. */
function billableOf(shipment: Shipped, lines: BilledLine[], links: PricedLink[], uoms: ReadonlySet<string>): Billable {
  const isFreight = shipment.direction === 'outbound' || Number(shipment.cost) > 0;
  return {
    shipment,
    lines,
    uoms,
    handling: links.filter(({ charge }) => charge === directionCharge(shipment)),
    freight: isFreight ? links.filter(({ charge }) => charge === 'Shipping-Charge') : [],
  };
}

/**
 * Charges the billed shipments, each on the day it was finished: priced as the command prices one, and written at once.
 */
export async function seedShipmentCharges(tx: Tx): Promise<void> {
  const [shipments, lines, uoms] = [await readBilled(tx), await readLinesOfAll(tx), await readUoms(tx)];
  const clientIds = [...new Set(shipments.map(({ client_id }) => client_id))];
  const linksOn = await readByDay(tx, async (day) => {
    const read = async (id: number) =>
      [id, await readPricedLinks(tx, id, ['Inbound', 'Outbound', 'Shipping-Charge'], day)] as const;
    return new Map(await Promise.all(clientIds.map(read)));
  });
  const priced = shipments.map((shipment) => {
    const links = linksOn(shipment.day)?.get(shipment.client_id) ?? [];
    return { of: shipment, ...proposeFor(billableOf(shipment, lines.get(shipment.id) ?? [], links, uoms)) };
  });
  const entries = priced.flatMap(({ of, proposals }) =>
    proposals.map(({ link, price, quantity, how }) => ({
      client: of.client_id,
      activity: link.activity_id,
      item: link.item_id,
      day: of.day,
      reference: of.reference,
      name: link.item,
      uom: link.uom,
      price,
      quantity,
      shipment: of.id,
      how,
    })),
  );
  const gaps = priced.flatMap(({ of, gaps: missing, withoutRate }) =>
    [...gapsOfShipment(missing), ...gapWithoutRate({ charges: withoutRate, cost: of.cost })].map((gap) => ({
      ...gap,
      client: of.client_id,
      day: of.day,
      shipment: of.id,
    })),
  );
  await sql`
    with made as (
      insert into billing_entries (client_id, activity_id, item_id, bill_date, charge_day, reference, meta_name, meta_uom, price, quantity, created_by,
        billable_type, billable_id, how, created_at, updated_at)
      select client, activity, item, day, day, reference, name, uom, price, quantity, 'Dana Reyes', 'shipment', shipment, how,
        day + interval '17 hours', day + interval '17 hours'
      from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as r (client int, activity int, item int, day date, reference text, name text, uom text,
        price numeric, quantity numeric, shipment int, how jsonb)
      returning id, client_id, created_at)
    insert into traces (client_id, traceable_type, traceable_id, user_id, user_name, subject, changes, created_at)
    select m.client_id, 'BillingEntry', m.id, u.id, u.name, 'Created', '[]', m.created_at from made m, users u where u.name = 'Dana Reyes'`.execute(
    tx,
  );
  await sql`
    insert into billing_gaps (client_id, day, reason, activity_id, item_id, billable_type, billable_id, details)
    select client, day, reason, activity_id, item_id, 'shipment', shipment, details
    from jsonb_to_recordset(${JSON.stringify(gaps)}::jsonb)
      as r (client int, day date, reason text, activity_id int, item_id int, shipment int, details jsonb)`.execute(tx);
}
