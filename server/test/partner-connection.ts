import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { CREDENTIAL_FIELDS } from '@longshore/contract';
import {
  type Connection,
  type Connector,
  messageOrPartnerText,
  type PartnerAnswer,
  type PartnerDeclaration,
  PartnerProblem,
  type PartnerRequest,
  problemOfStatus,
  type RenewedToken,
  type TokenCache,
} from '../src/modules/channels/index.ts';
import { makeOutgoing, type OutgoingCallAnswer, OutgoingProblem } from '../src/platform/outgoing/outgoing.ts';

/** A line of the trace, as people see it. */
export interface TracedCall {
  subject: string;
  method: string;
  status: number;
  requestId: string;
  cost: number;
  problem: string;
}

export interface ConnectionOptions {
  values: Partial<Connection['values']>;
  baseUrl?: string | undefined;
  app?: Connection['app'];
  apiVersion?: string;
  place?: string;
  serviceId?: string;
  serviceLocationId?: string;
  isInventoryManaged?: boolean;
  now?: () => Date;
  /** A proxy with TLS in front of the shop: what is sent to the first address arrives at the second. */
  behind?: { from: string; to: string };
  totalMs?: number;
}

export interface TestConnection extends Connection {
  trace: TracedCall[];
  /** How long was waited because the partner said so, in milliseconds. */
  waits: number[];
  renewals(): number;
}

/** As long as no answer can be tested for longer. */
const TOTAL_MS = 2_000;
const ATTEMPTS = 4;
const ANSWER_MAX = 16 * 1024 * 1024;

/** Tokens in memory; all that ask at once get the same one. */
function tokenCache(now: () => Date): TokenCache & { renewals(): number } {
  let held: Promise<RenewedToken> | undefined;
  let renewals = 0;
  const isFresh = ({ expiresAt }: RenewedToken) => expiresAt.getTime() > now().getTime() + 60_000;
  const start = (renew: () => Promise<RenewedToken>) => {
    renewals++;
    const renewed = renew().catch((error: unknown) => {
      held = undefined;
      throw error;
    });
    held = renewed;
    return renewed;
  };
  return {
    renewals: () => renewals,
    async current(renew) {
      const looked = held ?? start(renew);
      const there = await looked;
      if (isFresh(there)) return there.token;
      return (await (held && held !== looked ? held : start(renew))).token;
    },
    async drop(token) {
      const looked = held;
      if ((await looked)?.token === token && held === looked) held = undefined;
    },
  };
}

/** Where `npm run check-partners` reads what was sent and answered; the last part of a call's address, without keys. */
const RECORD = process.env.RECORD_PARTNER_CALLS;

function record(
  partner: string,
  { method, url, body = '' }: { method: string; url: string; body?: string },
  answer: OutgoingCallAnswer | undefined,
): void {
  if (!RECORD) return;
  const { pathname, searchParams } = new URL(url);
  const query = [...searchParams].filter(([name]) => !/^(oauth|consumer)_/.test(name));
  // What a test made the sandbox answer is not what the sandbox answers.
  const isOwn = answer?.isComplete && answer.headers['x-sandbox-fault'] === undefined;
  const answered = { status: answer?.status ?? 0, answer: isOwn ? answer.text : '' };
  appendFileSync(RECORD, `${JSON.stringify({ partner, method, path: pathname, query, body, ...answered })}\n`);
}

/** A connection to a partner without a database: it calls for real, and keeps trace and waits in memory. */
export function partnerConnection(
  connector: PartnerDeclaration & Partial<Pick<Connector, 'apiVersions'>>,
  options: ConnectionOptions,
): TestConnection {
  const { now = () => new Date(), behind, totalMs = TOTAL_MS } = options;
  const outgoing = makeOutgoing({ allowPrivate: true });
  const trace: TracedCall[] = [];
  const waits: number[] = [];
  const tokens = tokenCache(now);

  async function send(request: PartnerRequest): Promise<OutgoingCallAnswer> {
    const { url, headers } = request.signed?.() ?? request;
    let answer: OutgoingCallAnswer | undefined;
    try {
      answer = await outgoing.call({
        method: request.method,
        url: behind ? url.replace(behind.from, behind.to) : url,
        headers: { ...headers },
        body: request.body ?? '',
        totalMs,
        bytesMost: ANSWER_MAX,
        isBinary: request.isBinary,
      });
      return answer;
    } finally {
      record(connector.slug, { ...request, url }, answer);
    }
  }

  async function attempt(request: PartnerRequest): Promise<PartnerAnswer> {
    const writes = request.writes ?? false;
    const answer = await send(request).catch((error: unknown) => {
      if (!(error instanceof OutgoingProblem)) throw error;
      throw new PartnerProblem(
        writes && error.mayHaveArrived ? 'unknownOutcome' : 'unavailable',
        messageOrPartnerText(error.reason),
      );
    });
    if (!answer.isComplete) throw new PartnerProblem(writes ? 'unknownOutcome' : 'unavailable', 'AnswerIsCut', answer);
    const problem = request.problemOf ? request.problemOf(answer) : problemOfStatus(answer, { writes, now: now() });
    if (problem) throw problem;
    return answer;
  }

  async function traced(request: PartnerRequest): Promise<PartnerAnswer> {
    const line = { subject: request.subject, method: request.method, cost: request.cost ?? 1, requestId: '' };
    try {
      const answer = await attempt(request);
      const requestId = answer.headers[connector.requestIdHeader ?? ''] ?? '';
      trace.push({ ...line, status: answer.status, requestId, problem: '' });
      return answer;
    } catch (error) {
      if (!(error instanceof PartnerProblem)) throw error;
      trace.push({ ...line, status: error.status, problem: `${error.kind}: ${error.message}` });
      throw error;
    }
  }

  /** Whether to try again, and only after the partner's own wait. */
  async function mayRepeat(problem: unknown, { writes = false }: PartnerRequest): Promise<boolean> {
    if (!(problem instanceof PartnerProblem)) return false;
    if (problem.kind !== 'rateLimited') return problem.kind === 'unavailable' && !writes;
    waits.push(problem.waitMs);
    await sleep(problem.waitMs);
    return true;
  }

  async function call(request: PartnerRequest, tries = 1): Promise<PartnerAnswer> {
    try {
      return await traced(request);
    } catch (error) {
      if (tries >= ATTEMPTS || !(await mayRepeat(error, request))) throw error;
      return call(request, tries + 1);
    }
  }

  const empty = Object.fromEntries(CREDENTIAL_FIELDS.map((field) => [field, ''])) as Connection['values'];
  return {
    id: 7,
    clientId: 3,
    values: { ...empty, ...options.values },
    apiVersion: options.apiVersion ?? connector.apiVersions?.[0] ?? '',
    storeTimeZone: 'America/New_York',
    place: options.place ?? '',
    serviceId: options.serviceId ?? '',
    serviceLocationId: options.serviceLocationId ?? '',
    isInventoryManaged: options.isInventoryManaged ?? false,
    baseUrl: options.baseUrl,
    app: options.app,
    http: { call: (request) => call(request) },
    tokens,
    now,
    trace,
    waits,
    renewals: tokens.renewals,
  };
}
