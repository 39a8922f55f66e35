import {
  type ChannelOrder,
  type ChannelOrderProblem,
  type ChannelOrderRow,
  channelCallList,
  channelOrderList,
  channelRunList,
  keyOfReason,
  type Language,
  type ListQuery,
  type Page,
  reasonSentence,
} from '@longshore/contract';
import { inScope } from '../../platform/database/in-scope.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { Call } from '../../platform/http/bind.ts';
import { notFound } from '../../platform/http/problem.ts';
import { likePattern, listSql, oneOf } from '../../platform/lists/list-sql.ts';
import { serveList } from '../../platform/lists/serve-list.ts';
import { problemIn, subjectIn } from './call-subjects.ts';
import type { InvitedPartners, Partners } from './partners.ts';
import type { OrderProblem, ShopDocument } from './shop-order.ts';

type ListCall = Pick<Call, 'actor' | 'wantsSheet' | 'readTimezone'> & { query: ListQuery };

/** A text that is not an id finds nothing. */
const idIn = (column: Sql) => (values: readonly string[]) =>
  sql`${column} = any(${values.filter((value) => /^\d{1,9}$/.test(value)).map(Number)}::int[])`;

const none = () => sql`false`;
const sentences = <Row extends { problem: string }>(row: Row): Row & { problem_key: string } => ({
  ...row,
  problem: row.problem && reasonSentence(row.problem),
  problem_key: keyOfReason(row.problem),
});

export const runListSql = {
  ...listSql<typeof channelRunList>({
    spec: channelRunList,
    select: sql`r.id, r.integration_id, r.started_by, r.user_name as user, r.state, r.read, r.total, r.created, r.updated, r.skipped,
      r.failed, r.problem, ''::text as problem_key, r.created_at, r.started_at, r.ended_at`,
    from: sql`channel_runs r`,
    id: sql`r.id`,
    visible: () => sql`true`,
    sort: { id: [sql`r.id`] },
    filter: { integration_id: idIn(sql`r.integration_id`), state: oneOf(sql`r.state`) },
    search: none,
    conditions: {},
  }),
  complete: sentences,
};

/** Calls to the partner and of it; what they are about is said in the caller's language. */
export const callListSql = (
  { connectors, invitedPartners }: { connectors: Partners; invitedPartners: InvitedPartners },
  language: Language,
) => ({
  ...listSql<typeof channelCallList>({
    spec: channelCallList,
    select: sql`c.id, c.integration_id, c.subject, c.status, c.ms, c.request_id, c.problem, c.created_at, i.type`,
    from: sql`channel_calls c join integrations i on i.client_id = c.client_id and i.id = c.integration_id`,
    id: sql`c.id`,
    visible: () => sql`true`,
    sort: { id: [sql`c.id`] },
    filter: { integration_id: idIn(sql`c.integration_id`) },
    search: (term) => sql`lower(c.subject) like ${`%${likePattern(term)}%`}`,
    conditions: {},
  }),
  complete: <Row extends { subject: string; problem: string }>(row: Row & { type?: number }): Row => {
    const { type = 0 } = row;
    const partner = connectors.get(type) ?? invitedPartners.get(type) ?? {};
    const call = {
      ...row,
      subject: subjectIn(language, partner, row.subject),
      problem: problemIn(language, row.problem),
    };
    delete call.type;
    return call;
  },
});

const orderListSql = listSql<typeof channelOrderList>({
  spec: channelOrderList,
  select: sql`o.id, o.integration_id, o.source_id, o.number, o.customer, o.state, o.raw_status, o.order_id, o.problems,
    o.request_state = 'asked' as asks_cancellation, o.created_at, o.updated_at`,
  from: sql`channel_orders o`,
  id: sql`o.id`,
  visible: () => sql`true`,
  sort: { id: [sql`o.id`], updated_at: [sql`o.updated_at`] },
  filter: { integration_id: idIn(sql`o.integration_id`), state: oneOf(sql`o.state`) },
  search: (term) => {
    const pattern = `%${likePattern(term)}%`;
    return sql`(lower(o.number) like ${pattern} or lower(o.customer) like ${pattern} or o.source_id = ${term})`;
  },
  conditions: {},
});

/** Items that an unknown SKU could be: those whose SKU is written nearly the same. */
async function suggestionsFor(tx: Tx, integrationId: number, skus: readonly string[]) {
  const { rows } = await sql<{ wanted: string; id: number; sku: string; name: string }>`
    select w.sku as wanted, i.id, i.sku, i.name from unnest(${skus}::text[]) w (sku)
    cross join lateral (
      select i.id, i.sku, i.name from inventories i
      where i.client_id = (select client_id from integrations where id = ${integrationId}) and i.is_active and ${inScope(tx, 'i.client_id')}
        and similarity(lower(i.sku), lower(w.sku)) > 0.3
      order by similarity(lower(i.sku), lower(w.sku)) desc, i.id limit 3) i`.execute(tx);
  return rows;
}

/** Problems as people read them. An unknown SKU comes with the items that could be meant. */
async function withWords(
  tx: Tx,
  integrationId: number,
  problems: readonly OrderProblem[],
): Promise<ChannelOrderProblem[]> {
  const unknown = problems.filter(({ reason }) => reason.startsWith('UnknownSku:')).map(({ sku = '' }) => sku);
  const found = unknown.length ? await suggestionsFor(tx, integrationId, [...new Set(unknown)]) : [];
  return problems.map(({ reason, sku = '', name = '', quantity = 0 }) => ({
    problem: reasonSentence(reason),
    problem_key: keyOfReason(reason),
    sku,
    item_name: name,
    quantity,
    suggestions: found.filter(({ wanted }) => wanted === sku).map(({ wanted: _, ...item }) => item),
  }));
}

type StoredRow = Omit<ChannelOrderRow, 'problems'> & { problems: OrderProblem[] };

export async function serveShopOrders(tx: Tx, call: ListCall) {
  if (call.wantsSheet) return serveList(tx, orderListSql, call);
  const page = (await serveList(tx, orderListSql, call)) as unknown as Page<StoredRow>;
  const records: ChannelOrderRow[] = [];
  for (const row of page.records)
    records.push({ ...row, problems: await withWords(tx, row.integration_id, row.problems) });
  return { ...page, records };
}

/** What a step says, a line each: our own words with their key, anything else as it is. */
function detailsOf(stored: string): Pick<ChannelOrder['steps'][number], 'detail' | 'details'> {
  const details = stored
    .split('\n')
    .filter(Boolean)
    .map((line) => ({ text: reasonSentence(line), key: keyOfReason(line) }));
  return { detail: details.map(({ text }) => text).join('; '), details };
}

export async function readShopOrder(tx: Tx, id: number): Promise<ChannelOrder> {
  const { rows } = await sql<StoredRow & { document: ShopDocument; steps: ChannelOrder['steps'] }>`
    select o.id, o.integration_id, o.source_id, o.number, o.customer, o.state, o.raw_status, o.order_id, o.problems, o.document,
      o.request_state = 'asked' as asks_cancellation, o.created_at, o.updated_at, coalesce((select json_agg(json_build_object('id', s.id, 'step', s.step, 'detail', s.detail, 'created_at',
        to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by s.id)
        from channel_order_steps s where s.channel_order_id = o.id and s.client_id = o.client_id), '[]') as steps
    from channel_orders o where o.id = ${id} and ${inScope(tx, 'o.client_id')}`.execute(tx);
  const [row] = rows;
  if (!row) throw notFound();
  const { document, problems, steps, ...order } = row;
  return {
    ...order,
    problems: await withWords(tx, order.integration_id, problems),
    lines: document.lines.map(({ sku, name, quantity }) => ({ sku, name, quantity })),
    steps: steps.map((step) => ({ ...step, ...detailsOf(step.detail) })),
  };
}

/** The line of an order that waits for an SKU. */
export async function waitingLine(
  tx: Tx,
  integrationId: number,
  sku: string,
): Promise<{ sku: string; name: string } | undefined> {
  const { rows } = await sql<{ sku: string; name: string }>`
    select l.sku, l.name from channel_orders o cross join lateral jsonb_to_recordset(o.document -> 'lines') as l (sku text, name text)
    where o.integration_id = ${integrationId} and o.state in ('waiting', 'changed') and lower(trim(l.sku)) = lower(${sku}::text) and ${inScope(tx, 'o.client_id')}
    order by o.id limit 1`.execute(tx);
  return rows[0];
}
