import {
  CREDENTIAL_FIELDS,
  type Integration,
  type IntegrationHealth,
  integrationList,
  keyOfReason,
  type PartnerForm,
  reasonSentence,
} from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { notFound } from '../../platform/http/problem.ts';
import { likePattern, listSql, oneOf } from '../../platform/lists/list-sql.ts';
import type { PartnerCalls, PartnerSettings } from '../../platform/outgoing/partner-settings.ts';
import { readTimezone } from '../company/index.ts';
import { allValues } from './connection.ts';
import type { Connection, Connector } from './connector.ts';
import type { InvitedPartners, Partners } from './partners.ts';

interface ViewTools {
  connectors: Partners;
  invitedPartners: InvitedPartners;
  partners: PartnerCalls;
}

const nameOf = ({ connectors, invitedPartners }: Omit<ViewTools, 'partners'>, type: number) =>
  (connectors.get(type) ?? invitedPartners.get(type))?.name ?? `Partner ${type}`;

const numbers = (values: readonly string[]) => values.filter((value) => /^\d{1,9}$/.test(value)).map(Number);

export const integrationListSql = (tools: Omit<ViewTools, 'partners'>) => ({
  ...listSql<typeof integrationList>({
    spec: integrationList,
    select: sql`i.id, i.name, i.type, ''::text as partner, i.client_id, c.company, i.verified::int as verified, i.succeeded_at, i.failures,
      (select count(*) from channel_orders o where o.integration_id = i.id and o.state in ('waiting', 'changed')) as orders_waiting,
      i.created_at`,
    from: sql`integrations i join clients c on c.id = i.client_id`,
    id: sql`i.id`,
    visible: () => sql`true`,
    sort: { name: [sql`lower(i.name)`], created_at: [sql`i.created_at`] },
    filter: {
      type: (values) => sql`i.type = any(${numbers(values)}::int[])`,
      client_id: (values) => sql`i.client_id = any(${numbers(values)}::int[])`,
      verified: oneOf(sql`i.verified::int::text`),
    },
    search: (term) => {
      const pattern = `%${likePattern(term)}%`;
      return sql`(lower(c.company) like ${pattern} or lower(i.name) like ${pattern})`;
    },
    conditions: {},
  }),
  complete: <Row extends { type: number; partner: string }>(row: Row): Row => ({
    ...row,
    partner: nameOf(tools, row.type),
  }),
});

type Read = Omit<
  Integration,
  'partner' | 'problem_key' | 'shop_url' | 'secrets_set' | (typeof CREDENTIAL_FIELDS)[number] | 'mapping'
> & {
  fields: Partial<Record<(typeof CREDENTIAL_FIELDS)[number], string>>;
  set_at: Partial<Record<(typeof CREDENTIAL_FIELDS)[number], string>>;
  skus: number;
  couriers: number;
  couriers_open: number;
};

export async function readIntegration(tx: Tx, tools: ViewTools, id: number): Promise<Integration> {
  const { connectors, partners } = tools;
  const { rows } = await sql<Read>`
    select i.id, i.name, i.client_id, json_build_object('id', c.id, 'company', c.company) as client, i.type,
      i.verified::int as verified, i.verified_at, i.problem, i.warnings, i.account, i.api_version, i.fields, i.set_at, i.store_time_zone,
      i.create_new_item::int as create_new_item, i.auto_process::int as auto_process, i.service_id, i.service_loc_id,
      i.is_inv_management::int as is_inv_management,
      json_build_object('active', i.synchronize::int, 'updated_at', to_char(i.succeeded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'next_at', to_char(i.next_sync_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as synchronize,
      i.sync_minutes, i.report_shipments::int as report_shipments, i.report_stock::int as report_stock, i.stock_share, i.stock_reserve,
      (select count(*) from channel_skus s where s.integration_id = i.id) as skus,
      (select count(*) from channel_couriers k where k.integration_id = i.id) as couriers,
      (select count(*) from channel_couriers k where k.integration_id = i.id and k.courier_id is null
        and not exists (select from couriers c where c.is_active and lower(c.name) = lower(k.method) and (c.client_id is null or c.client_id = k.client_id))) as couriers_open,
      i.user_name as user, i.created_at, i.updated_at
    from integrations i join clients c on c.id = i.client_id where i.id = ${id} and ${inScope(tx, 'i.client_id')}`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) throw notFound();
  const { fields, set_at: setAt, skus, couriers, couriers_open, ...read } = row;
  const partner = connectors.get(read.type);
  const values = allValues(fields, {});
  const set = CREDENTIAL_FIELDS.flatMap((field) => {
    const set_at = setAt[field];
    return set_at ? [{ field, set_at }] : [];
  });
  return {
    ...read,
    ...values,
    partner: nameOf(tools, read.type),
    problem: read.problem && reasonSentence(read.problem),
    problem_key: keyOfReason(read.problem),
    shop_url: partner ? shopUrlOf(partner, values, partners.settings) : '',
    secrets_set: set,
    mapping: { place: partner?.places ? values[partner.places.field] : '', skus, couriers, couriers_open },
  };
}

/** The address of a shop for people; the built-in shops of the demo have a page of their own. */
const shopUrlOf = (partner: Connector, values: Connection['values'], { demo, demoPage }: PartnerSettings): string =>
  demoPage && demo?.[partner.slug]?.o_auth_token === values.o_auth_token ? demoPage : partner.shopUrl(values);

/** What the forms ask for. A retired partner is offered only where the operator gave its address. */
export function describePartners({ connectors, partners }: ViewTools, { lang }: Actor): PartnerForm[] {
  const { urls, demo = {} } = partners.settings;
  return [...connectors.values()]
    .filter(({ isRetired, slug }) => !isRetired || urls[slug])
    .map((partner) => ({
      code: partner.code,
      slug: partner.slug,
      name: partner.name,
      is_retired: partner.isRetired ?? false,
      fields: partner.fields.map(({ field, label, hint, kind, required }) => ({
        field,
        label: label[lang],
        hint: hint?.[lang] ?? '',
        kind,
        required,
      })),
      api_versions: [...(partner.apiVersions ?? [])],
      place: partner.places?.noun[lang] ?? '',
      can: {
        report_shipments: partner.reportShipment !== undefined,
        report_stock: partner.stock !== undefined,
        webhooks: partner.hooks !== undefined,
        service: partner.service !== undefined,
      },
      demo: CREDENTIAL_FIELDS.flatMap((field) => {
        const value = demo[partner.slug]?.[field];
        return value ? [{ field, value }] : [];
      }),
    }));
}

const DAYS = 14;

/** The health of a connection, by the days of the company's time zone. */
export async function readHealth(tx: Tx, id: number): Promise<IntegrationHealth> {
  const zone = await readTimezone(tx);
  const { rows } = await sql<IntegrationHealth>`
    with today as (select date_trunc('day', now() at time zone ${zone}::text) as day)
    select i.succeeded_at, case when i.synchronize and i.verified then i.next_sync_at end as next_at,
      exists (select from channel_runs r where r.integration_id = i.id and r.state in ('waiting', 'running')) as is_running,
      (select count(*) from channel_orders o where o.integration_id = i.id and o.created_at >= t.day at time zone ${zone}::text) as orders_today,
      (select count(*) from channel_runs r where r.integration_id = i.id and r.state = 'failed' and r.created_at >= t.day at time zone ${zone}::text) as errors_today,
      (select min(r.ended_at) from channel_runs r where r.integration_id = i.id and r.state = 'done' and r.id > (
        select max(f.id) from channel_runs f where f.integration_id = i.id and f.state = 'failed')) as recovered_at,
      (select json_agg(json_build_object('day', to_char(d, 'YYYY-MM-DD'), 'orders', (
          select count(*) from channel_orders o where o.integration_id = i.id
            and o.created_at >= d at time zone ${zone}::text and o.created_at < (d + interval '1 day') at time zone ${zone}::text)) order by d)
        from generate_series(t.day - make_interval(days => ${sql.lit(DAYS - 1)}), t.day, interval '1 day') d) as orders_by_day,
      (select count(*) from channel_orders o where o.integration_id = i.id and o.state in ('waiting', 'changed')) as orders_waiting,
      (select count(*) from channel_reports p where p.integration_id = i.id and p.state = 'waiting') as reports_waiting,
      (select count(*) from channel_reports p where p.integration_id = i.id and p.state = 'refused') as reports_refused
    from integrations i, today t where i.id = ${id} and ${inScope(tx, 'i.client_id')}`.execute(tx);
  if (!rows[0]) throw notFound();
  return rows[0];
}
