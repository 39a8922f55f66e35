import { createHmac } from 'node:crypto';
import { z } from 'zod';
import {
  type Connection,
  type PartnerAnswer,
  PartnerProblem,
  type PartnerProblemKind,
  type PartnerRequest,
  partnerText,
  problemOfStatus,
  type RenewedToken,
} from '../../modules/channels/index.ts';
import { percentEncode } from '../oauth1.ts';
import { jsonOf, readShape } from '../read-answer.ts';
import { ClassicAnswerShape } from './shapes.ts';

function findHost(text: string): string | undefined {
  const host = text
    .trim()
    .toLowerCase()
    .replace(/^https:\/\//, '')
    .replace(/\/.*$/, '');
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host) ? host : undefined;
}

/** Where the API is: the operator's address, or the host of the seller's country. Always encrypted. */
export function baseOf({ baseUrl, values }: Connection): string {
  if (baseUrl) return baseUrl.replace(/\/+$/, '');
  const host = findHost(values.o_auth_token);
  if (host) return `https://${host}`;
  throw new PartnerProblem('refused', `NoSellerCenter:${values.o_auth_token}`);
}

/** The pages for people; empty when the host is none. */
export const sellerCenterUrl = (text: string): string => {
  const host = findHost(text);
  return host ? `https://${host.replace(/^sellercenter-api(-staging)?\./, 'sellercenter.')}` : '';
};

/** It may be tried again as it is: a label is not drawn yet. */
const isNotYet = (text: string): boolean => /\bE119\b|not (yet )?ready( yet)?\b|not ready yet/i.test(text);

const ProblemShape = z.looseObject({
  detail: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  title: z.string().optional().catch(undefined),
  error_description: z.string().optional().catch(undefined),
  violations: z
    .array(z.looseObject({ propertyPath: z.string().optional(), message: z.string().optional() }))
    .optional()
    .catch(undefined),
});

function textOf(json: unknown): string | undefined {
  const { detail, message, title, error_description, violations = [] } = ProblemShape.safeParse(json).data ?? {};
  const fields = violations.map((each) => `${each.propertyPath ?? ''} ${each.message ?? ''}`.trim()).join('; ');
  return fields || detail || error_description || message || title;
}

/** What is wrong with an answer of the REST API; undefined when it is data. */
export function problemOfRest(answer: PartnerAnswer, writes: boolean, now: Date): PartnerProblem | undefined {
  const { status } = answer;
  const json = jsonOf(answer);
  const text = textOf(json);
  const byStatus = problemOfStatus(answer, { writes, now, text });
  if (status === 422)
    return new PartnerProblem(isNotYet(text ?? '') ? 'unavailable' : 'conflict', partnerText(text ?? ''), { status });
  if (byStatus) return byStatus;
  if (json === undefined && status !== 204)
    return new PartnerProblem(writes ? 'unknownOutcome' : 'unavailable', 'AnswerIsPage', { status });
  return undefined;
}

const TokenShape = z.looseObject({ access_token: z.string().min(1), expires_in: z.number().positive() });

async function grantToken(connection: Connection): Promise<RenewedToken> {
  const { http, values, now } = connection;
  const answer = await http.call({
    subject: 'Get an access token',
    method: 'POST',
    url: `${baseOf(connection)}/oauth/client-credentials`,
    headers: {
      authorization: `Basic ${Buffer.from(`${values.key_1}:${values.key_2}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    },
    body: 'grant_type=client_credentials',
    problemOf: (got) => {
      const isUnknownApp = got.status === 400 && got.text.includes('invalid_client');
      if (isUnknownApp) return new PartnerProblem('auth', 'AppIsUnknown', { status: got.status });
      return problemOfRest(got, false, now());
    },
  });
  const { access_token, expires_in } = readShape(TokenShape, jsonOf(answer));
  return { token: access_token, expiresAt: new Date(now().getTime() + expires_in * 1000) };
}

export interface RestRequest {
  subject: string;
  method: 'GET' | 'POST';
  path: string;
  query?: readonly (readonly [string, string | number])[];
  body?: unknown;
  /** A writing call that can be repeated without harm. */
  isHarmless?: boolean;
}

const queryText = (query: readonly (readonly [string, string | number])[]): string =>
  query.map(([name, value]) => `${percentEncode(name)}=${percentEncode(String(value))}`).join('&');

function sendRest(connection: Connection, request: RestRequest, token: string): Promise<PartnerAnswer> {
  const { query = [], body, method } = request;
  const writes = method !== 'GET' && !request.isHarmless;
  const address = `${baseOf(connection)}/v2${request.path}`;
  return connection.http.call({
    subject: request.subject,
    method,
    url: query.length > 0 ? `${address}?${queryText(query)}` : address,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    writes,
    problemOf: (answer) => problemOfRest(answer, writes, connection.now()),
  });
}

/** Calls the REST API. A token that is refused before its time is renewed once, by whoever comes first. */
export async function callRest<Shape extends z.ZodType>(
  connection: Connection,
  request: RestRequest,
  shape: Shape,
): Promise<z.output<Shape>> {
  const { tokens } = connection;
  const token = await tokens.current(() => grantToken(connection));
  let answer: PartnerAnswer;
  try {
    answer = await sendRest(connection, request, token);
  } catch (error) {
    if (!(error instanceof PartnerProblem) || error.status !== 401) throw error;
    await tokens.drop(token);
    answer = await sendRest(connection, request, await tokens.current(() => grantToken(connection)));
  }
  return readShape(shape, jsonOf(answer));
}

/** A file by its link. The token is for the API only: links lead to other hosts. */
export async function download(connection: Connection, url: string): Promise<Buffer> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new PartnerProblem('malformed', 'LinkIsForeign');
  const { text } = await connection.http.call({
    subject: 'Download a document',
    method: 'GET',
    url,
    headers: { accept: 'application/pdf' },
    isBinary: true,
    problemOf: (answer) => problemOfStatus(answer, { writes: false, now: connection.now() }),
  });
  return Buffer.from(text, 'latin1');
}

/** Sorted by name, RFC 3986; signed with the user's key. */
export function classicSignature(parameters: Readonly<Record<string, string>>, apiKey: string): string {
  const text = Object.entries(parameters)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .join('&');
  return createHmac('sha256', apiKey).update(text).digest('hex');
}

/** What classic codes mean. */
const KINDS: Readonly<Record<string, PartnerProblemKind>> = {
  E005: 'auth',
  E006: 'auth',
  E007: 'auth',
  E009: 'auth',
  E010: 'auth',
  E016: 'notFound',
  E073: 'conflict',
  E119: 'unavailable',
};

function problemOfClassic(answer: PartnerAnswer, writes: boolean, now: Date): PartnerProblem | undefined {
  const { status } = answer;
  const json = jsonOf(answer);
  const byStatus = problemOfStatus(answer, { writes, now, text: textOf(json) });
  if (byStatus) return byStatus;
  if (json === undefined)
    return new PartnerProblem(writes ? 'unknownOutcome' : 'unavailable', 'AnswerIsPage', { status });
  const read = ClassicAnswerShape.safeParse(json).data;
  const head =
    read && 'ErrorResponse' in read ? (read.ErrorResponse as { Head: Record<string, string> }).Head : undefined;
  if (!head) return undefined;
  const code = (head.ErrorCode ?? '').replace(/^(\d+)$/, (digits) => `E${digits.padStart(3, '0')}`);
  if (code === 'E003')
    return new PartnerProblem('unavailable', 'ClockIsRefused', {
      status,
    });
  return new PartnerProblem(KINDS[code] ?? 'refused', partnerText(head.ErrorMessage || code), { status });
}

export interface ClassicRequest {
  subject: string;
  action: string;
  parameters?: Readonly<Record<string, string>>;
  writes?: boolean;
  /** Sent by POST. */
  xml?: string;
}

/** Calls the classic API: every attempt is signed anew, because a signature is valid for some minutes. */
export async function callClassic<Shape extends z.ZodType>(
  connection: Connection,
  { subject, action, parameters = {}, writes = false, xml }: ClassicRequest,
  shape: Shape,
): Promise<z.output<Shape>> {
  const { http, values, now } = connection;
  const signed = () => {
    const all: Record<string, string> = {
      Action: action,
      Format: 'JSON',
      Timestamp: now()
        .toISOString()
        .replace(/\.\d+Z$/, '+00:00'),
      UserID: values.key_1,
      Version: '1.0',
      ...parameters,
    };
    const query = queryText([...Object.entries(all), ['Signature', classicSignature(all, values.key_2)]]);
    return {
      url: `${baseOf(connection)}/?${query}`,
      headers: { accept: 'application/json', 'content-type': 'text/xml' },
    };
  };
  const request: PartnerRequest = {
    subject,
    method: xml === undefined ? 'GET' : 'POST',
    ...signed(),
    signed,
    ...(xml === undefined ? {} : { body: xml }),
    writes,
    problemOf: (answer) => problemOfClassic(answer, writes, now()),
  };
  const read = readShape(ClassicAnswerShape, jsonOf(await http.call(request)));
  const body = 'SuccessResponse' in read ? (read.SuccessResponse as { Body?: unknown }).Body : undefined;
  return readShape(shape, body);
}
