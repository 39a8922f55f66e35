import { api } from '@longshore/contract';
import { type Sql, sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { exception, type Fact, type Proposal, type Slots } from '../../platform/exceptions/exception.ts';
import { readShopOrder } from './shop-orders.view.ts';

/** Runs that failed one after the other before a person is asked to look. */
const FAILURES = 3;
/** The partner that clients connect by an invitation; the module that works with it has exceptions of its own. */
const INVITED = 11;

const page = ({ integration }: Slots) => `/integrations/${integration}/action/view`;

/** The order's history on the page of its connection. */
const orderPage = (slots: Slots) => `${page(slots)}?order=${slots.id}`;

const shopOrders = (state: 'waiting' | 'changed'): Sql<Fact> => sql<Fact>`
  select o.id::text as record, o.client_id, o.updated_at as since, null::int as for_user,
    jsonb_build_object('integration', i.id, 'shop', i.name, 'id', o.id, 'name', o.number, 'customer', o.customer,
      'problem', o.problems -> 0 ->> 'reason', 'more', greatest(jsonb_array_length(o.problems) - 1, 0)) as slots
  from channel_orders o join integrations i on i.client_id = o.client_id and i.id = o.integration_id
  where o.state = ${state} order by o.id`;

/** The items that the order's unknown SKUs could be. */
async function itemsMeant(tx: Tx, { id, integration }: Slots): Promise<Proposal[]> {
  const { problems } = await readShopOrder(tx, Number(id));
  return problems.flatMap(({ sku, suggestions }) =>
    suggestions.map((item) => ({
      about: sku,
      code: item.sku,
      name: item.name,
      endpoint: api.integrations.mapSku,
      params: { id: Number(integration) },
      body: { sku, inventory_id: item.id },
    })),
  );
}

const shopOrderWaiting = exception({
  name: 'shop-order-waiting',
  severity: 'stopped',
  access: api.integrations.orders.access,
  find: () => shopOrders('waiting'),
  slots: { problem: 'reason' },
  facts: ['shop', 'customer', 'problem'],
  link: orderPage,
  action: (slots) => ({ to: orderPage(slots) }),
  propose: itemsMeant,
  on: ['channel.orders', 'integration.mapped', 'integration.removed'],
});

const shopOrderChanged = exception({
  name: 'shop-order-changed',
  severity: 'stopped',
  access: api.integrations.orders.access,
  find: () => shopOrders('changed'),
  slots: { problem: 'reason' },
  facts: ['shop', 'customer', 'problem'],
  link: orderPage,
  action: (slots) => ({ to: orderPage(slots) }),
  on: ['channel.orders', 'integration.removed'],
});

const shopRefused = exception({
  name: 'shop-refused',
  severity: 'stopped',
  access: api.integrations.update.access,
  find: () => sql<Fact>`
    select i.id::text as record, i.client_id, i.verified_at as since, null::int as for_user,
      jsonb_build_object('integration', i.id, 'name', i.name, 'problem', i.problem) as slots
    from integrations i where not i.verified and i.type <> ${sql.lit(INVITED)} order by i.id`,
  slots: { problem: 'reason' },
  facts: ['problem'],
  link: page,
  action: ({ integration }) => ({ to: `/integrations/${integration}/action/edit` }),
  on: ['integration.saved', 'integration.removed', 'channel.run'],
});

const shopSilent = exception({
  name: 'shop-silent',
  severity: 'attention',
  access: api.integrations.sync.access,
  find: () => sql<Fact>`
    select i.id::text as record, i.client_id, coalesce(i.succeeded_at, i.created_at) as since, null::int as for_user,
      jsonb_build_object('integration', i.id, 'name', i.name, 'count', i.failures, 'problem', (
        select r.problem from channel_runs r where r.integration_id = i.id and r.state = 'failed' order by r.id desc limit 1)) as slots
    from integrations i where i.verified and i.synchronize and i.failures >= ${sql.lit(FAILURES)} order by i.id`,
  slots: { problem: 'reason' },
  facts: ['problem'],
  link: page,
  action: ({ integration }) => ({ endpoint: api.integrations.sync, params: { id: Number(integration) } }),
  on: ['channel.run', 'integration.saved', 'integration.removed'],
});

const shopReportRefused = exception({
  name: 'shop-report-refused',
  severity: 'stopped',
  access: api.integrations.orders.access,
  find: () => sql<Fact>`
    select p.id::text as record, p.client_id, p.done_at as since, null::int as for_user,
      jsonb_build_object('integration', i.id, 'shop', i.name, 'name', s.pt_number, 'shipment', s.id, 'id', c.id, 'problem', p.problem) as slots
    from channel_reports p join integrations i on i.client_id = p.client_id and i.id = p.integration_id
    join shipments s on s.client_id = p.client_id and s.id = p.shipment_id
    join channel_orders c on c.client_id = p.client_id and c.integration_id = p.integration_id and c.order_id = p.order_id
    where p.state = 'refused' order by p.id`,
  slots: { problem: 'reason' },
  facts: ['shop', 'problem'],
  link: orderPage,
  action: (slots) => ({ to: orderPage(slots) }),
  on: ['channel.orders', 'integration.removed'],
});

export const channelsExceptions = [shopOrderWaiting, shopOrderChanged, shopRefused, shopSilent, shopReportRefused];
