import type { AddressCopy, LabelRule, Measure } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { holderColumn } from '../../shipments/index.ts';

/** What prices and labels of a shipment depend on. */
export interface LabelShipment {
  id: number;
  client_id: number;
  direction: 'inbound' | 'outbound';
  status: string;
  packed: boolean;
  pt_number: string;
  ship_date: string;
  cancel_date: string;
  /** In the company's time zone. */
  today: string;
  holder: { id: number; name: string } | null;
  shipping_addr: Partial<AddressCopy>;
  payment_method: 'prepaid' | 'collect' | 'third';
  courier_account: string;
  billing_zip: string;
  billing_country_code: string;
  incoterm: string;
  waybill: string;
  courier_id: number;
  courier: string;
  shippo_id: string;
  shippo_service: string;
  shippo_address_id: string;
  label_rule: LabelRule;
  measure: Measure;
  currency: string;
  home_country_code: string;
  /** Of the client: 0.08 charges 8 % more. */
  modifier: string;
  charge_factor: string;
}

/** Undefined for one that is unknown or voided, or a courier that it cannot have. `courierId` 0: its own. */
export async function readLabelShipment(tx: Tx, id: number, courierId = 0): Promise<LabelShipment | undefined> {
  const { rows } = await sql<LabelShipment>`
    select s.id, s.client_id, s.direction, s.status, s.packed, s.pt_number, s.ship_date, s.cancel_date,
      (now() at time zone c.timezone)::date as today, ${holderColumn} as holder, s.shipping_addr, s.payment_method,
      s.courier_account, s.billing_zip, s.billing_country_code, s.incoterm, s.waybill, k.id as courier_id, k.name as courier,
      k.shippo_id, k.shippo_service, k.shippo_address_id, k.label_rule, c.measure, c.currency, c.home_country_code,
      trim_scale(n.shipping_charge_modify)::text as modifier,
      trim_scale(1 + n.shipping_charge_modify)::text as charge_factor
    from shipments s join clients n on n.id = s.client_id cross join company c
    left join couriers k on (k.id = s.courier_id and ${courierId} in (0, k.id))
      or (k.id = ${courierId} and k.is_active and (k.client_id is null or k.client_id = s.client_id))
    where s.id = ${id} and s.voided_at is null and ${inScope(tx, 's.client_id')}`.execute(tx);
  return rows[0];
}

/** The only shipment with this picking number; undefined when there is none, or several clients have one. */
export async function shipmentNumbered(tx: Tx, number: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from shipments where pt_number = ${number} and voided_at is null and ${inScope(tx)} limit 2`.execute(tx);
  return rows.length === 1 ? rows[0]?.id : undefined;
}

export interface Carton {
  id: number;
  number: string;
  own_number: string;
  length: number;
  width: number;
  height: number;
  weight: number;
  /** How full it is by volume, in percent; null when something in it was never measured. */
  full: number | null;
  contents: { sku: string; units: number }[];
}

/** Sizes that nobody has entered are 1, in every direction. */
export async function listCartons(tx: Tx, shipmentId: number): Promise<Carton[]> {
  const { rows } = await sql<Carton>`
    select c.id, c.number, c.own_number, c.length::float8 as length, c.width::float8 as width, c.height::float8 as height,
      c.weight::float8 as weight, coalesce(h.contents, '[]') as contents,
      case when c.length = 1 and c.width = 1 and c.height = 1 or coalesce(h.unmeasured, true) then null
        else least(100, round(100 * h.volume / (c.length * c.width * c.height)))::float8 end as full
    from containers c left join lateral (
      select json_agg(json_build_object('sku', i.sku, 'units', d.quantity) order by d.id) as contents,
        bool_or(u.inventory_id is null or u.length = 1 and u.width = 1 and u.height = 1) as unmeasured,
        sum(d.quantity * u.length * u.width * u.height) as volume
      from container_lines d join shipment_lines l on l.client_id = d.client_id and l.id = d.shipment_line_id
      join inventories i on i.client_id = l.client_id and i.id = l.inventory_id
      left join inventory_uoms u on u.client_id = i.client_id and u.inventory_id = i.id and u.is_base
      where d.client_id = c.client_id and d.container_id = c.id) h on true
    where c.shipment_id = ${shipmentId} and ${inScope(tx, 'c.client_id')} order by c.position`.execute(tx);
  return rows;
}

export interface CustomsLine {
  sku: string;
  name: string;
  hs_code: string;
  origin: string;
  /** Of all units. */
  value: number;
  units: number;
  weight: number;
}

/** The items of a shipment as customs ask about them. */
export async function listCustomsLines(tx: Tx, shipmentId: number): Promise<CustomsLine[]> {
  const { rows } = await sql<CustomsLine>`
    select i.sku, i.name, trim(i.hs_code) as hs_code, upper(trim(i.origin)) as origin,
      (i.custom_value * sum(l.quantity))::float8 as value, sum(l.quantity)::int as units,
      (coalesce(u.weight, 1) * sum(l.quantity))::float8 as weight
    from shipment_lines l join inventories i on i.client_id = l.client_id and i.id = l.inventory_id
    left join inventory_uoms u on u.client_id = i.client_id and u.inventory_id = i.id and u.is_base
    where l.shipment_id = ${shipmentId} and l.quantity > 0 and ${inScope(tx, 'l.client_id')}
    group by i.client_id, i.id, u.weight order by min(l.id)`.execute(tx);
  return rows;
}

export async function companyCurrency(tx: Tx): Promise<string> {
  const { rows } = await sql<{ currency: string }>`select currency from company`.execute(tx);
  return rows[0]?.currency ?? '';
}
