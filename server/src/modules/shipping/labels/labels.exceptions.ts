import { api } from '@longshore/contract';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import { exception, type Fact, type Slots } from '../../../platform/exceptions/exception.ts';

/** A person has to check a purchase that takes longer. */
const UNKNOWN_MINUTES = 5;
/** After this long nobody waits for a parcel, or for the refund of a label. */
const DAYS = 30;

const page = ({ name: id }: Slots) => `/f/outbound/${id}`;

const common = {
  access: api.labels.get.access,
  link: page,
  action: (slots: Slots) => ({ to: page(slots) }),
  on: ['label.saved', 'shipment.voided'],
} as const;

const ofLabels = (since: Sql, where: Sql): Sql<Fact> => sql<Fact>`
  select l.id::text as record, l.client_id, ${since} as since, null::int as for_user,
    jsonb_build_object('name', l.shipment_id, 'carrier', l.carrier, 'waybill', l.tracking_number, 'problem', l.problem,
      'arrives', l.arrive_by) as slots
  from labels l where ${where} order by l.id`;

const labelUnknown = exception({
  ...common,
  name: 'label-unknown',
  severity: 'stopped',
  find: () =>
    ofLabels(
      sql`l.created_at`,
      sql`l.state = 'asked' and l.created_at < now() - make_interval(mins => ${sql.lit(UNKNOWN_MINUTES)})`,
    ),
  facts: ['carrier'],
});

const labelVoidRefused = exception({
  ...common,
  name: 'label-void-refused',
  severity: 'attention',
  find: () =>
    ofLabels(sql`l.bought_at`, sql`l.void_refused and l.bought_at > now() - make_interval(days => ${sql.lit(DAYS)})`),
  facts: ['carrier', 'waybill'],
});

const parcelLate = exception({
  ...common,
  name: 'parcel-late',
  severity: 'attention',
  find: ({ timezone }) =>
    ofLabels(
      sql`day_start(l.arrive_by + 1, ${timezone})`,
      sql`l.state = 'bought' and l.tracking_status not in ('delivered', 'returned')
        and l.arrive_by < (now() at time zone ${timezone})::date and l.arrive_by > (now() at time zone ${timezone})::date - ${sql.lit(DAYS)}`,
    ),
  slots: { arrives: 'day' },
  facts: ['carrier', 'waybill', 'arrives'],
});

const parcelReturned = exception({
  ...common,
  name: 'parcel-returned',
  severity: 'attention',
  find: () =>
    ofLabels(
      sql`l.bought_at`,
      sql`l.tracking_status = 'returned' and l.state = 'bought' and l.bought_at > now() - make_interval(days => ${sql.lit(2 * DAYS)})`,
    ),
  facts: ['carrier', 'waybill'],
});

export const labelsExceptions = [labelUnknown, labelVoidRefused, parcelLate, parcelReturned];
