import { callAddress, type Endpoint } from '@longshore/contract';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { resourceOf, sampleBody, sampleQuery, wordOf } from './endpoints.ts';

/** A controller is a client user who may write orders. */
export type CallerKind = 'super' | 'main' | 'client' | 'controller' | 'reader';

/** What the checks run against: the real app on the demo, or a small one with planted faults. */
export interface Target {
  http: Pick<FastifyInstance, 'inject' | 'hasRoute'>;
  /** A new session of a new user, so that checks do not influence each other. */
  tokenOf(kind: CallerKind, keys?: readonly string[]): Promise<string>;
  /** Tokens that are invalid or no longer valid. */
  deadTokens(): Promise<Record<string, string>>;
  /** Whether this table holds rows of clients. */
  hasClients(resource: string): Promise<boolean>;
  /** A row of the client of `tokenOf('client')`, or of another client. */
  rowOf(resource: string, whose: 'own' | 'other'): Promise<Record<string, unknown> | undefined>;
}

export interface Answered {
  status: number;
  body: Record<string, unknown>;
  requestId: unknown;
}

export interface TestRequest {
  token?: string | undefined;
  params?: Record<string, unknown>;
  query?: string;
  body?: unknown;
  /** Sent unchanged, with its content type. */
  raw?: { text: string | Buffer; type: string };
}

let requestCount = 0;
/** Each request has its own address: rate limits are tested elsewhere. */
const nextAddress = () => {
  requestCount++;
  return `10.${(requestCount >> 16) & 255}.${(requestCount >> 8) & 255}.${requestCount & 255}`;
};

export function addressOf(endpoint: Endpoint, request: TestRequest): string {
  const path = callAddress(endpoint, { params: request.params });
  const query = request.query ?? sampleQuery(endpoint);
  return query ? `${path}?${query}` : path;
}

export async function sendRequest({ http }: Target, endpoint: Endpoint, request: TestRequest): Promise<Answered> {
  const body = request.raw ? request.raw.text : request.body === undefined ? undefined : JSON.stringify(request.body);
  const response = await http.inject({
    method: endpoint.method,
    url: addressOf(endpoint, request),
    remoteAddress: nextAddress(),
    headers: {
      ...(request.token ? { authorization: `Bearer ${request.token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': request.raw?.type ?? 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: body }),
  } as InjectOptions);
  let parsed: unknown;
  try {
    parsed = JSON.parse(response.body);
  } catch {
    parsed = {};
  }
  return {
    status: response.statusCode,
    body: (parsed ?? {}) as Record<string, unknown>,
    requestId: response.headers['x-request-id'],
  };
}

/** Collects failures, each with the request that showed it. */
export class Findings {
  readonly list: string[] = [];
  add(call: string, answer: Answered, expected: string): void {
    this.list.push(`${call}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}, expected ${expected}`);
  }
  /** Checks what must hold for every answer. */
  sane(call: string, answer: Answered): void {
    if (answer.status >= 500) this.add(call, answer, 'never a defect');
    if (!answer.requestId) this.add(call, answer, 'an x-request-id');
    if (answer.status !== 422) return;
    const { errors, keys } = answer.body as { errors?: object; keys?: object };
    if (!errors || !keys || !Object.keys(errors).length) this.add(call, answer, 'errors and keys by field');
  }
  expect(call: string, answer: Answered, ...statuses: number[]): void {
    this.sane(call, answer);
    if (!statuses.includes(answer.status)) this.add(call, answer, statuses.join(' or '));
  }
}

export type Check = (target: Target, endpoint: Endpoint) => Promise<string[]>;

const singular = (resource: string) => resource.replace(/(?<=ss)es$|s$/, '');

/** Path parameters that exist and belong together: the last is the row, the others are its parents. */
export async function rowsInPath(target: Target, endpoint: Endpoint, whose: 'own' | 'other') {
  const params: Record<string, unknown> = {};
  let child: Record<string, unknown> | undefined;
  for (const [name, schema] of Object.entries(endpoint.params).reverse()) {
    const resource = resourceOf(schema);
    if (!resource) {
      params[name] = wordOf(schema);
      continue;
    }
    const parentId = child?.[`${singular(resource)}_id`];
    const row = parentId === undefined ? await target.rowOf(resource, whose) : undefined;
    child ??= row;
    params[name] = parentId ?? row?.id;
  }
  return params;
}

/** A request that would succeed for an authorized caller, as far as the contract can tell. */
export async function validRequest(target: Target, endpoint: Endpoint): Promise<TestRequest> {
  const body = endpoint.upload ? undefined : sampleBody(endpoint);
  return { params: await rowsInPath(target, endpoint, 'own'), ...(body ? { body } : {}) };
}
