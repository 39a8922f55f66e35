import { z } from 'zod';
import {
  type PartnerAnswer,
  type PartnerConnection,
  PartnerProblem,
  type PartnerRequest,
  problemOfStatus,
} from '../../modules/channels/index.ts';
import { jsonOf, readShape } from '../read-answer.ts';

const BASE_URL = 'https://ssapi.shipstation.com';

export interface SsRequest {
  subject: string;
  method: PartnerRequest['method'];
  path: string;
  query?: Readonly<Record<string, string | number | boolean>>;
  body?: unknown;
}

/** Documented is `message`; others were seen, and answers without a body too. */
const ErrorShape = z.looseObject({
  message: z.string().optional(),
  Message: z.string().optional(),
  ExceptionMessage: z.string().optional(),
});

function reasonOf(answer: PartnerAnswer): string | undefined {
  const error = ErrorShape.safeParse(jsonOf(answer)).data;
  return error?.ExceptionMessage ?? error?.message ?? error?.Message;
}

/** `X-Rate-Limit-Reset`: the seconds until there are new calls, not the time when. */
function waitMsOf({ headers }: PartnerAnswer): number | undefined {
  const seconds = headers['x-rate-limit-reset'];
  return seconds && /^\d+$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}

/** What is wrong with an answer; undefined when it is data. */
export function problemOfAnswer(answer: PartnerAnswer, writes: boolean, now: Date): PartnerProblem | undefined {
  const { status } = answer;
  const byStatus = problemOfStatus(answer, { writes, now, text: reasonOf(answer) });
  if (byStatus?.kind === 'rateLimited')
    return new PartnerProblem('rateLimited', byStatus.text, {
      status,
      waitMs: waitMsOf(answer) ?? byStatus.waitMs,
    });
  if (byStatus || jsonOf(answer) !== undefined) return byStatus;
  return new PartnerProblem(writes ? 'unknownOutcome' : 'unavailable', 'AnswerIsPage', { status });
}

/** Calls ShipStation, at its own address or the operator's: never at one that an answer or a webhook names. */
export async function read<Shape extends z.ZodType>(
  { values, baseUrl = BASE_URL, http, now }: PartnerConnection,
  { subject, method, path, query = {}, body }: SsRequest,
  shape: Shape,
): Promise<z.output<Shape>> {
  const text = Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  const writes = method !== 'GET';
  const answer = await http.call({
    subject,
    method,
    url: `${baseUrl.replace(/\/+$/, '')}${path}${text && `?${text}`}`,
    headers: {
      accept: 'application/json',
      authorization: `Basic ${Buffer.from(`${values.key_1}:${values.key_2}`).toString('base64')}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    writes,
    problemOf: (given) => problemOfAnswer(given, writes, now()),
  });
  return readShape(shape, jsonOf(answer));
}
