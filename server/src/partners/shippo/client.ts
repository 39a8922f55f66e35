import type { z } from 'zod';
import {
  type PartnerAnswer,
  type PartnerConnection,
  PartnerProblem,
  type PartnerRequest,
  problemOfStatus,
} from '../../modules/channels/index.ts';
import { jsonOf, readShape } from '../read-answer.ts';
import { pageOf } from './shapes.ts';

const BASE_URL = 'https://api.goshippo.com';
/** Answers have the form of this version, whatever the account's own is. */
export const API_VERSION = '2018-02-08';

/** The limits are for each minute and kind of call: 500 writing calls and 50 lists, a tenth of the first with a test key. */
export const LIMIT = { burst: 100, perSecond: 6 };
const LIST_COST = 10;
const TEST_WRITE_COST = 10;

export const isTestKey = (key: string): boolean => key.startsWith('shippo_test_');

export interface ShippoRequest {
  subject: string;
  method: 'GET' | 'POST';
  path: string;
  query?: Readonly<Record<string, string | number>>;
  body?: unknown;
  /** A writing call that costs nothing: made twice, it does no harm. */
  isHarmless?: boolean;
}

/** Problems come by field, and inside of those by field again: `{"address_to": {"street1": ["…"]}}`. */
function sentencesOf(value: unknown, path: string): string[] {
  if (typeof value === 'string') return [path ? `${path}: ${value}` : value];
  if (Array.isArray(value)) return value.flatMap((each) => sentencesOf(each, path));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    sentencesOf(each, name === 'detail' || name === '__all__' ? path : [path, name].filter(Boolean).join('.')),
  );
}

/** What is wrong with an answer; undefined when it is data. */
export function problemOfAnswer(answer: PartnerAnswer, writes: boolean, now: Date): PartnerProblem | undefined {
  const { status } = answer;
  const json = jsonOf(answer);
  const text = json === undefined ? undefined : sentencesOf(json, '').join(' ');
  const byStatus = problemOfStatus(answer, { writes, now, text });
  if (byStatus || json !== undefined) return byStatus;
  return new PartnerProblem(writes ? 'unknownOutcome' : 'unavailable', 'AnswerIsPage', { status });
}

const baseOf = ({ baseUrl = BASE_URL }: PartnerConnection): string => baseUrl.replace(/\/+$/, '');

function costOf({ method, query }: ShippoRequest, key: string): number {
  if (method === 'POST') return isTestKey(key) ? TEST_WRITE_COST : 1;
  return query ? LIST_COST : 1;
}

export async function read<Shape extends z.ZodType>(
  connection: PartnerConnection,
  request: ShippoRequest,
  shape: Shape,
): Promise<z.output<Shape>> {
  const { http, now, values } = connection;
  const { subject, method, path, query, body, isHarmless = false } = request;
  const writes = method === 'POST' && !isHarmless;
  const text = Object.entries(query ?? {})
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  const answer = await http.call({
    subject,
    method,
    url: `${baseOf(connection)}${path}${text && `?${text}`}`,
    headers: {
      accept: 'application/json',
      authorization: `ShippoToken ${values.key_1}`,
      'shippo-api-version': API_VERSION,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    writes,
    cost: costOf(request, values.key_1),
    problemOf: (given) => problemOfAnswer(given, writes, now()),
  });
  return readShape(shape, jsonOf(answer));
}

const RESULTS = 100;

/** The rows of a list, page after page, up to `pagesMost`. */
export async function readAll<Shape extends z.ZodType>(
  connection: PartnerConnection,
  request: Pick<ShippoRequest, 'subject' | 'path' | 'query'>,
  shape: Shape,
  pagesMost: number,
): Promise<z.output<Shape>[]> {
  const rows: z.output<Shape>[] = [];
  for (let page = 1; page <= pagesMost; page++) {
    const query = { ...request.query, results: RESULTS, page };
    const { results, next } = await read(connection, { ...request, method: 'GET', query }, pageOf(shape));
    rows.push(...results);
    if (!next) return rows;
  }
  return rows;
}

/** Where Shippo keeps files. */
const FILE_HOSTS = [
  /^([a-z0-9-]+\.)*goshippo\.com$/,
  /^shippo-delivery[a-z0-9-]*\.s3([.-][a-z0-9-]+)*\.amazonaws\.com$/,
];

/** An answer names the link: nothing else is called by it than Shippo, or what the operator put in its place. */
function isOfPartner(connection: PartnerConnection, url: URL): boolean {
  if (connection.baseUrl !== undefined && url.origin === new URL(connection.baseUrl).origin) return true;
  const isPlain = url.protocol === 'https:' && !url.port && !url.username && !url.password;
  return isPlain && FILE_HOSTS.some((host) => host.test(url.hostname));
}

/** Pages of errors are answered in the place of files too. */
const isLabel = (bytes: Buffer): boolean =>
  bytes.subarray(0, 5).toString('latin1') === '%PDF-' || bytes.subarray(0, 4096).includes('^XA');

/** A file of Shippo's. The key is not sent: the link is enough. */
export async function download({ http, now, ...connection }: PartnerConnection, link: string): Promise<Buffer> {
  const url = URL.canParse(link) ? new URL(link) : undefined;
  if (!url || !isOfPartner({ http, now, ...connection }, url)) throw new PartnerProblem('malformed', 'LinkIsForeign');
  const request: PartnerRequest = {
    subject: 'Download a label',
    method: 'GET',
    url: url.href,
    headers: { accept: '*/*' },
    isBinary: true,
    // A link that has expired says nothing about the key.
    problemOf: (answer) => {
      if (answer.status === 401 || answer.status === 403)
        return new PartnerProblem('notFound', 'FileIsGone', { status: answer.status });
      return problemOfStatus(answer, { writes: false, now: now() });
    },
  };
  const answer = await http.call(request);
  const bytes = Buffer.from(answer.text, 'latin1');
  if (!isLabel(bytes)) throw new PartnerProblem('malformed', 'LabelIsUnprintable');
  return bytes;
}
