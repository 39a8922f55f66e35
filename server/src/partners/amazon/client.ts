import { gunzipSync } from 'node:zlib';
import type { z } from 'zod';
import {
  type PartnerAnswer,
  type PartnerConnection,
  PartnerProblem,
  partnerText,
  problemOfStatus,
  type RenewedToken,
} from '../../modules/channels/index.ts';
import { jsonOf, readShape } from '../read-answer.ts';
import { ErrorsShape, FeedDocumentShape, TokenShape } from './shapes.ts';

/** Where goods are sent to. Another marketplace has another host. */
export const MARKETPLACE = 'ATVPDKIKX0DER';
const API = 'https://sellingpartnerapi-na.amazon.com';
const LOGIN = 'https://api.amazon.com';

const SECOND_MS = 1000;
/** A limit that an answer does not name is the usual one: two in a second. */
const WAIT_MS = 2 * SECOND_MS;
const PAGES_MAX = 200;
const REPORT_MAX = 8 * 1024 * 1024;

const baseOf = ({ baseUrl }: PartnerConnection, own: string): string => (baseUrl ?? own).replace(/\/+$/, '');

const errorsOf = (answer: PartnerAnswer) => ErrorsShape.safeParse(jsonOf(answer)).data?.errors ?? [];

/** Each error of an answer in Amazon's words. */
export const messagesOf = (answer: PartnerAnswer): string[] => errorsOf(answer).map(({ message }) => message);

/** Amazon says no time to wait, but how many calls there are in a second. */
function waitOf({ headers }: PartnerAnswer): number {
  const perSecond = Number(headers['x-amzn-ratelimit-limit']);
  return perSecond > 0 ? Math.max(WAIT_MS, Math.ceil(SECOND_MS / perSecond)) : WAIT_MS;
}

/** A placement that was confirmed is not known everywhere at once. */
const isNotKnownYet = (text: string): boolean => /no placement option (is|was) confirmed/i.test(text);

/** What is wrong with an answer of the API; undefined when it is what was asked for. */
export function problemOf(answer: PartnerAnswer, writes: boolean, now: Date): PartnerProblem | undefined {
  const { status } = answer;
  const text = errorsOf(answer)
    .map(({ message, details }) => [message.replace(/^ERROR: /, ''), details].filter(Boolean).join(' '))
    .join(' ');
  if (status === 429)
    return new PartnerProblem('rateLimited', text ? partnerText(text) : 'PartnerLimited', {
      status,
      waitMs: waitOf(answer),
    });
  if (status === 400 && isNotKnownYet(text)) return new PartnerProblem('unavailable', partnerText(text), { status });
  const byStatus = problemOfStatus(answer, { writes, now, text });
  if (byStatus) return byStatus;
  if (answer.text !== '' && jsonOf(answer) === undefined)
    return new PartnerProblem(writes ? 'unknownOutcome' : 'unavailable', 'AnswerIsPage', { status });
  return undefined;
}

/** What Login with Amazon refuses: the seller's consent, or the operator's application. */
function problemOfLogin(answer: PartnerAnswer, now: Date): PartnerProblem | undefined {
  const { status, text } = answer;
  if (status === 400 && text.includes('invalid_grant'))
    return new PartnerProblem('auth', 'SellerTokenIsRefused', { status });
  if (status === 401 || text.includes('invalid_client'))
    // Of all sellers at once: none of them has to do anything.
    return new PartnerProblem('unavailable', 'OperatorKeysAreRefused', {
      status,
    });
  return problemOf(answer, false, now);
}

async function grantToken(connection: PartnerConnection): Promise<RenewedToken> {
  const { app, values, http, now } = connection;
  if (!app)
    throw new PartnerProblem(
      'refused',
      'NoApplication:LONGSHORE_PARTNER_AMAZON_CLIENT_ID, LONGSHORE_PARTNER_AMAZON_CLIENT_SECRET',
    );
  const subject = 'Get an access token';
  const answer = await http.call({
    subject,
    method: 'POST',
    url: `${baseOf(connection, LOGIN)}/auth/o2/token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8', accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: values.access_token,
      client_id: app.clientId,
      client_secret: app.clientSecret,
    }).toString(),
    problemOf: (got) => problemOfLogin(got, now()),
  });
  const { access_token, expires_in } = readShape(TokenShape, jsonOf(answer));
  return { token: access_token, expiresAt: new Date(now().getTime() + expires_in * SECOND_MS) };
}

export interface AmazonRequest {
  subject: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
  /** A writing call that can be repeated without harm. */
  isHarmless?: boolean;
  /** Sees an answer before it becomes a problem. */
  onAnswer?: (answer: PartnerAnswer) => void;
}

function send(connection: PartnerConnection, request: AmazonRequest, token: string): Promise<PartnerAnswer> {
  const { subject, method, path, query = {}, body, isHarmless, onAnswer } = request;
  const writes = method !== 'GET' && !isHarmless;
  const address = `${baseOf(connection, API)}${path}`;
  const asked = new URLSearchParams(query).toString();
  return connection.http.call({
    subject,
    method,
    url: asked ? `${address}?${asked}` : address,
    headers: { 'x-amz-access-token': token, 'content-type': 'application/json', accept: 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    writes,
    problemOf: (answer) => {
      onAnswer?.(answer);
      return problemOf(answer, writes, connection.now());
    },
  });
}

/** Calls the API. A token that is refused before its time is renewed once, by whoever comes first. */
async function call(connection: PartnerConnection, request: AmazonRequest): Promise<PartnerAnswer> {
  const { tokens } = connection;
  const renew = () => grantToken(connection);
  const token = await tokens.current(renew);
  try {
    return await send(connection, request, token);
  } catch (error) {
    if (!(error instanceof PartnerProblem) || error.kind !== 'auth') throw error;
    await tokens.drop(token);
    return send(connection, request, await tokens.current(renew));
  }
}

export async function callAmazon<Shape extends z.ZodType>(
  connection: PartnerConnection,
  request: AmazonRequest,
  shape: Shape,
): Promise<z.output<Shape>> {
  return readShape(shape, jsonOf(await call(connection, request)));
}

/** A call whose answer has no body. */
export async function sendToAmazon(connection: PartnerConnection, request: AmazonRequest): Promise<void> {
  await call(connection, request);
}

/** Reads a list page by page, to its end or until `isEnough`. */
export async function listAmazon<Row>(
  connection: PartnerConnection,
  request: AmazonRequest,
  shape: z.ZodType<{ rows: Row[]; next: string }>,
  { pages = PAGES_MAX, isEnough = () => false }: { pages?: number; isEnough?: (rows: readonly Row[]) => boolean } = {},
): Promise<Row[]> {
  const all: Row[] = [];
  let token = '';
  for (let page = 1; page <= pages; page++) {
    const query = { ...request.query, ...(token ? { paginationToken: token } : {}) };
    const { rows, next } = await callAmazon(connection, { ...request, query }, shape);
    all.push(...rows);
    if (!next || next === token || isEnough(rows)) return all;
    token = next;
  }
  return all;
}

const isOfAmazon = (host: string): boolean =>
  /(^|\.)(amazonaws|amazon|media-amazon|ssl-images-amazon)\.com$/.test(host);

/**
 * The address of a file that an answer names. Throws `malformed` for any place that is neither Amazon's own nor the
 * operator's address of it: what answers is not trusted to send us anywhere else.
 */
export function fileAddress({ baseUrl }: PartnerConnection, link: string): string {
  if (URL.canParse(link)) {
    const { origin, protocol, hostname, port, username } = new URL(link);
    if (baseUrl && origin === new URL(baseUrl).origin) return link;
    if (protocol === 'https:' && !port && !username && isOfAmazon(hostname)) return link;
  }
  throw new PartnerProblem('malformed', 'LinkIsForeign');
}

/** Addresses of files live for some seconds or minutes: one that has ended is asked for again later. */
function problemOfFile(answer: PartnerAnswer, now: Date): PartnerProblem | undefined {
  const { status } = answer;
  if (status === 403 || status === 404) return new PartnerProblem('unavailable', 'FileIsGone', { status });
  return problemOfStatus(answer, { writes: false, now });
}

/** A file by its address. The token is for the API only. */
export async function downloadFile(connection: PartnerConnection, subject: string, link: string): Promise<Buffer> {
  const { text } = await connection.http.call({
    subject,
    method: 'GET',
    url: fileAddress(connection, link),
    headers: { accept: '*/*' },
    isBinary: true,
    problemOf: (answer) => problemOfFile(answer, connection.now()),
  });
  return Buffer.from(text, 'latin1');
}

export async function uploadFile(
  connection: PartnerConnection,
  link: string,
  { contentType, content }: { contentType: string; content: string },
): Promise<void> {
  await connection.http.call({
    subject: 'Upload the carton feed',
    method: 'PUT',
    url: fileAddress(connection, link),
    headers: { 'content-type': contentType },
    body: content,
    problemOf: (answer) => problemOfFile(answer, connection.now()),
  });
}

/** The report of a feed, as text. */
export async function readReport(connection: PartnerConnection, documentId: string): Promise<string> {
  const subject = 'Read the report of the carton feed';
  const path = `/feeds/2021-06-30/documents/${encodeURIComponent(documentId)}`;
  const { url, compressionAlgorithm } = await callAmazon(
    connection,
    { subject, method: 'GET', path },
    FeedDocumentShape,
  );
  const file = await downloadFile(connection, subject, url);
  if (compressionAlgorithm !== 'GZIP') return file.toString('utf8');
  try {
    return gunzipSync(file, { maxOutputLength: REPORT_MAX }).toString('utf8');
  } catch {
    throw new PartnerProblem('malformed', 'FileIsUnreadable');
  }
}
