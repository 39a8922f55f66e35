import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  type Connection,
  type PartnerAnswer,
  PartnerProblem,
  type PartnerProblemKind,
  type PartnerRequest,
  partnerText,
  problemOfStatus,
} from '../../modules/channels/index.ts';
import { percentEncode, signOAuth1 } from '../oauth1.ts';
import { jsonOf, readShape } from '../read-answer.ts';

/** A problem with WooCommerce's own code: some of them are answered by asking in another way. */
export class WooProblem extends PartnerProblem {
  constructor(
    kind: PartnerProblemKind,
    text: string,
    readonly code: string,
    options: { status: number; waitMs?: number },
    /** Names of the parameters that were refused. */
    readonly parameters: readonly string[] = [],
  ) {
    super(kind, partnerText(text), options);
  }
}

export const hasCode = (error: unknown, code: RegExp): error is WooProblem =>
  error instanceof WooProblem && code.test(error.code);

function findStore(text: string): string | undefined {
  const address = text.trim();
  const full = /^[a-z]+:\/\//i.test(address) ? address : `https://${address}`;
  if (!URL.canParse(full)) return undefined;
  const url = new URL(full);
  if (!url.hostname || !/^https?:$/.test(url.protocol)) return undefined;
  return `${url.origin}${url.pathname.replace(/\/wp-(json|admin).*$/, '').replace(/\/+$/, '')}`;
}

/** The address of the shop: https unless people say otherwise, without a path of the API, without credentials. */
export function storeUrl(text: string): string {
  const store = findStore(text);
  if (store) return store;
  throw new PartnerProblem('refused', `NoShopAddress:${text}`);
}

/** Empty when it is no address. */
export const shopAddress = (text: string): string => findStore(text) ?? '';

export interface WooRequest {
  subject: string;
  method: PartnerRequest['method'];
  path: string;
  query?: Readonly<Record<string, string | number | boolean>>;
  body?: unknown;
  /** Of a plugin; WooCommerce's own when left out. */
  namespace?: string;
}

type AuthMode = 'basic' | 'query' | 'oauth';

/** Shops whose web server drops the header, as found out during this run. */
const modes = new WeakMap<Connection, AuthMode>();

const modeOf = (connection: Connection, store: string): AuthMode =>
  store.startsWith('http:') ? 'oauth' : (modes.get(connection) ?? 'basic');

/** The keys went as query parameters, because the shop does not see the header. */
export const usesQueryKeys = (connection: Connection): boolean => modes.get(connection) === 'query';

const queryText = (query: Readonly<Record<string, unknown>>): string =>
  Object.entries(query)
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(String(value))}`)
    .join('&');

/** The address and headers of a call, with the keys in the way that the shop reads. */
function authenticated(
  { values, now }: Connection,
  mode: AuthMode,
  { method, query = {} }: WooRequest,
  address: string,
): { url: string; headers: Record<string, string> } {
  const headers: Record<string, string> = { accept: 'application/json', 'content-type': 'application/json' };
  const withQuery = (all: Readonly<Record<string, unknown>>) =>
    Object.keys(all).length > 0 ? `${address}?${queryText(all)}` : address;
  if (mode === 'query')
    return { url: withQuery({ ...query, consumer_key: values.key_1, consumer_secret: values.key_2 }), headers };
  if (mode === 'basic') {
    headers.authorization = `Basic ${Buffer.from(`${values.key_1}:${values.key_2}`).toString('base64')}`;
    return { url: withQuery(query), headers };
  }
  const keys = { consumerKey: values.key_1, consumerSecret: values.key_2 };
  const signed = signOAuth1(method, new URL(withQuery(query)), keys, { nonce: randomUUID(), now: now() });
  return { url: withQuery({ ...query, ...signed }), headers };
}

const ErrorShape = z.looseObject({
  code: z.union([z.string(), z.number()]).transform(String),
  message: z.string(),
  data: z
    .looseObject({ params: z.record(z.string(), z.unknown()).optional().catch(undefined) })
    .nullish()
    .catch(undefined),
});

function kindOf(status: number, text: string): PartnerProblemKind | undefined {
  // A key that may only read is not a wrong key.
  if (status === 401) return /permission/i.test(text) ? 'refused' : 'auth';
  return status === 403 ? 'refused' : undefined;
}

/** What is wrong with an answer; undefined when it is data. */
export function problemOfAnswer(answer: PartnerAnswer, writes: boolean, now: Date): PartnerProblem | undefined {
  const { status, headers } = answer;
  const json = jsonOf(answer);
  if (status >= 300 && status < 400)
    return new PartnerProblem('refused', `ShopLeadsElsewhere:${headers.location ?? ''}`, {
      status,
    });
  const byStatus = problemOfStatus(answer, { writes, now });
  if (json === undefined) {
    // A page of a firewall, of the host or of a broken plugin.
    if (byStatus?.kind === 'rateLimited' || status === 401) return byStatus;
    const kind = writes && status !== 403 && status !== 503 ? 'unknownOutcome' : 'unavailable';
    return new PartnerProblem(kind, 'AnswerIsPage', { status });
  }
  if (!byStatus) return undefined;
  const error = ErrorShape.safeParse(json).data;
  if (!error) return byStatus;
  return new WooProblem(
    kindOf(status, error.message) ?? byStatus.kind,
    error.message,
    error.code,
    { status, waitMs: byStatus.waitMs },
    Object.keys(error.data?.params ?? {}),
  );
}

function send(connection: Connection, request: WooRequest, mode: AuthMode): Promise<PartnerAnswer> {
  const store = storeUrl(connection.values.o_auth_token);
  const address = `${store}/wp-json/${request.namespace ?? 'wc/v3'}${request.path}`;
  const sign = () => authenticated(connection, mode, request, address);
  const writes = request.method !== 'GET';
  return connection.http.call({
    subject: request.subject,
    method: request.method,
    ...sign(),
    ...(mode === 'oauth' ? { signed: sign } : {}),
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    writes,
    problemOf: (answer) => problemOfAnswer(answer, writes, connection.now()),
  });
}

/** The shop did not see the keys: its web server drops the header. */
const isHeaderDropped = (error: unknown): boolean =>
  error instanceof WooProblem &&
  error.status === 401 &&
  (/consumer key is missing/i.test(error.message) || /^woocommerce_rest_cannot_/.test(error.code));

/** Calls the shop. Where it does not see the header, the keys are sent as query parameters from then on. */
export async function call(connection: Connection, request: WooRequest): Promise<PartnerAnswer> {
  const mode = modeOf(connection, storeUrl(connection.values.o_auth_token));
  try {
    return await send(connection, request, mode);
  } catch (error) {
    if (mode !== 'basic' || !isHeaderDropped(error)) throw error;
    const answer = await send(connection, request, 'query');
    modes.set(connection, 'query');
    return answer;
  }
}

export async function read<Shape extends z.ZodType>(
  connection: Connection,
  request: WooRequest,
  shape: Shape,
): Promise<z.output<Shape>> {
  return readShape(shape, jsonOf(await call(connection, request)));
}

export interface WooPage<Row> {
  rows: readonly Row[];
  /** Undefined when the shop does not say. */
  total: number | undefined;
  pages: number | undefined;
}

const count = (text: string | undefined): number | undefined => (/^\d+$/.test(text ?? '') ? Number(text) : undefined);

export async function readPage<Shape extends z.ZodType>(
  connection: Connection,
  request: WooRequest,
  row: Shape,
): Promise<WooPage<z.output<Shape>>> {
  const answer = await call(connection, request);
  return {
    rows: readShape(z.array(row), jsonOf(answer)),
    total: count(answer.headers['x-wp-total']),
    pages: count(answer.headers['x-wp-totalpages']),
  };
}

/** Rows of a page: WooCommerce gives out no more. */
export const PER_PAGE = 100;
const PAGES_MAX = 100;

/** All rows of a short list. */
export async function readAll<Shape extends z.ZodType>(
  connection: Connection,
  request: WooRequest,
  row: Shape,
): Promise<z.output<Shape>[]> {
  const all: z.output<Shape>[] = [];
  for (let page = 1; page <= PAGES_MAX; page++) {
    const query = { ...request.query, per_page: PER_PAGE, page };
    const { rows, pages } = await readPage(connection, { ...request, query }, row);
    all.push(...rows);
    if (rows.length < PER_PAGE || page >= (pages ?? PAGES_MAX)) return all;
  }
  throw new PartnerProblem('malformed', 'PagesDoNotEnd');
}
