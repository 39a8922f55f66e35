import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  type Connection,
  type PartnerAnswer,
  PartnerProblem,
  type PartnerRequest,
  partnerText,
  problemOfStatus,
} from '../../modules/channels/index.ts';
import { oauth1Header, percentEncode, signOAuth1 } from '../oauth1.ts';
import { jsonOf, readShape } from '../read-answer.ts';
import { pageOf } from './shapes.ts';

/** Where a shop is, and which of its store views is meant; `all` when the address names none. */
export interface StoreAddress {
  url: string;
  view: string;
}

const ALL_VIEWS = 'all';

function findStore(text: string): StoreAddress | undefined {
  const address = text.trim();
  const full = /^[a-z]+:\/\//i.test(address) ? address : `https://${address}`;
  if (!URL.canParse(full)) return undefined;
  const url = new URL(full);
  if (!url.hostname || !/^https?:$/.test(url.protocol)) return undefined;
  const [path = '', rest = ''] = url.pathname.replace(/\/+$/, '').split(/\/rest(?=\/|$)/);
  const view = rest.split('/').find((part) => part && part !== 'V1');
  return { url: `${url.origin}${path.replace(/\/(index\.php|admin.*)$/, '')}`, view: view ?? ALL_VIEWS };
}

/** Reads `https://shop.example`, or with a store view `https://shop.example/rest/de`. */
export function storeAddress(text: string): StoreAddress {
  const store = findStore(text);
  if (store) return store;
  throw new PartnerProblem('refused', `NoShopAddress:${text}`);
}

/** Empty when it is no address. */
export const shopAddress = (text: string): string => findStore(text)?.url ?? '';

/** The store view that a connection is limited to; undefined for all. */
export function viewOf({ values }: Connection): string | undefined {
  const { view } = storeAddress(values.key_1);
  return view === ALL_VIEWS ? undefined : view;
}

/** The keys that a call is signed with; undefined where the access token alone is sent. */
function signingKeys({ values }: Connection) {
  const [consumerKey, consumerSecret, tokenSecret] = [values.o_auth_token, values.key_3, values.access_token];
  if (!consumerKey && !consumerSecret && !tokenSecret) return undefined;
  if (consumerKey && consumerSecret && tokenSecret)
    return { consumerKey, consumerSecret, token: values.key_2, tokenSecret };
  throw new PartnerProblem('refused', 'SigningKeysAreIncomplete');
}

export const isSigning = (connection: Connection): boolean => signingKeys(connection) !== undefined;

export interface MagentoRequest {
  subject: string;
  method: PartnerRequest['method'];
  path: string;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
}

/** Address and headers of a call; a signature is accepted once, so every attempt has its own. */
function authenticated(connection: Connection, { method, path, query = {} }: MagentoRequest) {
  const { url: store, view } = storeAddress(connection.values.key_1);
  const text = Object.entries(query)
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .join('&');
  const url = `${store}/rest/${percentEncode(view)}/V1${path}${text ? `?${text}` : ''}`;
  const keys = signingKeys(connection);
  const authorization = keys
    ? oauth1Header(signOAuth1(method, new URL(url), keys, { nonce: randomUUID(), now: connection.now() }))
    : `Bearer ${connection.values.key_2}`;
  return { url, headers: { accept: 'application/json', 'content-type': 'application/json', authorization } };
}

const Parameters = z
  .union([z.array(z.unknown()), z.record(z.string(), z.unknown())])
  .nullish()
  .catch(undefined);
const Said = z.looseObject({ message: z.string(), parameters: Parameters });
const ErrorShape = Said.extend({ errors: z.array(Said).nullish().catch(undefined) });
const ERROR_KEYS = new Set(['message', 'errors', 'code', 'parameters', 'trace']);

/** Some failures are answered with 200 and only a message. */
const isOnlyError = (json: unknown): boolean =>
  typeof json === 'object' &&
  json !== null &&
  'message' in json &&
  Object.keys(json).every((key) => ERROR_KEYS.has(key));

/**
 * Fills in the placeholders of a message: `%1` is the first of a list, `%fieldName` is named; what has no value stays
 * as it is.
 */
function filled({ message, parameters }: z.output<typeof Said>): string {
  if (!parameters) return message;
  const values: Record<string, unknown> = Array.isArray(parameters)
    ? Object.fromEntries(parameters.map((value, at) => [String(at + 1), value]))
    : parameters;
  return message.replace(/%(\w+)/g, (place, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : place,
  );
}

/** What an answer says went wrong, in words; undefined when it says nothing of the kind. */
export function errorText(json: unknown): string | undefined {
  const said = ErrorShape.safeParse(json).data;
  if (!said) return undefined;
  return [said, ...(said.errors ?? [])].map(filled).join(' ');
}

const NO_ROUTE = /does not match any route/i;

/** A page of PHP, of the host or of a firewall, also with 200. */
function problemOfPage(status: number, writes: boolean, byStatus: PartnerProblem | undefined): PartnerProblem {
  if (byStatus && (byStatus.kind === 'rateLimited' || status === 401)) return byStatus;
  const kind = writes && status !== 403 && status !== 503 ? 'unknownOutcome' : 'unavailable';
  return new PartnerProblem(kind, 'AnswerIsPage', { status });
}

/** What is wrong with an answer; undefined when it is data. */
export function problemOfAnswer(answer: PartnerAnswer, writes: boolean, now: Date): PartnerProblem | undefined {
  const { status, headers } = answer;
  if (status >= 300 && status < 400)
    return new PartnerProblem('refused', `ShopLeadsElsewhere:${headers.location ?? ''}`, {
      status,
    });
  const json = jsonOf(answer);
  const byStatus = problemOfStatus(answer, { writes, now });
  if (json === undefined) return problemOfPage(status, writes, byStatus);
  const text = errorText(json) ?? '';
  if (!byStatus) return isOnlyError(json) ? new PartnerProblem('refused', partnerText(text), { status }) : undefined;
  // A wrong address, an older version or a part that is switched off: nothing that is missing in the shop.
  const kind = NO_ROUTE.test(text) ? 'refused' : byStatus.kind;
  return new PartnerProblem(kind, text ? partnerText(text) : byStatus.text, { status, waitMs: byStatus.waitMs });
}

export const isMissingRoute = (error: unknown): boolean =>
  error instanceof PartnerProblem && error.status === 404 && NO_ROUTE.test(error.message);

export async function read<Shape extends z.ZodType>(
  connection: Connection,
  request: MagentoRequest,
  shape: Shape,
): Promise<z.output<Shape>> {
  const { subject, method, body } = request;
  const writes = method !== 'GET';
  const sign = () => authenticated(connection, request);
  const answer = await connection.http.call({
    subject,
    method,
    ...sign(),
    ...(isSigning(connection) ? { signed: sign } : {}),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    writes,
    problemOf: (each) => problemOfAnswer(each, writes, connection.now()),
  });
  return readShape(shape, jsonOf(answer));
}

/** A condition on a column. */
export interface Filter {
  field: string;
  value: string;
  condition: 'eq' | 'gt' | 'gteq' | 'lteq';
}

export interface Search {
  /** One of each group holds. */
  groups: readonly (readonly Filter[])[];
  sortBy: string;
  size: number;
}

/** Search criteria as query parameters. A page size is always given: without one Magento answers everything. */
export function searchQuery({ groups, sortBy, size }: Search): Record<string, string> {
  const filters = groups.flatMap((group, groupAt) =>
    group.flatMap(({ field, value, condition }, at) => {
      const name = `searchCriteria[filter_groups][${groupAt}][filters][${at}]`;
      return [
        [`${name}[field]`, field],
        [`${name}[value]`, value],
        [`${name}[condition_type]`, condition],
      ];
    }),
  );
  return {
    ...Object.fromEntries(filters),
    'searchCriteria[sortOrders][0][field]': sortBy,
    // Without a direction the newest come first.
    'searchCriteria[sortOrders][0][direction]': 'ASC',
    'searchCriteria[pageSize]': String(size),
    'searchCriteria[currentPage]': '1',
  };
}

export function searchPage<Row extends z.ZodType>(
  connection: Connection,
  { subject, path, ...search }: Search & { subject: string; path: string },
  row: Row,
) {
  return read(connection, { subject, method: 'GET', path, query: searchQuery(search) }, pageOf(row));
}
