import { z } from 'zod';
import {
  type Connection,
  type PartnerAnswer,
  PartnerProblem,
  type PartnerRequest,
  problemOfStatus,
} from '../../modules/channels/index.ts';
import { jsonOf, readShape } from '../read-answer.ts';

export interface TgRequest {
  subject: string;
  method: PartnerRequest['method'];
  path: string;
  query?: Readonly<Record<string, string | number>>;
  body?: unknown;
}

/**
 * TradeGecko was switched off. Its old address is never called: whoever has that name one day would be sent the token.
 */
function addressOf({ baseUrl }: Connection): string {
  if (baseUrl) return baseUrl.replace(/\/+$/, '');
  throw new PartnerProblem('refused', 'PartnerIsGone');
}

const ErrorShape = z.looseObject({ message: z.string() });

/** `X-Rate-Limit-Reset`: the moment of new calls, in seconds since 1970. */
function waitMsOf({ headers }: PartnerAnswer, now: Date): number | undefined {
  const seconds = headers['x-rate-limit-reset'];
  return seconds && /^\d+$/.test(seconds) ? Math.max(0, Number(seconds) * 1000 - now.getTime()) : undefined;
}

/** What is wrong with an answer; undefined when it is data. */
export function problemOfAnswer(answer: PartnerAnswer, writes: boolean, now: Date): PartnerProblem | undefined {
  const { status } = answer;
  const json = jsonOf(answer);
  const byStatus = problemOfStatus(answer, { writes, now, text: ErrorShape.safeParse(json).data?.message });
  if (byStatus?.kind === 'rateLimited')
    return new PartnerProblem('rateLimited', byStatus.text, {
      status,
      waitMs: waitMsOf(answer, now) ?? byStatus.waitMs,
    });
  if (byStatus || json !== undefined) return byStatus;
  return new PartnerProblem(writes ? 'unknownOutcome' : 'unavailable', 'AnswerIsPage', { status });
}

/** The content of an answer is below its name: `{"orders": […]}`. */
export async function read<Shape extends z.ZodType>(
  connection: Connection,
  { subject, method, path, query = {}, body }: TgRequest,
  name: string,
  shape: Shape,
): Promise<z.output<Shape>> {
  const text = Object.entries(query)
    .map(([field, value]) => `${field}=${encodeURIComponent(value)}`)
    .join('&');
  const writes = method !== 'GET';
  const answer = await connection.http.call({
    subject,
    method,
    url: `${addressOf(connection)}${path}${text && `?${text}`}`,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${connection.values.key_1}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    writes,
    problemOf: (given) => problemOfAnswer(given, writes, connection.now()),
  });
  return readShape(z.object({ [name]: shape }), jsonOf(answer))[name] as z.output<Shape>;
}

const LIMIT = 100;
const PAGES_MAX = 50;

/** All rows of a short list. */
export async function readAll<Shape extends z.ZodType>(
  connection: Connection,
  request: TgRequest,
  name: string,
  row: Shape,
): Promise<z.output<Shape>[]> {
  const all: z.output<Shape>[] = [];
  for (let page = 1; page <= PAGES_MAX; page++) {
    const query = { ...request.query, limit: LIMIT, page };
    const rows = await read(connection, { ...request, query }, name, z.array(row));
    all.push(...rows);
    if (rows.length < LIMIT) return all;
  }
  throw new PartnerProblem('malformed', 'PagesDoNotEnd');
}
