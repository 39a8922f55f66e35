import { api } from '@longshore/contract';
import { sql } from '../../../platform/database/sql.ts';
import { exception, type Fact, type Slots } from '../../../platform/exceptions/exception.ts';

/** A booking that the provider rejected or cancelled, until another is made or the shipment is finished without one. */
const freightRejected = exception({
  name: 'freight-rejected',
  severity: 'stopped',
  access: api.freight.book.access,
  find: () => sql<Fact>`
    select b.shipment_id::text as record, b.client_id, b.decided_at as since, null::int as for_user,
      jsonb_build_object('name', s.pt_number, 'shipment', s.id, 'booking', b.external_id, 'problem', b.problem) as slots
    from freight_bookings b join shipments s on s.client_id = b.client_id and s.id = b.shipment_id
    where b.state in ('REJECTED', 'CANCELLED') and s.voided_at is null and s.status <> 'Finished'
      and not exists (select from freight_bookings n where n.client_id = b.client_id and n.shipment_id = b.shipment_id and n.id > b.id)
    order by b.id`,
  slots: { problem: 'reason' },
  facts: ['problem'],
  link: ({ shipment }) => `/f/outbound/${shipment}`,
  action: ({ shipment }) => ({ to: `/f/outbound/${shipment}` }),
  on: ['freight.saved', 'shipment.finished', 'shipment.voided'],
});

const orderPage = ({ order, type }: Slots) => `/orders/${String(type).replace(' ', '-')}/${order}/action/view`;

/** After this long nobody waits to collect it. */
const DAYS = 30;

/** The shipment was voided, and the provider does not cancel its booking: a person informs it. */
const freightNotCancelled = exception({
  name: 'freight-not-cancelled',
  severity: 'stopped',
  access: api.freight.book.access,
  find: () => sql<Fact>`
    select b.id::text as record, b.client_id, s.voided_at as since, null::int as for_user,
      jsonb_build_object('name', s.pt_number, 'order', s.order_id, 'type', s.order_type, 'booking', b.external_id, 'problem', b.problem) as slots
    from freight_bookings b join shipments s on s.client_id = b.client_id and s.id = b.shipment_id
    where b.cancel_state = 'refused' and b.state in ('SUBMITTED', 'CONFIRMED')
      and s.voided_at > now() - make_interval(days => ${sql.lit(DAYS)}) order by b.id`,
  slots: { problem: 'reason' },
  facts: ['problem'],
  link: orderPage,
  action: (slots) => ({ to: orderPage(slots) }),
  on: ['freight.saved', 'shipment.voided'],
});

export const freightExceptions = [freightRejected, freightNotCancelled];
