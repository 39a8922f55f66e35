import { z } from 'zod';
import {
  type Connection,
  type PartnerAnswer,
  PartnerProblem,
  partnerText,
  problemOfStatus,
  type RenewedToken,
} from '../../modules/channels/index.ts';
import { jsonOf, readShape } from '../read-answer.ts';

/** The one version of the Admin API that everything here is written for. */
export const API_VERSION = '2026-07';

const SHOP_HOST = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/;
const ADMIN_PAGE = /^admin\.shopify\.com\/store\/([a-z0-9-]+)/;

function findHost(text: string): string | undefined {
  const address = text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '');
  const store = ADMIN_PAGE.exec(address)?.[1];
  const host = store ? `${store}.myshopify.com` : (address.split(/[/?#]/)[0] ?? '');
  return SHOP_HOST.test(host) ? host : undefined;
}

/** The shop's permanent host, from what people paste: the host, the shop's URL, or the URL of its admin pages. */
export function shopHost(text: string): string {
  const host = findHost(text);
  if (host) return host;
  throw new PartnerProblem('refused', `NoShopifyShop:${text}`);
}

/** Empty when the shop's address is none. */
export function adminUrl(text: string): string {
  const host = findHost(text);
  return host ? `https://${host}/admin` : '';
}

const baseOf = ({ baseUrl, values }: Connection): string => {
  const host = shopHost(values.o_auth_token);
  return baseUrl ? `${baseUrl.replace(/\/+$/, '')}/${host}` : `https://${host}`;
};

/** A GraphQL document with the shape of its data. */
export interface Operation<Data extends z.ZodType> {
  /** For the trace. */
  subject: string;
  document: string;
  data: Data;
  /** About what the answer costs; Shopify says when it was more. */
  cost: number;
}

export interface OperationResult<Data> {
  data: Data;
  /** The version that really answered: a version that is too old is silently replaced. */
  version: string;
}

const ErrorShape = z.looseObject({
  message: z.string(),
  extensions: z.looseObject({ code: z.string().optional() }).optional(),
});
const AnswerShape = z.looseObject({
  data: z.unknown().optional(),
  // A refused token is answered by a text here.
  errors: z.union([z.array(ErrorShape), z.string(), z.looseObject({})]).optional(),
  extensions: z
    .looseObject({
      cost: z
        .looseObject({
          requestedQueryCost: z.number(),
          throttleStatus: z.looseObject({ currentlyAvailable: z.number(), restoreRate: z.number() }),
        })
        .optional()
        .catch(undefined),
    })
    .optional(),
});
type Answer = z.output<typeof AnswerShape>;

const readAnswer = (answer: PartnerAnswer): Answer | undefined => AnswerShape.safeParse(jsonOf(answer)).data;
const errorsOf = ({ errors }: Answer): z.output<typeof ErrorShape>[] => {
  if (Array.isArray(errors)) return errors;
  return errors === undefined ? [] : [{ message: typeof errors === 'string' ? errors : JSON.stringify(errors) }];
};

/** A bucket without a figure of ours refills by 50 points in a second at least. */
const WAIT_MS = 2_000;

/** How long until the bucket holds what the query asked for. */
export function throttledMs({ extensions }: Answer): number {
  const cost = extensions?.cost;
  if (!cost || cost.throttleStatus.restoreRate <= 0) return WAIT_MS;
  const missing = cost.requestedQueryCost - cost.throttleStatus.currentlyAvailable;
  return Math.max(0, Math.ceil((missing / cost.throttleStatus.restoreRate) * 1000));
}

/** The second layer: errors of the whole document, usually with status 200. */
function problemOfErrors(answer: Answer, writes: boolean, status: number): PartnerProblem | undefined {
  const errors = errorsOf(answer);
  const [first] = errors;
  if (!first) return undefined;
  const codes = errors.map(({ extensions }) => extensions?.code);
  const text = errors.map(({ message }) => message).join(' ');
  if (codes.includes('THROTTLED'))
    return new PartnerProblem('rateLimited', partnerText(text), { waitMs: throttledMs(answer), status });
  if (codes.includes('INTERNAL_SERVER_ERROR') || codes.includes('TIMEOUT'))
    return new PartnerProblem(writes ? 'unknownOutcome' : 'unavailable', partnerText(text), { status });
  // Names and addresses are null without Shopify's approval for protected data; the rest of the order is there.
  if (!writes && answer.data != null && codes.every((code) => code === 'ACCESS_DENIED')) return undefined;
  return new PartnerProblem('refused', partnerText(text), { status });
}

/** All layers but the third: `userErrors` belong to the operation. */
export function problemOfAnswer(answer: PartnerAnswer, writes: boolean, now: Date): PartnerProblem | undefined {
  const read = readAnswer(answer);
  const { status } = answer;
  if (read && errorsOf(read).some(({ extensions }) => extensions?.code === 'THROTTLED'))
    return problemOfErrors(read, writes, status);
  const text = read ? errorsOf(read)[0]?.message : undefined;
  if (status === 402 || status === 423)
    return new PartnerProblem('refused', text ? partnerText(text) : 'ShopIsLocked', { status });
  const byStatus = problemOfStatus(answer, { writes, now, text });
  if (byStatus) return byStatus;
  if (read) return problemOfErrors(read, writes, status);
  return new PartnerProblem(writes ? 'unknownOutcome' : 'unavailable', 'AnswerIsPage', {
    status,
  });
}

const TokenShape = z.looseObject({ access_token: z.string().min(1), expires_in: z.number().positive() });

/** Apps of the Dev Dashboard: a token for a day, by the app's own id and secret. */
async function grantToken(connection: Connection): Promise<RenewedToken> {
  const { http, values } = connection;
  const answer = await http.call({
    subject: 'Get an access token',
    method: 'POST',
    url: `${baseOf(connection)}/admin/oauth/access_token`,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({
      client_id: values.key_1,
      client_secret: values.key_2,
      grant_type: 'client_credentials',
    }),
    problemOf: (received) => {
      // The app or its secret is unknown: 400 here means what 401 means elsewhere.
      if (received.status === 400) return new PartnerProblem('auth', 'AppIsUnknown', received);
      return problemOfStatus(received, { writes: false, now: connection.now() });
    },
  });
  const token = readShape(TokenShape, jsonOf(answer));
  return {
    token: token.access_token,
    expiresAt: new Date(connection.now().getTime() + token.expires_in * 1000),
  };
}

const isGranted = ({ values }: Connection): boolean => !values.access_token;

function tokenOf(connection: Connection): Promise<string> {
  if (!isGranted(connection)) return Promise.resolve(connection.values.access_token);
  if (connection.values.key_1 && connection.values.key_2)
    return connection.tokens.current(() => grantToken(connection));
  throw new PartnerProblem('auth', 'NoTokenEntered');
}

async function send<Data extends z.ZodType>(
  connection: Connection,
  operation: Operation<Data>,
  variables: Readonly<Record<string, unknown>>,
  token: string,
): Promise<OperationResult<z.output<Data>>> {
  const writes = /^\s*mutation\b/.test(operation.document);
  const answer = await connection.http.call({
    subject: operation.subject,
    method: 'POST',
    url: `${baseOf(connection)}/admin/api/${API_VERSION}/graphql.json`,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'x-shopify-access-token': token,
    },
    body: JSON.stringify({ query: operation.document, variables }),
    writes,
    cost: operation.cost,
    problemOf: (received) => problemOfAnswer(received, writes, connection.now()),
  });
  return {
    data: readShape(operation.data, readAnswer(answer)?.data),
    version: answer.headers['x-shopify-api-version'] ?? API_VERSION,
  };
}

/** Calls an operation. A token that expired before its time is renewed once. */
export async function runOperation<Data extends z.ZodType>(
  connection: Connection,
  operation: Operation<Data>,
  variables: Readonly<Record<string, unknown>> = {},
): Promise<OperationResult<z.output<Data>>> {
  const token = await tokenOf(connection);
  try {
    return await send(connection, operation, variables, token);
  } catch (error) {
    const isExpired = error instanceof PartnerProblem && error.kind === 'auth' && error.status === 401;
    if (!isExpired || !isGranted(connection)) throw error;
    await connection.tokens.drop(token);
    return send(connection, operation, variables, await tokenOf(connection));
  }
}

/** The third layer: what a mutation refused. */
export const UserErrors = z.array(
  z.looseObject({
    field: z.array(z.string()).nullish(),
    message: z.string(),
    code: z.string().nullish(),
  }),
);
export type UserError = z.output<typeof UserErrors>[number];

const CHANGED_MEANWHILE = /clos|already|quantit|no longer|does not exist|not found|in progress|cancel/i;

/** Throws what a mutation refused: `conflict` when the reason is what happened in the shop meanwhile. */
export function assertDone(errors: readonly UserError[]): void {
  if (errors.length === 0) return;
  const text = errors.map(({ message }) => message).join(' ');
  throw new PartnerProblem(CHANGED_MEANWHILE.test(text) ? 'conflict' : 'refused', partnerText(text));
}

export const PageInfo = z.looseObject({ hasNextPage: z.boolean(), endCursor: z.string().nullish() });

/** More pages than Shopify gives out (25,000 objects). */
const PAGES_MAX = 1_000;

/** Follows the pages of a connection to the end. A page that leads back to itself is `malformed`. */
export async function readPages<Row>(
  read: (after: string | null) => Promise<{ nodes: readonly Row[]; pageInfo: z.output<typeof PageInfo> }>,
  first: string | null = null,
): Promise<Row[]> {
  const rows: Row[] = [];
  let after = first;
  for (let page = 0; page < PAGES_MAX; page++) {
    const { nodes, pageInfo } = await read(after);
    rows.push(...nodes);
    if (!pageInfo.hasNextPage) return rows;
    if (!pageInfo.endCursor || pageInfo.endCursor === after) break;
    after = pageInfo.endCursor;
  }
  throw new PartnerProblem('malformed', 'PagesDoNotEnd');
}
