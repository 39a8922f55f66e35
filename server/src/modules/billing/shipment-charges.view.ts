import {
  type Charge,
  isShipmentEventAllowed,
  messageWith,
  type ShipmentBilling,
  type ShipmentStatus,
  sentence,
} from '@longshore/contract';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refused } from '../../platform/http/problem.ts';
import { trackedLast } from '../shipments/index.ts';
import {
  type BilledLine,
  type Freight,
  type Gap,
  type PricedLink,
  type Proposal,
  proposeFreight,
  proposeHandling,
} from './billing-rules.ts';
import { activitiesOn, linkOn, today } from './links.store.ts';
import { firstOpenDay } from './periods/open-day.ts';

export interface BilledShipment extends Freight {
  id: number;
  client_id: number;
  direction: 'inbound' | 'outbound';
  status: ShipmentStatus;
  billed: boolean;
  reference: string;
  today: string;
  /** Null for one that is not finished. */
  finished_day: string | null;
  waybill: string;
  tracking_status: string;
  note: string;
}

async function readShipment(tx: Tx, id: number): Promise<BilledShipment> {
  const { rows } = await sql<BilledShipment>`
    select s.id, s.client_id, s.direction, s.status, s.billed, s.reference, ${today} as today,
      (s.finished_date at time zone (select timezone from company))::date as finished_day, s.waybill, o.note,
      ${trackedLast} as tracking_status,
      trim_scale(s.cost)::text as cost, trim_scale(c.shipping_charge_modify)::text as modifier,
      trim_scale(round(s.cost * (1 + c.shipping_charge_modify), 4))::text as charge
    from shipments s join clients c on c.id = s.client_id join orders o on o.client_id = s.client_id and o.id = s.order_id
    where s.id = ${id} and s.voided_at is null and ${inScope(tx, 's.client_id')}`.execute(tx);
  if (!rows[0]) throw refused(40001);
  return rows[0];
}

/** The lines of a shipment with the units of measure of their items as they are now. */
export async function readLines(tx: Tx, shipmentId: number): Promise<BilledLine[]> {
  const { rows } = await sql<BilledLine>`
    select i.id, i.sku, l.quantity as units, coalesce((
      select json_object_agg(lower(u.name), k.qty_per_base) from inventory_uoms k join uoms u on u.id = k.uom_id
      where k.client_id = i.client_id and k.inventory_id = i.id), '{}') as uoms
    from shipment_lines l join inventories i on i.client_id = l.client_id and i.id = l.inventory_id
    where l.shipment_id = ${shipmentId} and ${inScope(tx, 'l.client_id')} order by l.id`.execute(tx);
  return rows;
}

/** The items of a client's active activities that a shipment is charged by, as they are priced on a day. */
export async function readPricedLinks(tx: Tx, clientId: number, charges: readonly Charge[], day: string) {
  const { rows } = await sql<PricedLink>`
    select a.id as activity_id, a.name as activity, a.charge, i.id as item_id, i.name as item, i.uom, trim_scale(l.rate)::text as rate,
      trim_scale(l.quantity)::text as quantity, l.valid_from
    from ${activitiesOn(sql`${day}::date`)} a
    cross join lateral (select distinct k.item_id from billing_links k where k.activity_id = a.id) of_activity
    cross join lateral (${linkOn(sql`a.client_id`, sql`a.id`, sql`of_activity.item_id`, sql`${day}::date`)}) l
    join billing_items i on i.id = l.item_id
    where a.client_id = ${clientId} and a.is_active and a.charge = any(${charges as string[]}) and l.rate > 0 and i.is_active
    order by a.charge = 'Shipping-Charge', lower(a.name), a.id, lower(i.name), i.id`.execute(tx);
  return rows;
}

/** Charges by which entries of a shipment can be made: those of its direction, and what people add. */
export const CHARGES_OF: Record<BilledShipment['direction'], readonly Charge[]> = {
  inbound: ['Inbound', 'Shipping-Charge', 'Manual'],
  outbound: ['Outbound', 'Shipping-Charge', 'Manual'],
};

/** The company's units of measure, in lower case. */
export async function readUoms(tx: Tx): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`select lower(name) as name from uoms`.execute(tx);
  return new Set(rows.map(({ name }) => name));
}

/** What the charges of a shipment are computed from. */
export interface Billable {
  shipment: BilledShipment;
  /** The links of its direction, and those of the shipping charge. */
  handling: PricedLink[];
  freight: PricedLink[];
  lines: BilledLine[];
  uoms: ReadonlySet<string>;
}

/** The day whose rates a shipment is charged by default: the one on which the work was done, also when it is billed later. */
const ratesOf = ({ finished_day, today: now }: Pick<BilledShipment, 'finished_day' | 'today'>) => finished_day ?? now;

export interface ChargeDays {
  bill_date: string;
  /** The day whose rates count. */
  charge_day: string;
}

/**
 * When a shipment is billed, and by the rates of which day. A finished one is billed on the day it was finished, or on
 * the first open day after it, at the rates of the day it was finished. Another bill date has its own rates.
 */
export async function readChargeDays(tx: Tx, shipmentId: number, billDate?: string): Promise<ChargeDays> {
  const shipment = await readShipment(tx, shipmentId);
  const charge_day = ratesOf(shipment);
  const bill_date = shipment.finished_day ? await firstOpenDay(tx, shipment.client_id, charge_day) : charge_day;
  const isOther = billDate !== undefined && billDate !== bill_date;
  return isOther ? { bill_date: billDate, charge_day: billDate } : { bill_date, charge_day };
}

/** The same for every computation of it: with the rates of a day, by default of the day on which it was finished, or today. */
export async function readBillable(tx: Tx, shipmentId: number, day?: string): Promise<Billable> {
  const shipment = await readShipment(tx, shipmentId);
  const direction: Charge = shipment.direction === 'inbound' ? 'Inbound' : 'Outbound';
  const [lines, uoms, links] = await Promise.all([
    readLines(tx, shipmentId),
    readUoms(tx),
    readPricedLinks(tx, shipment.client_id, [direction, 'Shipping-Charge'], day ?? ratesOf(shipment)),
  ]);
  // Goods that arrive seldom have a courier of ours: only a cost that was entered is charged.
  const isFreight = shipment.direction === 'outbound' || Number(shipment.cost) > 0;
  return {
    shipment,
    lines,
    uoms,
    handling: links.filter(({ charge }) => charge === direction),
    freight: isFreight ? links.filter(({ charge }) => charge === 'Shipping-Charge') : [],
  };
}

export interface ProposedCharges {
  shipment: BilledShipment;
  proposals: Proposal[];
  gaps: Gap[];
  /** The charge of its direction, and that of what the courier cost, where no active activity of the client has a rate. */
  withoutRate: Charge[];
}

export function proposeFor({ shipment, handling, freight, lines, uoms }: Billable): ProposedCharges {
  const ofDirection: Charge = shipment.direction === 'inbound' ? 'Inbound' : 'Outbound';
  const [handled, shipped] = [proposeHandling(handling, lines, uoms), proposeFreight(freight, shipment)];
  return {
    shipment,
    proposals: [...handled.proposals, ...shipped.proposals],
    gaps: [...handled.gaps, ...shipped.gaps],
    withoutRate: [
      ...(handling.length === 0 ? [ofDirection] : []),
      ...(freight.length === 0 && Number(shipment.cost) > 0 ? (['Shipping-Charge'] as const) : []),
    ],
  };
}

/** What a shipment is charged, as its client's activities of the direction say on a day. */
export const proposeCharges = async (tx: Tx, shipmentId: number, day: string): Promise<ProposedCharges> =>
  proposeFor(await readBillable(tx, shipmentId, day));

/** The proposal as the dialog shows it. Throws 40005 for a shipment that cannot be billed yet, 50005 for a billed one. */
export async function loadCharges(
  tx: Tx,
  shipmentId: number,
  onDay?: string,
): Promise<Omit<ShipmentBilling, 'ss_error' | 'ss_error_key'>> {
  const { bill_date, charge_day } = await readChargeDays(tx, shipmentId, onDay);
  const { shipment, proposals, gaps, withoutRate } = await proposeCharges(tx, shipmentId, charge_day);
  if (shipment.billed) throw refused(50005);
  if (!isShipmentEventAllowed(shipment.status, 'bill')) throw refused(40005, `ShipmentIsInState:${shipment.status}`);
  const links = await readPricedLinks(tx, shipment.client_id, CHARGES_OF[shipment.direction], charge_day);
  const entries = proposals.map(({ link, price, quantity, how }) => ({
    billing_activity_id: link.activity_id,
    activity: link.activity,
    billing_item_id: link.item_id,
    meta_name: link.item,
    meta_uom: link.uom,
    price: Number(price),
    quantity: Number(quantity),
    how,
  }));
  const reasons = [
    ...gaps.map(({ link: { activity, item }, message }) => ({ activity, item, message })),
    ...(withoutRate.includes('Shipping-Charge')
      ? [{ activity: '', item: '', message: messageWith('CostHasNoRate', shipment.cost) }]
      : []),
  ];
  const not_proposed = reasons.map(({ activity, item, message }) => ({
    activity,
    item,
    reason: sentence(message),
    reason_key: message,
  }));
  return {
    billing: {
      client_id: shipment.client_id,
      billing_activity_id: entries[0]?.billing_activity_id ?? 0,
      bill_date,
      reference: shipment.reference,
      note: '',
      billable_id: shipment.id,
      billable_type: 'shipment',
      entries,
    },
    not_proposed,
    addable: links.map(({ activity_id, activity, charge, item_id, item, uom, rate }) => ({
      billing_activity_id: activity_id,
      activity,
      billing_item_id: item_id,
      meta_name: item,
      meta_uom: uom,
      // What shipping costs is the shipment's, not the activity's.
      price: Number(charge === 'Shipping-Charge' ? shipment.charge : rate),
    })),
    need_entries: entries.length === 0 || not_proposed.length > 0,
    courier_charged: proposals.some(({ link }) => link.charge === 'Shipping-Charge'),
    tracking: { waybill: shipment.waybill, cost: Number(shipment.cost), status: shipment.tracking_status },
    comment: shipment.note,
  };
}
