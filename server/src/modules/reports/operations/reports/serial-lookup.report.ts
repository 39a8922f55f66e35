import { sql } from '../../../../platform/database/sql.ts';
import { code, moment, movementKind, order, shipment, sku, text } from '../../engine/columns.ts';
import { ofClient, orderLink, shipmentLink } from '../../engine/report-params.ts';
import { report } from '../report.ts';

/** The life of a serial: the movements of the bucket it is in, and of those that bucket was split from. */
export const serialLookup = report({
  name: 'serial-lookup',
  group: 'stock',
  asks: { criteria: { kind: 'serial' } },
  columns: {
    moment: moment(),
    event: movementKind(),
    sku: sku(),
    bucket: code(),
    order: order(),
    shipment: shipment(),
    place: text(),
    who: text(),
  },
  rows: (params) => sql`
    with recursive buckets as (
      select k.client_id, k.id, k.split_from, null::timestamptz as until from serials n
      join serial_buckets k on k.client_id = n.client_id and k.id = n.bucket_id
      where lower(n.serial) = lower(${params.criteria}) and ${ofClient(params, 'n.client_id')}
      union
      select p.client_id, p.id, p.split_from, k.created_at from buckets b join serial_buckets k on k.client_id = b.client_id and k.id = b.id
      join serial_buckets p on p.client_id = b.client_id and p.id = b.split_from
    ), events as materialized (
      select b.client_id, k.created_at as at, 0 as id, 'create' as event, k.inventory_id, b.id as bucket_id, null::int as shipment_id, null::int as license_id,
        null::text as who from buckets b join serial_buckets k on k.client_id = b.client_id and k.id = b.id
      union all
      select m.client_id, m.at, m.id, m.kind, m.inventory_id, m.bucket_id, substring(m.cause from '^shipment ([0-9]+)$')::int, m.license_id, m.user_name
      from buckets b join movements m on m.client_id = b.client_id and m.bucket_id = b.id and (b.until is null or m.at < b.until)
      where m.quantity > 0 or m.kind in ('ship', 'dispose', 'adjust', 'reverse')
    )
    select e.at as moment, e.event, i.id as item_id, i.sku, e.bucket_id::text as bucket, ${orderLink} as order_id, o.reference as order,
      ${shipmentLink} as shipment_id, s.pt_number as shipment, coalesce(p.location, l.license, '') as place, e.who
    from events e join inventories i on i.client_id = e.client_id and i.id = e.inventory_id
    left join shipments s on s.client_id = e.client_id and s.id = e.shipment_id
    left join orders o on o.client_id = s.client_id and o.id = s.order_id
    left join licenses l on l.client_id = e.client_id and l.id = e.license_id left join locations p on p.id = l.location_id
    order by e.at, e.id`,
});
