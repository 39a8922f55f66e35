import type { AddressCopy, Allocation } from '@longshore/contract';
import type { PaperShipment, PaperStop } from '../../../documents/shipments/paper-shipment.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { shownLogo } from '../../company/index.ts';
import { isMeasuredSql } from '../../inventory/index.ts';
import { sortForWalk } from '../../locations/index.ts';

const fulfilments = sql`coalesce((
  select json_agg(json_build_object('quantity', f.quantity, 'license', coalesce(p.license, ''), 'location', coalesce(b.location, ''),
    'lot', coalesce(t.lot_number, ''), 'expire', t.expire_date, 'serial', coalesce(u.lead, '')) order by f.id)
  from fulfillments f
  left join licenses p on p.client_id = f.client_id and p.id = f.license_id left join locations b on b.id = p.location_id
  left join lots t on t.client_id = f.client_id and t.id = f.lot_id
  left join serial_buckets u on u.client_id = f.client_id and u.id = f.bucket_id
  where f.client_id = l.client_id and f.shipment_line_id = l.id), '[]')`;

/** A kit's rest of a cent is invoiced once: with the first shipment of its line. */
const remainder = sql`case when exists (
    select from shipment_lines e join shipments v on v.client_id = e.client_id and v.id = e.shipment_id
    where e.client_id = l.client_id and e.order_line_id = l.order_line_id and e.id < l.id and e.quantity > 0 and v.voided_at is null)
  then '0' else ol.remainder::text end`;

const weight = sql`(select u.weight::float8 from inventory_uoms u where u.client_id = l.client_id and u.inventory_id = l.inventory_id
  and u.is_base and ${isMeasuredSql('u')})`;

/** The components that the order has of a line's kit. */
const parts = sql`(select count(*)::int from order_lines p where p.client_id = ol.client_id and p.order_id = ol.order_id
  and p.kit_id = ol.kit_id and p.quantity > 0)`;

const lines = sql`coalesce((
  select json_agg(json_build_object('id', l.id, 'sku', i.sku, 'name', i.name, 'sold', json_build_object('sku', ol.sku, 'name', ol.name),
    'upc', i.upc, 'uom', ol.uom, 'comment', ol.comment, 'quantity', l.quantity, 'fulfilled', l.fulfilled, 'quarantined', l.quarantined,
    'ordered', ol.quantity, 'leftover', ol.leftover,
    'kit', case when ol.kit_id is not null then
      json_build_object('id', ol.kit_id, 'sku', ol.kit_sku, 'name', ol.kit_name, 'kits', ol.kit_quantity, 'parts', ${parts}) end,
    'price', ol.price::text, 'remainder', ${remainder},
    'customs', json_build_object('composition', i.composition, 'value', i.custom_value::text, 'origin', i.origin, 'hs_code', i.hs_code),
    'weight', ${weight}, 'fulfilments', ${fulfilments}) order by l.id)
  from shipment_lines l join inventories i on i.client_id = l.client_id and i.id = l.inventory_id
  join order_lines ol on ol.client_id = l.client_id and ol.id = l.order_line_id
  where l.client_id = s.client_id and l.shipment_id = s.id), '[]')`;

/** Cartons of a shipment that is no longer packed are a draft: they do not hold what is shipped. */
const cartons = sql`coalesce((
  select json_agg(json_build_object('number', c.number, 'own_number', c.own_number, 'length', c.length::float8, 'width', c.width::float8,
    'height', c.height::float8, 'weight', c.weight::float8, 'contents', coalesce((
      select json_agg(json_build_object('line_id', x.shipment_line_id, 'quantity', x.quantity, 'expire', x.expire) order by x.id)
      from container_lines x where x.client_id = c.client_id and x.container_id = c.id), '[]')) order by c.position)
  from containers c where c.client_id = s.client_id and c.shipment_id = s.id and s.packed), '[]')`;

/** While the company has a prefix. */
const ssccs = sql`coalesce((
  select json_object_agg(lower(x.carton), x.sscc) from ssccs x, company m
  where x.client_id = s.client_id and x.shipment_id = s.id and m.gs1_prefix <> ''), '{}')`;

type Read = Omit<PaperShipment, 'print_notes' | 'stops' | 'client'> & {
  client: { company: string; logo: string; address: Partial<AddressCopy> };
  print_note: string;
  relation_note: string;
};

const noAddress: AddressCopy = {
  company: '',
  contact: '',
  phone: '',
  street1: '',
  street2: '',
  street3: '',
  city: '',
  postal_code: '',
  state: '',
  state_code: '',
  country: '',
  country_code: '',
};

/** What is taken and what is to be taken, in the order of the walk. */
function stopsOf(shipment: Read, allocation: Allocation | undefined): PaperStop[] {
  const done = shipment.lines.flatMap(({ id, fulfilments: places }) =>
    places.map(({ serial: _, ...place }) => ({ ...place, line_id: id, isDone: true })),
  );
  const open = (allocation?.picks ?? []).map(({ line_id, quantity, license, location, lot, expire }) => ({
    line_id,
    quantity,
    license,
    location,
    lot,
    expire,
    isDone: false,
  }));
  return sortForWalk([...open, ...done]);
}

function paperOf(read: Read, allocation: Allocation | undefined): PaperShipment {
  const { print_note, relation_note, ...shipment } = read;
  const { client } = shipment;
  return {
    ...shipment,
    client: { ...client, address: { ...noAddress, ...client.address } },
    // The order form copies the relation's note: it is printed once.
    print_notes: [...new Set([print_note.trim(), relation_note.trim()])].filter(Boolean),
    stops: stopsOf(read, allocation),
  };
}

/** Shipments as their papers show them, in the given order, each as often as it is named. Voided ones are left out. */
export async function readPaperShipments(
  tx: Tx,
  ids: readonly number[],
  allocations: ReadonlyMap<number, Allocation>,
): Promise<PaperShipment[]> {
  const { rows } = await sql<Read>`
    select s.id, s.direction, s.pt_number, s.order_type, s.reference, s.po,
      json_build_object('company', c.company, 'logo', ${shownLogo(sql.ref('c.logo_uri'))}, 'address', c.address) as client, r.name as relation,
      s.ship_date, s.cancel_date,
      json_build_object('name', k.name, 'payment', s.payment_method, 'account', s.courier_account) as courier,
      s.waybill, s.incoterm, s.incoterm_place, s.carton_count, s.shipping_addr, s.billing_addr, o.payment_term, o.tax_rate::text as tax_rate,
      s.invoice_number, s.invoice_date, coalesce(s.bol_number::text, '') as bol_number, o.note, o.print_note,
      case when r.print_instruction then r.default_instruction else '' end as relation_note,
      ${lines} as lines, ${cartons} as cartons, ${ssccs} as ssccs
    from shipments s join orders o on o.client_id = s.client_id and o.id = s.order_id
    join relations r on r.client_id = o.client_id and r.id = o.relation_id
    join clients c on c.id = s.client_id join couriers k on k.id = s.courier_id
    where s.id = any(${ids}::int[]) and s.voided_at is null and ${inScope(tx, 's.client_id')}`.execute(tx);
  const byId = new Map(rows.map((row) => [row.id, paperOf(row, allocations.get(row.id))]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
