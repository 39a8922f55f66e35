import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from '../../platform/database/sql.ts';
import { staffScope, type Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { notFound, unauthenticated } from '../../platform/http/problem.ts';
import { WEBHOOK } from './call-subjects.ts';
import { insertCall } from './calls.store.ts';
import { hookHash, openSecrets } from './connection.ts';
import type { Connector, HookAnswer } from './connector.ts';
import { readStored, type StoredIntegration } from './integrations.store.ts';
import { isMeant, unitsOf } from './levels.store.ts';
import { type Partners, partnerOf } from './partners.ts';
import type { SaveTools } from './save-integration.ts';
import { requestRun } from './sync.jobs.ts';

/** The address that a partner calls, with the secret token of the connection in it. */
export const HOOKS_AT = '/api/hooks/channels';

/** Partners send at most a record; more is not read. */
const BODY_MAX = 2 * 1024 * 1024;

/** The connection that an address belongs to. The token is compared by its hash, which nobody can guess from answers. */
async function connectionOf(tx: Tx, token: string): Promise<StoredIntegration | undefined> {
  const { rows } = await sql<{ id: number }>`select id from integrations where hook_hash = ${hookHash(token)}`.execute(
    tx,
  );
  return rows[0] && readStored(tx, rows[0].id);
}

/** Whether a call is new: the same event is often sent again. */
async function isNew(tx: Tx, { id, client_id }: StoredIntegration, key: string): Promise<boolean> {
  if (!key) return true;
  const { count } = await sql`
    insert into channel_hook_calls (integration_id, client_id, key) values (${id}, ${client_id}, ${key.slice(0, 200)})
    on conflict (integration_id, key) do nothing`.execute(tx);
  return count > 0;
}

/** What a call says is only a hint: the order is read again by a job, and so are all changes when it names none. */
async function accept(tx: Tx, stored: StoredIntegration, said: Exclude<HookAnswer, string>): Promise<void> {
  if (!(await isNew(tx, stored, said.key))) return;
  if (said.orderId === null) await requestRun(tx, stored, 'webhook');
  else
    await recordEvent(tx, {
      kind: 'channel.order_due',
      clientId: stored.client_id,
      subjectId: stored.id,
      payload: { source_id: said.orderId.slice(0, 200) },
    });
}

/** What calls of a partner to a connection are signed with. */
export function hookSecretOf(tools: SaveTools, { hooks }: Connector, stored: StoredIntegration): string {
  const secrets = openSecrets(tools.vault, stored.secrets);
  return (hooks?.secretField ? secrets[hooks.secretField] : secrets.hook_secret) ?? '';
}

const headersOf = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/**
 * Serves the addresses that partners call. A call is checked on its raw body and answered at once; everything else
 * happens in jobs. What is not signed as it should be changes nothing.
 */
export function serveHooks(app: FastifyInstance, tools: SaveTools, partners: Partners): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_MAX }, (_request, body, done) =>
      done(null, body),
    );
    const answer = async (request: FastifyRequest<{ Params: { token: string } }>, reply: FastifyReply) => {
      const stored = await tools.open(staffScope, (tx) => connectionOf(tx, request.params.token), 'read');
      if (!stored) throw notFound();
      const partner = partnerOf(partners, stored.type);
      if (!partner.hooks) throw notFound();
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const said = partner.hooks.read({ headers: headersOf(request), body }, hookSecretOf(tools, partner, stored));
      const trace = (tx: Tx, status: number, records: string[], key = '') =>
        insertCall(tx, stored, {
          subject: [WEBHOOK, records.filter(Boolean).join(' ')].filter(Boolean).join(': ').slice(0, 300),
          status,
          ms: Math.round(reply.elapsedTime),
          request_id: key.slice(0, 100),
          problem: '',
        });
      if (said === 'forged') {
        await tools.open(staffScope, (tx) => trace(tx, 401, []));
        throw unauthenticated();
      }
      if (said !== 'ignored')
        await tools.open(staffScope, async (tx) => {
          await trace(tx, 200, [said.topic, said.orderId ?? ''], said.key);
          await accept(tx, stored, said);
        });
      return {};
    };
    scope.post<{ Params: { token: string } }>(`${HOOKS_AT}/:token`, answer);
    // Callbacks of a fulfilment service have a name behind the address; a notification says only that there is something to read.
    const callback = <Result>(request: FastifyRequest, work: (tx: Tx, stored: StoredIntegration) => Promise<Result>) =>
      tools.open(staffScope, async (tx) => {
        const { token } = request.params as { token: string };
        const stored = await connectionOf(tx, token);
        if (!stored) throw notFound();
        assertSigned(tools, partnerOf(partners, stored.type), stored, request);
        return work(tx, stored);
      });
    scope.post(`${HOOKS_AT}/:token/fulfillment_order_notification`, (request) =>
      callback(request, async (tx, stored) => {
        await requestRun(tx, stored, 'webhook');
        return {};
      }),
    );
    scope.get<{ Querystring: { sku?: string } }>(`${HOOKS_AT}/:token/fetch_stock`, (request) =>
      callback(request, async (tx, stored) => {
        if (!stored.is_inv_management) throw notFound();
        return stockOnHand(tx, stored, request.query.sku);
      }),
    );
    scope.get<{ Querystring: Record<string, string | string[]> }>(
      `${HOOKS_AT}/:token/fetch_tracking_numbers`,
      (request) =>
        callback(request, async (tx, stored) => {
          const names = [request.query['order_names[]'] ?? []].flat().slice(0, NAMES_MAX);
          return { tracking_numbers: await trackingNumbers(tx, stored, names), message: '', success: true };
        }),
    );
  });
}

/** The address is secret already. Partners that sign their callbacks must have signed this one, if we know the secret. */
function assertSigned(tools: SaveTools, partner: Connector, stored: StoredIntegration, request: FastifyRequest): void {
  if (!partner.service) throw notFound();
  const secret = hookSecretOf(tools, partner, stored);
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  if (secret && !partner.service.isSigned({ headers: headersOf(request), body }, secret)) throw unauthenticated();
}

const NAMES_MAX = 250;

/**
 * Waybills of shipments by the name that the shop has for them: `#1001.2` is the second of order #1001 that was reported.
 * Only of orders of this connection.
 */
async function trackingNumbers(
  tx: Tx,
  stored: StoredIntegration,
  names: readonly string[],
): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; waybill: string }>`
    select reported.name, reported.waybill from (
      select o.number || '.' || row_number() over (partition by o.id order by p.id) as name, s.waybill, p.wanted
      from channel_orders o join channel_reports p on p.client_id = o.client_id and p.integration_id = o.integration_id and p.order_id = o.order_id
      join shipments s on s.client_id = p.client_id and s.id = p.shipment_id
      where o.integration_id = ${stored.id} and o.client_id = ${stored.client_id} and p.external_id <> ''
        and o.number = any(${names.map((name) => name.replace(/\.\d+$/, ''))}::text[])) reported
    where reported.name = any(${names}::text[]) and reported.wanted = 'shipped' and reported.waybill <> ''`.execute(tx);
  return Object.fromEntries(rows.map(({ name, waybill }) => [name, waybill]));
}

const STOCK_MAX = 10_000;

/** What is on hand, by the SKU that the shop has for it. */
async function stockOnHand(
  tx: Tx,
  stored: StoredIntegration,
  sku: string | undefined,
): Promise<Record<string, number>> {
  const { rows } = await sql<{ sku: string; units: number }>`
    select coalesce(m.sku, v.sku) as sku, ${unitsOf('in_stock')} as units
    from integrations i join inventories v on v.client_id = i.client_id
    left join item_totals t on t.client_id = v.client_id and t.inventory_id = v.id
    left join channel_skus m on m.client_id = v.client_id and m.inventory_id = v.id and m.integration_id = i.id
    where i.id = ${stored.id} and i.client_id = ${stored.client_id} and v.is_active and ${isMeant}
      and (${sku ?? null}::text is null or lower(coalesce(m.sku, v.sku)) = lower(${sku ?? null}::text))
    order by v.id limit ${sql.lit(STOCK_MAX)}`.execute(tx);
  return Object.fromEntries(rows.map((row) => [row.sku, row.units]));
}
