import { api, type Direction } from '@longshore/contract';
import { sql } from '../../platform/database/sql.ts';
import { type ExceptionKind, exception, type Fact, type Slots } from '../../platform/exceptions/exception.ts';
import { isHeld } from './lock-columns.ts';

/** Nobody keeps a shipment locked this long while working on it. */
const LOCKED_HOURS = 4;

const shipmentPage = ({ direction, name: id }: Slots) => `/f/${direction}/${id}`;

const common = {
  access: api.shipments.list.access,
  link: shipmentPage,
  action: (slots: Slots) => ({ to: shipmentPage(slots) }),
  on: ['shipment.created', 'shipment.saved', 'shipment.finished', 'shipment.voided', 'shipment.touched'],
} as const;

const lateKind = (name: 'shipment-late' | 'delivery-late', direction: Direction): ExceptionKind =>
  exception({
    ...common,
    name,
    severity: 'attention',
    find: ({ timezone }) => sql<Fact>`
      select s.id::text as record, s.client_id, day_start(s.ship_date + 1, ${timezone}) as since, null::int as for_user,
        jsonb_build_object('name', s.id, 'direction', s.direction, 'day', s.ship_date, 'units', l.units, 'open', l.units - l.fulfilled,
          'customer', coalesce(s.shipping_addr ->> 'company', '')) as slots
      from shipments s cross join lateral (
        select coalesce(sum(n.quantity), 0) as units, coalesce(sum(n.fulfilled), 0) as fulfilled from shipment_lines n
        where n.client_id = s.client_id and n.shipment_id = s.id) l
      where s.direction = ${direction} and s.status <> 'Finished' and s.voided_at is null
        and s.ship_date < (now() at time zone ${timezone})::date
      order by s.ship_date, s.id`,
    slots: { day: 'day', units: 'number', open: 'number' },
    variant: ({ open }) => (Number(open) > 0 ? '' : 'Ready'),
    facts: direction === 'outbound' ? ['customer', 'day', 'units'] : ['day', 'units'],
  });

export const shipmentLate = lateKind('shipment-late', 'outbound');
export const deliveryLate = lateKind('delivery-late', 'inbound');

export const shipmentLocked = exception({
  ...common,
  name: 'shipment-locked',
  severity: 'attention',
  find: () => sql<Fact>`
    select id::text as record, client_id, locked_since as since, null::int as for_user,
      jsonb_build_object('name', id, 'direction', direction, 'holder', locked_by_name) as slots
    from shipments
    where ${isHeld} and voided_at is null and locked_since < now() - make_interval(hours => ${sql.lit(LOCKED_HOURS)})
    order by locked_since, id`,
  facts: ['holder'],
});
