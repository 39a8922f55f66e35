import type { Station } from '@longshore/contract';
import { keyOfReason, reasonSentence } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { refused } from '../../../platform/http/problem.ts';
import type { StationLabel } from '../station-partner.ts';
import { readStationRow } from './station.store.ts';
import { liveCost, type StationFacts } from './station-rules.ts';

/** Undefined for a shipment that is unknown, voided, or not the caller's. */
export async function readStationFacts(tx: Tx, id: number): Promise<StationFacts | undefined> {
  const { rows } = await sql<StationFacts>`
    select s.id, s.client_id, s.direction, s.status, s.billed, s.pt_number, s.reference, s.po, s.ship_date, s.created_at, s.waybill,
      trim_scale(s.cost)::text as cost, s.payment_method, s.courier_account, s.billing_zip, s.billing_country_code,
      k.ss_mapping_carrier as carrier, k.ss_mapping_service as service, k.ss_mapping_package as package,
      s.shipping_addr, s.billing_addr, r.name as relation,
      case when n.use_ship_station then n.ss_warehouse else '' end as warehouse, c.ss_prefix as prefix, c.measure,
      (select trim_scale(sum(b.weight))::text from containers b where b.client_id = s.client_id and b.shipment_id = s.id and s.packed) as weight,
      (select coalesce(json_agg(json_build_object('id', l.id, 'sku', o.sku, 'name', o.name, 'quantity', l.quantity,
          'price', trim_scale(o.price)::text) order by l.id), '[]')
        from shipment_lines l join order_lines o on o.client_id = l.client_id and o.id = l.order_line_id
        where l.client_id = s.client_id and l.shipment_id = s.id and l.quantity > 0) as lines
    from shipments s join orders d on d.client_id = s.client_id and d.id = s.order_id
    join relations r on r.client_id = d.client_id and r.id = d.relation_id
    join couriers k on k.id = s.courier_id join clients n on n.id = s.client_id cross join company c
    where s.id = ${id} and s.voided_at is null and ${inScope(tx, 's.client_id')}`.execute(tx);
  return rows[0];
}

const shownLabel = (label: StationLabel): Station['labels'][number] => ({
  id: label.id,
  tracking_number: label.trackingNumber,
  carrier: label.carrierCode,
  service: label.serviceCode,
  cost: Number(label.cost),
  is_voided: label.isVoided,
  shipped_on: label.shippedOn,
});

/** How far a shipment is at the station, as its panel shows it. */
export async function readStation(tx: Tx, id: number): Promise<Station> {
  const facts = await readStationFacts(tx, id);
  if (!facts) throw refused(40001);
  const row = await readStationRow(tx, id);
  const { rows } = await sql<{ verified: boolean }>`
    select verified from company_accounts where partner = ${row?.partner ?? 'shipstation'}`.execute(tx);
  const labels = row?.labels ?? [];
  return {
    state: row?.state ?? 'none',
    ss_order_id: row?.external_id ?? '',
    number: row?.number ?? '',
    problem: row?.problem ? reasonSentence(row.problem) : '',
    problem_key: keyOfReason(row?.problem ?? ''),
    pushed_at: row?.pushed_at ?? null,
    pulled_at: row?.pulled_at ?? null,
    user: row?.user_name ?? '',
    labels: labels.map(shownLabel),
    cost: Number(liveCost(labels)),
    is_mapped: facts.carrier !== '',
    is_connected: rows[0]?.verified ?? false,
  };
}
