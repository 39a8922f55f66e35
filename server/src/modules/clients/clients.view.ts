import { api, type Client, type ClientOption, clientList, type FoundName, mayCall } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { notFound } from '../../platform/http/problem.ts';
import { flagOf, likePattern, listSql } from '../../platform/lists/list-sql.ts';
import { beginningPatterns, namedBy } from '../../platform/search/names.ts';
import type { FoundHit } from '../../platform/search/search.ts';
import { logoProblem, shownLogo } from '../company/index.ts';
import { listWebhooks } from './webhooks/webhooks.view.ts';

const OPTIONS_MAX = 50;
const HITS_MAX = 10;

export const clientListSql = listSql<typeof clientList>({
  spec: clientList,
  select: sql`c.id, c.company, c.account, c.email, c.is_active::int as is_active, c.updated_at`,
  from: sql`clients c`,
  id: sql`c.id`,
  visible: () => sql`true`,
  sort: {
    company: [sql`lower(c.company)`, sql`c.company`],
    account: [sql`lower(c.account)`],
    email: [sql`lower(c.email)`],
  },
  filter: { is_active: flagOf(sql`c.is_active`) },
  search: (term) =>
    sql`(lower(c.company) like ${`%${likePattern(term)}%`} or lower(c.email) like ${`%${likePattern(term)}%`})`,
  conditions: {},
});

const blankAddress = {
  company: '',
  contact: '',
  phone: '',
  street1: '',
  street2: '',
  street3: '',
  city: '',
  state: '',
  state_code: '',
  postal_code: '',
  country_code: '',
};

const logo = sql.ref('logo_uri');

export async function readClient(tx: Tx, id: number): Promise<Client> {
  const found = sql<Omit<Client, 'webhooks'>>`
    select c.id, c.company, c.email, c.account, c.is_active::int as is_active, c.is_fba::int as is_fba,
      c.custom_1, c.custom_2, c.custom_3, c.custom_4, c.custom_5, c.created_at, c.updated_at,
      ${shownLogo(logo)} as logo_picture, ${logoProblem(logo)} as logo_problem,
      ${JSON.stringify(blankAddress)}::jsonb || c.address as address,
      json_build_object('invoice_prefix', c.invoice_prefix, 'next_inv_num', c.next_inv_num,
        'packing_slip_prefix', c.packing_slip_prefix, 'next_picking_num', c.next_picking_num, 'logo_uri', c.logo_uri,
        'qb_mapping_name', c.qb_mapping_name, 'invoice_term', c.invoice_term, 'due_date', c.due_date,
        'use_ship_station', c.use_ship_station::int, 'ss_warehouse', c.ss_warehouse,
        'shipping_charge_modify', c.shipping_charge_modify::float8, 'order_notification', c.order_notification,
        'order_notification_email', c.order_notification_email, 'tax_code', c.tax_code, 'tax_rate', c.tax_rate::float8,
        'email_upon_receiving', c.email_upon_receiving::int, 'email_upon_shipping', c.email_upon_shipping::int,
        'receiving_notification_emails', c.receiving_notification_emails,
        'shipping_notification_emails', c.shipping_notification_emails) as detail,
      coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name, 'tag', g.name) order by lower(g.name), g.id)
        from categories g join categorized m on m.client_id = g.client_id and m.category_id = g.id
        where g.client_id = c.id and g.resource = 'Client' and m.resource_id = c.id), '[]') as categories
    from clients c where c.id = ${id} and ${inScope(tx, 'c.id')}`.execute(tx);
  const [{ rows }, webhooks] = await Promise.all([found, listWebhooks(tx, id)]);
  if (!rows[0]) throw notFound();
  return { ...rows[0], webhooks };
}

/** Empty when there is no working client. */
export async function readClientName(tx: Tx, id: number | null): Promise<string> {
  const { rows } = await sql<{
    company: string;
  }>`select company from clients where id = ${id} and ${inScope(tx, 'id')}`.execute(tx);
  return rows[0]?.company ?? '';
}

/** Active clients by name or account; with an id, only that one, active or not. */
export async function findClients(tx: Tx, search: string, id?: number): Promise<ClientOption[]> {
  const pattern = `%${likePattern(search)}%`;
  const beginning = `${likePattern(search)}%`;
  const { rows } = await sql<ClientOption>`
    select id, company, account from clients
    where ${id === undefined ? sql`is_active` : sql`id = ${id}`} and ${inScope(tx, 'id')}
      and (lower(company) like ${pattern} or lower(account) like ${pattern})
    order by lower(company) not like ${beginning} and lower(account) not like ${beginning}, lower(company), company, id
    limit ${sql.lit(OPTIONS_MAX)}`.execute(tx);
  return rows;
}

/** For the palette of users who may open clients. */
export async function findClientPages(tx: Tx, actor: Actor, term: string): Promise<FoundHit[]> {
  if (!mayCall(actor, api.clients.get.access)) return [];
  const pattern = `%${likePattern(term)}%`;
  const { rows } = await sql<ClientOption & { email: string }>`
    select id, company, account, email from clients
    where lower(company) like ${pattern} or lower(account) like ${pattern} or lower(email) like ${pattern}
    order by lower(company), company, id limit ${sql.lit(HITS_MAX)}`.execute(tx);
  return rows.map(({ id, company, account, email }) => ({
    kind: 'client',
    id,
    title: company,
    description: [account, email].filter(Boolean).join(' · '),
    path: `/clients/${id}/action/view`,
    codes: [account, email].filter(Boolean),
  }));
}

/** Active clients that a phrase names, by their name or its first words; of a client user its own. */
export async function findClientNames(tx: Tx, _actor: Actor, spans: readonly string[]): Promise<FoundName[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, company as name from clients
    where is_active and ${inScope(tx, 'id')} and (lower(company) = any(${spans as string[]}::text[])
      or lower(company) like any(${beginningPatterns(spans)}::text[]))
    order by lower(company), id limit ${sql.lit(OPTIONS_MAX)}`.execute(tx);
  return rows.flatMap((row) => namedBy('client', row, spans, true));
}
