import { type Money, relationDisplayName } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { entryAmount, isInternal, periodOfEntry } from '../../billing/index.ts';
import { idsOf, moneyOf, type ReportRequest, tenThousandths } from './report-request.ts';

export interface ShipmentCharge {
  item_id: number;
  item: string;
  uom: string;
  quantity: Money;
  price: Money;
  amount: Money;
}

export interface ReportShipment {
  client_id: number;
  id: number;
  finished: string;
  reference: string;
  po: string;
  customer: string;
  destination: string;
  courier: string;
  waybill: string;
  cartons: number;
  units: number;
  charges: ShipmentCharge[];
}

type Read = Omit<ReportShipment, 'charges'> & {
  relation: string;
  charges: Record<keyof ShipmentCharge, string>[];
};

/** Outbound shipments that were finished on the days, with everything that the client was charged for them since. */
export async function readReportShipments(tx: Tx, request: ReportRequest): Promise<ReportShipment[]> {
  const { rows } = await sql<Read>`
    select s.client_id, s.id, (s.finished_date at time zone ${request.zone})::date as finished, s.reference, s.po, r.name as relation,
      coalesce(s.shipping_addr ->> 'company', '') as customer,
      concat_ws(', ', nullif(s.shipping_addr ->> 'city', ''), nullif(s.shipping_addr ->> 'country_code', '')) as destination,
      k.name as courier, s.waybill,
      coalesce(nullif((select count(*) from containers c where c.client_id = s.client_id and c.shipment_id = s.id), 0), s.carton_count)::int as cartons,
      coalesce((select sum(l.quantity) from shipment_lines l where l.client_id = s.client_id and l.shipment_id = s.id), 0)::int as units,
      coalesce((select json_agg(json_build_object('item_id', e.item_id, 'item', e.meta_name, 'uom', e.meta_uom,
          'quantity', ${tenThousandths(sql`e.quantity`)}, 'price', ${tenThousandths(sql`e.price`)}, 'amount', ${tenThousandths(entryAmount)}) order by e.id)
        from billing_entries e join billing_items i on i.id = e.item_id ${periodOfEntry}
        where not ${isInternal} and e.client_id = s.client_id and e.billable_type = 'shipment' and e.billable_id = s.id
          and e.deleted_at is null), '[]') as charges
    from shipments s join orders o on o.client_id = s.client_id and o.id = s.order_id
    join relations r on r.client_id = o.client_id and r.id = o.relation_id join couriers k on k.id = s.courier_id
    where s.client_id = any(${idsOf(request)}::int[]) and ${inScope(tx, 's.client_id')} and s.direction = 'outbound'
      and s.status = 'Finished' and s.voided_at is null
      and s.finished_date >= day_start(${request.from}::date, ${request.zone})
      and s.finished_date < day_start(${request.to}::date + 1, ${request.zone})
    order by s.client_id, s.finished_date, s.id limit ${request.rowsMax + 1}`.execute(tx);
  return rows.map(({ relation, ...row }) => ({
    ...row,
    customer: row.customer || relationDisplayName(relation),
    charges: row.charges.map((charge) => ({
      item_id: Number(charge.item_id),
      item: charge.item,
      uom: charge.uom,
      quantity: moneyOf(charge.quantity),
      price: moneyOf(charge.price),
      amount: moneyOf(charge.amount),
    })),
  }));
}
