import { type Endpoint, fullPath } from '@longshore/contract';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { resourceOf, sampleBody, sampleQuery, wordOf } from './walk.ts';

/** What the checks are run against: the real app on the demo, or a small one with planted faults. */
export interface Target {
  http: Pick<FastifyInstance, 'inject' | 'hasRoute'>;
  /** A new session of a user of its own, so that no check spoils another's. */
  tokenOf(kind: 'super' | 'main' | 'client', keys?: readonly string[]): Promise<string>;
  /** Tokens that must no longer, or never did, open anything. */
  deadTokens(): Promise<Record<string, string>>;
  /** Whether the table of this name holds rows of clients. */
  hasClients(resource: string): Promise<boolean>;
  /** A row of the client of `tokenOf('client')`, or of another client. */
  rowOf(resource: string, whose: 'own' | 'other'): Promise<Record<string, unknown> | undefined>;
}

export interface Answered {
  status: number;
  body: Record<string, unknown>;
  requestId: unknown;
}

export interface Knock {
  token?: string | undefined;
  params?: Record<string, unknown>;
  query?: string;
  body?: unknown;
  /** Sent as it is, with its content type. */
  raw?: { text: string | Buffer; type: string };
}

let knocks = 0;
/** Each call comes from an address of its own: how often one may try is another test's matter. */
const nextAddress = () => {
  knocks++;
  return `10.${(knocks >> 16) & 255}.${(knocks >> 8) & 255}.${knocks & 255}`;
};

export function addressOf(endpoint: Endpoint, knock: Knock): string {
  const path = fullPath(endpoint).replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(knock.params?.[name] ?? '')),
  );
  const query = knock.query ?? sampleQuery(endpoint);
  return query ? `${path}?${query}` : path;
}

export async function knockAt({ http }: Target, endpoint: Endpoint, knock: Knock): Promise<Answered> {
  const body = knock.raw ? knock.raw.text : knock.body === undefined ? undefined : JSON.stringify(knock.body);
  const response = await http.inject({
    method: endpoint.method,
    url: addressOf(endpoint, knock),
    remoteAddress: nextAddress(),
    headers: {
      ...(knock.token ? { authorization: `Bearer ${knock.token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': knock.raw?.type ?? 'application/json' }),
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

/** Collects what is wrong, each with the call that showed it. */
export class Findings {
  readonly list: string[] = [];
  add(call: string, answer: Answered, expected: string): void {
    this.list.push(`${call}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}, expected ${expected}`);
  }
  /** Holds for every answer whatever was asked. */
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

/** Parameters of a path that all exist and belong together: the last names the row, the others what it hangs on. */
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

/** A call that would succeed for whoever may make it, as far as the contract alone can tell. */
export async function goodKnock(target: Target, endpoint: Endpoint): Promise<Knock> {
  const body = endpoint.upload ? undefined : sampleBody(endpoint);
  return { params: await rowsInPath(target, endpoint, 'own'), ...(body ? { body } : {}) };
}
