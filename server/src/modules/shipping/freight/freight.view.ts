import {
  type AddressCopy,
  type Direction,
  FREIGHT_DESCRIPTION,
  FREIGHT_LISTS,
  type Freight,
  type FreightCargoInput,
  keyOfReason,
  reasonSentence,
  type ShipmentStatus,
} from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { refused } from '../../../platform/http/problem.ts';
import { readCatalogue } from '../../channels/index.ts';
import { readNewest } from './freight.store.ts';

/** What a booking is made from, as it is here. */
export interface FreightFacts {
  id: number;
  client_id: number;
  direction: Direction;
  status: ShipmentStatus;
  pt_number: string;
  reference: string;
  ship_date: string;
  incoterm: string;
  /** The provider's service that the courier is. */
  service: string;
  customer_id: string;
  user_email: string;
  currency: string;
  shipping_addr: AddressCopy;
  relation: string;
  measure: 'metric' | 'imperial';
  company: {
    name: string;
    address: string;
    city: string;
    state: string;
    postal: string;
    country: string;
    phone: string;
  };
}

export async function readFreightFacts(tx: Tx, id: number): Promise<FreightFacts | undefined> {
  const { rows } = await sql<FreightFacts>`
    select s.id, s.client_id, s.direction, s.status, s.pt_number, s.reference, s.ship_date, s.incoterm, k.flex_service as service,
      n.custom_1 as customer_id, n.custom_2 as user_email, n.custom_3 as currency, s.shipping_addr, r.name as relation, c.measure,
      json_build_object('name', c.name, 'address', c.address, 'city', c.city, 'state', c.state, 'postal', c.postal, 'country', c.country,
        'phone', c.phone) as company
    from shipments s join orders d on d.client_id = s.client_id and d.id = s.order_id
    join relations r on r.client_id = d.client_id and r.id = d.relation_id
    join couriers k on k.id = s.courier_id join clients n on n.id = s.client_id cross join company c
    where s.id = ${id} and s.voided_at is null and ${inScope(tx, 's.client_id')}`.execute(tx);
  return rows[0];
}

/** Its courier goes with freight, and the client is known to the provider. */
export const isOffered = ({ direction, service, customer_id, user_email, currency }: FreightFacts): boolean =>
  direction === 'outbound' && [service, customer_id, user_email, currency].every((text) => text.trim() !== '');

/** Cartons that are alike are one row; the value and the tariff number are those of what is in them. */
export async function readCargo(tx: Tx, shipmentId: number): Promise<FreightCargoInput[]> {
  const { rows } = await sql<FreightCargoInput>`
    select count(*)::int as pieces, b.weight::float8 as weight, b.length::float8 as length, b.width::float8 as width, b.height::float8 as height,
      ${FREIGHT_DESCRIPTION}::text as description, b.hs as "hsCode", b.value::float8 as value
    from (
      select t.id, t.weight, t.length, t.width, t.height, coalesce(min(i.hs_code) filter (where i.hs_code <> ''), '') as hs,
        round(coalesce(sum(i.custom_value * x.quantity), 0), 2) as value
      from containers t
      left join container_lines x on x.client_id = t.client_id and x.container_id = t.id
      left join shipment_lines l on l.client_id = x.client_id and l.id = x.shipment_line_id
      left join inventories i on i.client_id = l.client_id and i.id = l.inventory_id
      where t.shipment_id = ${shipmentId} and ${inScope(tx, 't.client_id')} group by t.id) b
    group by b.weight, b.length, b.width, b.height, b.hs, b.value order by min(b.id)`.execute(tx);
  return rows;
}

export async function readFreight(tx: Tx, id: number): Promise<Freight> {
  const facts = await readFreightFacts(tx, id);
  if (!facts) throw refused(40001);
  const [row, cargo, { lists }] = await Promise.all([
    readNewest(tx, id),
    readCargo(tx, id),
    readCatalogue(tx, 'freight'),
  ]);
  const { rows } = await sql<{ verified: boolean }>`
    select verified from company_accounts where partner = 'freight'`.execute(tx);
  return {
    is_offered: isOffered(facts),
    is_connected: rows[0]?.verified ?? false,
    state: row?.state ?? 'none',
    booking_id: row?.external_id ?? '',
    problem: row?.problem ? reasonSentence(row.problem) : '',
    problem_key: keyOfReason(row?.problem ?? ''),
    booked_at: row?.booked_at ?? null,
    read_at: row?.read_at ?? null,
    user: row?.user_name ?? '',
    chosen: row?.chosen ?? null,
    attempts: row?.attempts ?? 0,
    lists: Object.fromEntries(FREIGHT_LISTS.map((name) => [name, lists[name] ?? []])) as Freight['lists'],
    proposed: { serviceName: facts.service, incoCode: facts.incoterm, readyDate: facts.ship_date, cargo },
    customer: { id: facts.customer_id, email: facts.user_email, currency: facts.currency },
  };
}
