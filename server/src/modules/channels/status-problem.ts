import type { PartnerAnswer } from './connector.ts';
import { messageOrPartnerText, PartnerProblem, type PartnerProblemKind, type PartnerText } from './partner-problem.ts';

const SECOND_MS = 1000;
/** A partner that says to wait without saying how long. */
const WAIT_MS = 5 * SECOND_MS;

/** `Retry-After`: seconds, or a date. */
export function retryAfterMs(headers: PartnerAnswer['headers'], now: Date): number {
  const text = headers['retry-after'] ?? '';
  const seconds = Number(text);
  if (text && Number.isFinite(seconds)) return Math.max(0, seconds * SECOND_MS);
  const at = Date.parse(text);
  return Number.isNaN(at) ? WAIT_MS : Math.max(0, at - now.getTime());
}

function kindOf(status: number, writes: boolean): PartnerProblemKind | undefined {
  if (status < 300) return undefined;
  if (status === 401 || status === 403) return 'auth';
  if (status === 404 || status === 410) return 'notFound';
  if (status === 409) return 'conflict';
  if (status === 429) return 'rateLimited';
  if (status === 503) return 'unavailable';
  // A server that failed in the middle, or a gateway that got no answer, may have done what was asked.
  if (status >= 500) return writes ? 'unknownOutcome' : 'unavailable';
  return 'refused';
}

/** What the status of an answer means, for partners without a rule of their own; `text` is the partner's reason. */
export function problemOfStatus(
  { status, headers }: PartnerAnswer,
  { writes, now, text }: { writes: boolean; now: Date; text?: string | PartnerText | undefined },
): PartnerProblem | undefined {
  const kind = kindOf(status, writes);
  if (!kind) return undefined;
  const waitMs = kind === 'rateLimited' || status === 503 ? retryAfterMs(headers, now) : 0;
  const words = typeof text === 'string' ? messageOrPartnerText(text || `AnswerIsStatus:${status}`) : text;
  return new PartnerProblem(kind, words ?? `AnswerIsStatus:${status}`, { status, waitMs });
}
