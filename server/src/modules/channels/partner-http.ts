import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../platform/clock.ts';
import { type Open, staffScope, type Tx } from '../../platform/database/tx.ts';
import { blockCalls, takeCalls } from '../../platform/outgoing/allowances.ts';
import { OutgoingProblem } from '../../platform/outgoing/outgoing.ts';
import type { PartnerCalls } from '../../platform/outgoing/partner-settings.ts';
import type { NewCall } from './calls.store.ts';
import type { PartnerAnswer, PartnerDeclaration, PartnerHttp, PartnerRequest } from './connector.ts';
import { messageOrPartnerText, PartnerProblem, type ProblemText, partnerText } from './partner-problem.ts';
import { problemOfStatus } from './status-problem.ts';

const TOTAL_MS = 30_000;
/** The maximum size of an answer: larger than a page of 250 orders with many lines. */
const BYTES_MAX = 32 * 1024 * 1024;
const TRIES = 4;
/** The pause before a call that failed on the way is repeated. */
const RETRY_MS = 500;
/** A call that failed after this long is not repeated by this job: the next job tries again. */
const SILENT_MS = 4_000;
const TEXT_MAX = 200;
/** Longer waits are left to the next run. */
const WAIT_MAX_MS = 60_000;

/** How long a call waits for its turn at most while a person waits for the answer. */
const PATIENCE_MS = 5_000;
/**
 * The limit for credentials that are being tried, which have no allowance yet: it keeps a client from using us to call
 * others.
 */
const DRAFT_LIMIT = { burst: 100, perSecond: 10 };

export interface HttpTools {
  clock: Clock;
  open: Open;
  partners: PartnerCalls;
}

export interface Caller {
  /** The name of the allowance that the calls are taken from; see `allowanceOf`. */
  allowance: string;
  /** The credentials are being tried, and are not stored yet. */
  isDraft: boolean;
  /** A person waits for the answer and can try again: no call is repeated, and none waits long for its turn. */
  isWaitedFor: boolean;
  /** What must never appear in a trace. */
  secrets: readonly string[];
  /** Writes a line of the trace. */
  record(tx: Tx, call: NewCall): Promise<void>;
}

/** HTML where data was asked for comes from a firewall or a broken server; people recognise it by its title. */
function pageIn({ text, headers }: PartnerAnswer): ProblemText | undefined {
  if (!(headers['content-type'] ?? '').includes('html')) return undefined;
  const title = /<title>([^<]*)/i.exec(text)?.[1]?.trim();
  return title ? partnerText(title) : 'AnswerIsPage';
}

function problemIn(request: PartnerRequest, answer: PartnerAnswer, now: Date): PartnerProblem | undefined {
  if (request.problemOf) return request.problemOf(answer);
  const page = pageIn(answer);
  const text = page ?? answer.text.slice(0, TEXT_MAX);
  if (page && answer.status < 500) return new PartnerProblem('unavailable', page, answer);
  return problemOfStatus(answer, { writes: request.writes ?? false, now, text });
}

const withoutSecrets = (text: string, secrets: readonly string[]) =>
  secrets.filter(({ length }) => length >= 4).reduce((masked, secret) => masked.replaceAll(secret, '…'), text);

/** One attempt; a problem with the partner is answered, not thrown. */
async function attempt(
  tools: HttpTools,
  request: PartnerRequest,
  signal?: AbortSignal,
): Promise<PartnerAnswer | PartnerProblem> {
  const { method, body = '', writes = false, isBinary } = request;
  const { url, headers = {} } = request.signed?.() ?? request;
  try {
    const answer = await tools.partners.call({
      method,
      url,
      headers: { accept: 'application/json', 'user-agent': 'Longshore', ...headers },
      body,
      totalMs: TOTAL_MS,
      bytesMost: BYTES_MAX,
      isBinary,
      signal,
    });
    if (!answer.isComplete) return new PartnerProblem(writes ? 'unknownOutcome' : 'unavailable', 'AnswerIsCut', answer);
    return problemIn(request, answer, tools.clock.now()) ?? answer;
  } catch (error) {
    if (!(error instanceof OutgoingProblem)) throw error;
    return new PartnerProblem(
      writes && error.mayHaveArrived ? 'unknownOutcome' : 'unavailable',
      messageOrPartnerText(error.reason),
    );
  }
}

/** Whether the call is repeated now: nothing was done at the partner, and the wait is short enough. */
function isRepeated(problem: PartnerProblem, { writes = false }: PartnerRequest, tries: number, tookMs: number) {
  if (tries >= TRIES) return false;
  if (problem.kind === 'rateLimited') return problem.waitMs <= WAIT_MAX_MS;
  return problem.kind === 'unavailable' && !writes && tookMs < SILENT_MS;
}

/**
 * The name of an allowance: of the connection, or of the key that the partner counts by. It says nothing about the key.
 */
export const allowanceOf = ({ slug }: PartnerDeclaration, owner: string, limitedBy: string | undefined): string =>
  limitedBy
    ? `partner ${slug} key ${createHash('sha256').update(limitedBy).digest('hex')}`
    : `partner ${slug} ${owner}`;

export function makePartnerHttp(tools: HttpTools, partner: PartnerDeclaration, caller: Caller): PartnerHttp {
  const { open } = tools;
  const { allowance } = caller;
  const limit = caller.isDraft ? DRAFT_LIMIT : partner.limit;
  /**
   * A waiting job occupies a runner that other jobs need, so its wait can be cut short; a person's call occupies none.
   */
  const waiting = <Result>(work: (signal?: AbortSignal) => Promise<Result>): Promise<Result> =>
    caller.isWaitedFor ? work() : tools.partners.slow.wait(work);

  async function sleepUntilTurn(waitMs: number): Promise<void> {
    const given = await waiting((signal) =>
      sleep(waitMs, undefined, signal && { signal }).then(
        () => undefined,
        () => new PartnerProblem('rateLimited', 'PartnerLimited', { waitMs }),
      ),
    );
    if (given) throw given;
  }

  async function waitForTurn(cost: number): Promise<void> {
    const turn = await open(staffScope, (tx) => takeCalls(tx, allowance, limit, cost));
    if (!turn.isReserved) throw new PartnerProblem('rateLimited', 'PartnerLimited', { waitMs: turn.waitMs });
    if (caller.isWaitedFor && turn.waitMs > PATIENCE_MS)
      throw new PartnerProblem('rateLimited', 'PartnerLimited', { waitMs: turn.waitMs });
    if (turn.waitMs) await sleepUntilTurn(turn.waitMs);
  }

  async function traced(request: PartnerRequest): Promise<PartnerAnswer | PartnerProblem> {
    const began = performance.now();
    const result = await waiting((signal) => attempt(tools, request, signal));
    const isProblem = result instanceof PartnerProblem;
    await open(staffScope, async (tx) => {
      await caller.record(tx, {
        subject: withoutSecrets(request.subject, caller.secrets).slice(0, 300),
        status: result.status,
        ms: Math.round(performance.now() - began),
        request_id: (isProblem ? '' : (result.headers[partner.requestIdHeader ?? 'x-request-id'] ?? '')).slice(0, 100),
        problem: isProblem ? withoutSecrets(result.message, caller.secrets) : '',
      });
      if (isProblem && result.kind === 'rateLimited') await blockCalls(tx, allowance, result.waitMs);
    });
    return result;
  }

  return {
    async call(request) {
      for (let tries = 1; ; tries++) {
        await waitForTurn(request.cost ?? 1);
        const began = performance.now();
        const result = await traced(request);
        if (!(result instanceof PartnerProblem)) return result;
        if (caller.isWaitedFor || !isRepeated(result, request, tries, performance.now() - began)) throw result;
        if (result.kind === 'unavailable') await sleep(RETRY_MS * tries);
      }
    },
  };
}
