import { createHash } from 'node:crypto';
import { Money } from '@longshore/contract';
import { draw } from '../documents/draw.ts';
import { hours, later, systemClock } from '../platform/clock.ts';
import { sql } from '../platform/database/sql.ts';
import type { Tx } from '../platform/database/tx.ts';
import type { KeepBytes } from './demo-panels.ts';

/** Bought with labels of the sandbox's account: its ids are the same at every start. */
const atSandbox = (name: string) => createHash('sha256').update(`demo-shippo:${name}`).digest('hex').slice(0, 32);

const COURIER = 'Cheapest label';

/** What became of the label of each carton, and of earlier ones. */
type State = 'bought' | 'refused' | 'voided' | 'voiding';
interface DemoLabel {
  carton: number;
  state: State;
  problem?: string;
  tracking?: 'transit' | 'delivered';
}

/** By the index of the client: the newest packed shipment in this status. */
const demoLabels: readonly { client: number; status: 'Ready' | 'Finished'; labels: readonly DemoLabel[] }[] = [
  {
    client: 0,
    status: 'Finished',
    labels: [
      { carton: 0, state: 'bought', tracking: 'transit' },
      { carton: 1, state: 'voided' },
      { carton: 1, state: 'bought', tracking: 'transit' },
    ],
  },
  {
    client: 1,
    status: 'Ready',
    labels: [
      { carton: 0, state: 'bought' },
      { carton: 1, state: 'refused', problem: 'PartnerRefused:“UPS: The postal code is not known in this city”' },
    ],
  },
];

interface Packed {
  id: number;
  client_id: number;
  contact: string;
  street: string;
  city: string;
  cost: string;
  cartons: string[];
}

async function packedShipment(tx: Tx, clientId: number, status: string): Promise<Packed | undefined> {
  const { rows } = await sql<Packed>`
    select s.id, s.client_id, coalesce(nullif(s.shipping_addr ->> 'company', ''), r.name) as contact, s.shipping_addr ->> 'street1' as street,
      concat_ws(' ', s.shipping_addr ->> 'city', s.shipping_addr ->> 'state_code', s.shipping_addr ->> 'postal_code') as city,
      trim_scale(s.cost)::text as cost,
      (select array_agg(t.number order by t.position) from containers t where t.client_id = s.client_id and t.shipment_id = s.id) as cartons
    from shipments s join orders o on o.client_id = s.client_id and o.id = s.order_id
    join relations r on r.client_id = o.client_id and r.id = o.relation_id
    where s.client_id = ${clientId} and s.status = ${status} and s.packed and s.direction = 'outbound' and s.voided_at is null
      and (select count(*) from containers t where t.client_id = s.client_id and t.shipment_id = s.id) = 2
    order by s.created_at desc, s.id desc limit 1`.execute(tx);
  return rows[0];
}

const scanOf = (number: string, hoursAgo: number, status: string, text: string) => ({
  id: `${number}-${hoursAgo}`,
  status,
  at: later(systemClock.now(), -hours(hoursAgo)).toISOString(),
  place: 'Oakland',
  text,
});

async function seedLabel(
  tx: Tx,
  keep: KeepBytes,
  shipment: Packed,
  { carton, state, problem = '', tracking }: DemoLabel,
  place: { at: number; cost: string },
): Promise<string> {
  const { id, client_id } = shipment;
  const number = state === 'refused' ? '' : `1Z88${String(id).padStart(6, '0')}${place.at}`;
  const path = number ? `labels/demo-${id}-${place.at}.pdf` : '';
  if (path) {
    const { contact, street, city } = shipment;
    await keep(path, await draw('carrierLabel', { number, service: 'UPS Ground', to: [contact, street, city] }));
  }
  const scans = tracking
    ? [
        scanOf(number, 30, 'pre_transit', 'The carrier knows of the parcel.'),
        scanOf(number, 20, 'transit', 'Collected.'),
      ]
    : [];
  await sql`
    insert into labels (client_id, shipment_id, carton, state, quote_id, rate_id, object_id, carrier_id, carrier, service, cost, currency, format,
      tracking_number, path, problem, attempts, sent_at, bought_at, printed_at, voided_at, tracking_status, tracking, user_id, user_name, created_at)
    select ${client_id}::int, ${id}::int, ${shipment.cartons[carton] ?? ''}, ${state}, '', '', ${number ? atSandbox(`demo label ${number}`) : ''},
      ${atSandbox('carrier ups')}, 'UPS', 'Ground', ${place.cost}::numeric, c.currency, 'pdf', ${number}, ${path}, ${problem}, 1,
      now() - interval '1 day', case when ${state !== 'refused'} then now() - interval '1 day' end,
      case when ${state === 'bought'} then now() - interval '1 day' end, case when ${state === 'voided'} then now() - interval '20 hours' end,
      ${tracking ?? 'unknown'}, ${JSON.stringify(scans)}::jsonb, u.id, u.name, now() - interval '1 day' + ${place.at} * interval '1 minute'
    from company c cross join (select id, name from users where name = 'Marta Oliveira') u`.execute(tx);
  return state === 'bought' ? number : '';
}

/** Labels that were bought, voided and refused, with a courier that sells them. Others are bought once the account is connected. */
export async function seedLabels(tx: Tx, clientIds: readonly number[], keep: KeepBytes): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into couriers (name, shippo_id, shippo_address_id, label_rule)
    values (${COURIER}, ${[atSandbox('carrier ups'), atSandbox('carrier usps')].join(',')}, ${atSandbox('sender 0')}, 'cheapest') returning id`.execute(
    tx,
  );
  const courierId = rows[0]?.id ?? 0;
  for (const { client, status, labels } of demoLabels) {
    const shipment = await packedShipment(tx, clientIds[client] ?? 0, status);
    if (!shipment) throw new Error(`The demo has no packed shipment that is ${status}.`);
    const cost = Money.of(shipment.cost);
    const first = cost.timesRate('0.55').rounded(2);
    const costs = [String(first), String(cost.minus(first))];
    const numbers: string[] = [];
    for (const [at, label] of labels.entries())
      numbers.push(await seedLabel(tx, keep, shipment, label, { at, cost: costs[label.carton] ?? '0' }));
    const waybill = numbers.filter(Boolean).join(', ');
    await sql`update shipments set courier_id = ${courierId}, waybill = ${waybill} where id = ${shipment.id} and client_id = ${shipment.client_id}`.execute(
      tx,
    );
  }
}
