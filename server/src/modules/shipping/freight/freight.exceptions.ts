import { api } from '@longshore/contract';
import { sql } from '../../../platform/database/sql.ts';
import { exception, type Fact } from '../../../platform/exceptions/exception.ts';

/** A booking that the provider rejected or cancelled, until another is made or the shipment is finished without one. */
export const freightRejected = exception({
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
