import { api, FBA_CONFIRM_HOURS } from '@longshore/contract';
import { sql } from '../../../platform/database/sql.ts';
import { exception, type Fact, type Slots } from '../../../platform/exceptions/exception.ts';
import { INBOUND_CODE } from './connected.ts';

/** Before a deadline, a person is asked to look. */
const NEAR_HOURS = 6;

const stepsPage = ({ shipment }: Slots) => `/f/outbound/fba/${shipment}/fulfill`;

const fbaDeadline = exception({
  name: 'fba-deadline',
  severity: 'attention',
  access: api.fba.get.access,
  find: ({ timezone }) => sql<Fact>`
    select f.shipment_id::text as record, f.client_id, f.until - make_interval(hours => ${sql.lit(NEAR_HOURS)}) as since,
      null::int as for_user, jsonb_build_object('shipment', f.shipment_id, 'name', f.fba_shipment_id,
        'expiry', to_char(f.until at time zone ${timezone}::text, 'YYYY-MM-DD HH24:MI')) as slots
    from (
      select r.shipment_id, r.client_id, s.fba_shipment_id, case
        when p.accepted_at is null
          then coalesce(p.placement_expires_at, p.planned_at + make_interval(hours => ${sql.lit(FBA_CONFIRM_HOURS)}))
        else coalesce((r.transport ->> 'expires_at')::timestamptz, r.costed_at + make_interval(hours => ${sql.lit(FBA_CONFIRM_HOURS)}))
        end as until
      from fba_shipments r join fba_plans p on p.client_id = r.client_id and p.id = r.plan_id
      join shipments s on s.client_id = r.client_id and s.id = r.shipment_id
      where r.confirmed_at is null and r.voided_at is null and p.state = 'planned' and s.voided_at is null) f
    where f.until < now() + make_interval(hours => ${sql.lit(NEAR_HOURS)}) order by f.until, f.shipment_id`,
  facts: ['expiry'],
  link: stepsPage,
  action: (slots) => ({ to: stepsPage(slots) }),
  on: ['fba.saved', 'shipment.voided'],
});

const fbaStepFailed = exception({
  name: 'fba-step-failed',
  severity: 'stopped',
  access: api.fba.get.access,
  find: () => sql<Fact>`
    select t.shipment_id::text as record, t.client_id, t.ended_at as since, null::int as for_user,
      jsonb_build_object('shipment', t.shipment_id, 'name', s.fba_shipment_id, 'problem', t.problem) as slots
    from fba_shipments r join shipments s on s.client_id = r.client_id and s.id = r.shipment_id
    join lateral (select * from fba_steps t where t.client_id = r.client_id and t.shipment_id = r.shipment_id
      order by t.id desc limit 1) t on true
    where t.state = 'failed' and t.problem <> 'FbaCancelled' and r.voided_at is null and s.voided_at is null order by t.id`,
  slots: { problem: 'reason' },
  facts: ['problem'],
  link: stepsPage,
  action: (slots) => ({ to: stepsPage(slots) }),
  on: ['fba.saved', 'shipment.voided'],
});

const page = ({ integration }: Slots) => `/integrations/${integration}/action/view`;

const fbaRefused = exception({
  name: 'fba-refused',
  severity: 'stopped',
  access: api.fba.invite.access,
  find: () => sql<Fact>`
    select i.id::text as record, i.client_id, i.verified_at as since, null::int as for_user,
      jsonb_build_object('integration', i.id, 'name', c.company, 'problem', i.problem) as slots
    from integrations i join clients c on c.id = i.client_id where not i.verified and i.type = ${sql.lit(INBOUND_CODE)} order by i.id`,
  slots: { problem: 'reason' },
  facts: ['problem'],
  link: page,
  action: () => ({ to: '/integrations/on_page%3D1?invite=fba' }),
  on: ['integration.saved', 'integration.removed'],
});

export const fbaExceptions = [fbaDeadline, fbaStepFailed, fbaRefused];
