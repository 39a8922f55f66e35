import { DIRECTIONS, SHIPMENT_STATUSES, shipmentList } from '@longshore/contract';
import { type Sql, sql } from '../../platform/database/sql.ts';
import { flagOf, flagOfCondition, listSql, oneOfListed } from '../../platform/lists/list-sql.ts';
import { lacksLabels } from './lacks-labels.ts';
import { isLate } from './late.ts';
import { isHeld } from './lock-columns.ts';

const ofClient = (values: readonly string[]) => {
  const ids = values.filter((value) => /^\d{1,9}$/.test(value)).map(Number);
  return ids.length === 1 ? sql`s.client_id = ${ids[0]}` : sql`s.client_id = any(${ids}::int[])`;
};

/** Computed for the rows of the page only: a join would be made for every row that is sorted. */
const sumOfLines = (column: 'quantity' | 'fulfilled') =>
  sql`(select coalesce(sum(l.${sql.ref(column)}), 0)::int from shipment_lines l where l.client_id = s.client_id and l.shipment_id = s.id)`;
const ofOrder = (value: Sql) =>
  sql`(select ${value} from orders so where so.client_id = s.client_id and so.id = s.order_id)`;

const joined = sql`left join orders o on o.client_id = s.client_id and o.id = s.order_id
  left join clients n on n.id = s.client_id left join couriers k on k.id = s.courier_id
  left join relations r on r.client_id = o.client_id and r.id = o.relation_id`;

const address = (field: string) => sql`(s.shipping_addr ->> ${sql.lit(field)})`;

export const shipmentListSql = listSql<typeof shipmentList>({
  spec: shipmentList,
  select: sql`s.id, s.client_id, n.company as client, s.order_id, s.order_type as type, s.direction, s.reference, s.po,
    s.fba_shipment_id, s.exist_in_fba::int as exist_in_fba, k.name as courier, s.status, ${ofOrder(sql`so.status`)} as order_status,
    ${ofOrder(sql`so.has_bo::int`)} as has_bo, s.ship_date, s.finished_date, s.pt_number, s.print_count, s.carton_count, s.ss_order_id,
    coalesce(${address('country_code')}, '') as country_code, s.packed::int as packed, s.billed::int as billed, s.waybill, s.cost::float8 as cost,
    ${sumOfLines('quantity')} as units, ${sumOfLines('fulfilled')} as fulfilled, case when ${isHeld} then s.locked_by_name else '' end as locked_by, s.created_at`,
  // A left join is left out where nothing is read from it, as when rows are counted.
  from: sql`shipments s ${joined}`,
  // Few shipments have a number of a shipping station: they come first, by a small index.
  orderedSources: (first) =>
    first === 'ss_order_id'
      ? [
          sql`(select * from shipments where ss_order_id <> '') s ${joined}`,
          sql`(select * from shipments where ss_order_id = '') s ${joined}`,
        ]
      : undefined,
  id: sql`s.id`,
  visible: () => sql`s.voided_at is null`,
  sort: {
    id: [],
    ship_date: [sql`s.ship_date`],
    print_count: [sql`s.print_count`],
    ss_order_id: [sql`s.ss_order_id`],
    created_at: [sql`s.created_at`],
  },
  filter: {
    type: oneOfListed(sql`s.direction`, DIRECTIONS),
    status: oneOfListed(sql`s.status`, SHIPMENT_STATUSES),
    billed: flagOf(sql`s.billed`),
    late: flagOfCondition(isLate),
    held: flagOfCondition(isHeld),
    lacks_labels: flagOfCondition(lacksLabels),
    client_id: ofClient,
  },
  search: (term) => (/^\d{1,9}$/.test(term) ? sql`s.id = ${Number(term)}` : sql`false`),
  fragments: { text: sql`s.search_text`, parts: true },
  conditions: {
    '': {
      fields: {
        pt_number: sql`s.pt_number`,
        waybill: sql`s.waybill`,
        attr_1: sql`s.attr_1`,
        ship_date: sql`s.ship_date`,
        cancel_date: sql`s.cancel_date`,
        finished_date: sql`s.finished_date`,
        created_at: sql`s.created_at`,
        print_count: sql`s.print_count`,
        carton_count: sql`s.carton_count`,
        packed: sql`s.packed`,
      },
    },
    order: { fields: { reference: sql`s.reference`, po: sql`s.po`, type: sql`s.order_type` } },
    lines: {
      within: (comparison) =>
        sql`exists (select from shipment_lines l join order_lines ol on ol.client_id = l.client_id and ol.id = l.order_line_id
          where l.client_id = s.client_id and l.shipment_id = s.id and ${comparison})`,
      fields: { sku: sql`ol.sku`, name: sql`ol.name` },
    },
    relation: { fields: { name: sql`r.name`, account: sql`r.account` } },
    courier: { fields: { name: sql`k.name` } },
    shipping_addr: {
      fields: {
        company: address('company'),
        city: address('city'),
        state_code: address('state_code'),
        postal_code: address('postal_code'),
        country_code: address('country_code'),
      },
    },
  },
});
