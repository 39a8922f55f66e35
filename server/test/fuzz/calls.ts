import { type Endpoint, fullPath, type ListSpec, OPERATORS } from '@longshore/contract';
import { resourceOf, shapeOf } from '../access/endpoints.ts';
import type { Random } from '../simulation/random.ts';
import { hostile, makeValue, mutate, type Shape } from './values.ts';

export const KINDS = ['guest', 'client', 'staff', 'super'] as const;
export type Kind = (typeof KINDS)[number];

/** A call without its caller. */
export interface FuzzCall {
  name: string;
  kind: Kind;
  method: Endpoint['method'];
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
}

/** The material of calls: existing ids by table, and files to upload. */
export interface Seeds {
  ids: Record<string, number[]>;
  files: Buffer[];
}

export interface FuzzLine {
  name: string;
  endpoint: Endpoint;
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Text that is valid in a URL. */
const encode = (value: unknown) => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd').slice(0, 3000));
};

function makeParam(random: Random, schema: unknown, seeds: Seeds): string {
  if (random.below(8) === 0) return encode(hostile(random));
  const resource = resourceOf(schema);
  if (resource) return String(random.pick([...(seeds.ids[resource] ?? []), 1, 999_999]));
  return encode(makeValue(random, shapeOf(schema) as Shape));
}

const makePath = (random: Random, endpoint: Endpoint, seeds: Seeds) =>
  fullPath(endpoint).replace(/:(\w+)/g, (_, name: string) => makeParam(random, endpoint.params[name], seeds) || '0');

function makeConditions(random: Random, spec: ListSpec): string[] {
  const fields = Object.entries(spec.conditions).flatMap(([relation, inner]) =>
    Object.keys(inner).map((field) => [relation, field]),
  );
  return Array.from({ length: random.below(4) }, (_, index) => {
    const [relation, field] = random.below(6) ? random.pick([...fields, ['', 'id']]) : [encode(hostile(random)), 'x'];
    const operator = random.below(8) ? random.pick(OPERATORS) : hostile(random);
    const value = random.pick<unknown>(['a', '1', '2026-01-15', '', '%', hostile(random)]);
    const at = `query[${random.below(10) ? index : random.pick([19, 20, -1, 1e9, 'x'])}]`;
    const join = random.pick(['AND', 'OR', 'XOR']);
    return `${at}[relation]=${relation}&${at}[field]=${field}&${at}[operator]=${encode(operator)}&${at}[value]=${encode(value)}&${at}[join]=${join}`;
  });
}

function makeListQuery(random: Random, spec: ListSpec | undefined, seeds: Seeds): string {
  const parts: string[] = [];
  const odd = (usual: unknown) => encode(random.below(6) ? usual : hostile(random));
  if (random.below(2)) parts.push(`on_page=${odd(1 + random.below(3))}`);
  if (random.below(2)) parts.push(`per_page=${odd(random.pick([1, 15, 100]))}`);
  if (random.below(2)) parts.push(`search=${odd(random.pick(['a', 'Oak', '你', '%', '_', '\\']))}`);
  if (spec && random.below(2))
    parts.push(`order_by[${random.pick([...spec.sort, 'nobody'])}]=${odd(random.pick(['asc', 'desc']))}`);
  for (const [field, values] of Object.entries(spec?.filters ?? {}))
    if (random.below(3) === 0 || field === spec?.within?.filter)
      parts.push(
        `filter_by[${field}]=${odd(random.pick([...values, ...(seeds.ids[spec?.within?.of ?? ''] ?? []), '', 1]))}`,
      );
  if (spec) parts.push(...makeConditions(random, spec));
  if (random.below(10) === 0)
    parts.push(random.pick(['%E0%A4%A', '__proto__[a]=1', 'a[b][c][d]=1', '=&&=', 'search[a]=1']));
  return parts.join('&');
}

function makeQuery(random: Random, endpoint: Endpoint, seeds: Seeds): string {
  if (endpoint.takesListQuery) return makeListQuery(random, endpoint.list, seeds);
  if (!endpoint.query) return random.below(10) ? '' : `nobody=${encode(hostile(random))}`;
  const made = makeValue(random, shapeOf(endpoint.query) as Shape);
  const query = random.below(2) ? made : mutate(random, made);
  return Object.entries((query ?? {}) as object)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&');
}

const rawBodies = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '1',
  '\u0000',
  '{"a":1}{"b":2}',
  '['.repeat(20_000),
  '{"a":'.repeat(20_000),
];

function makeBody(random: Random, endpoint: Endpoint): Pick<FuzzCall, 'payload'> & { type?: string } {
  if (endpoint.method === 'GET' && random.below(20)) return {};
  if (random.below(12) === 0)
    return {
      payload: random.pick(rawBodies),
      type: random.pick(['application/json', 'text/plain', 'application/xml']),
    };
  let body = endpoint.body ? makeValue(random, shapeOf(endpoint.body) as Shape) : {};
  for (let faults = random.pick([0, 1, 1, 2, 3]); faults > 0; faults--) body = mutate(random, body);
  return { payload: JSON.stringify(body) ?? 'null', type: 'application/json' };
}

function damage(random: Random, file: Buffer): Buffer {
  const bytes = Buffer.from(file);
  for (let faults = random.below(4); faults > 0 && bytes.length; faults--)
    bytes[random.below(bytes.length)] = random.below(256);
  return random.below(6) ? bytes : bytes.subarray(0, random.below(bytes.length + 1));
}

function makeForm(random: Random, endpoint: Endpoint, seeds: Seeds): Pick<FuzzCall, 'payload'> & { type: string } {
  const made = makeValue(random, shapeOf(endpoint.body) as Shape);
  const fields = (random.below(2) ? made : mutate(random, made)) as object | null;
  const parts = Object.entries(fields ?? {}).map(
    ([name, value]) =>
      `--x\r\ncontent-disposition: form-data; name="${encode(name)}"\r\n\r\n${String(typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 5000)}\r\n`,
  );
  const name = random.pick(['sheet.xlsx', 'note.txt', '../../etc/passwd', '', 'a'.repeat(300), '名.xlsx']);
  const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  const file = random.below(8)
    ? [Buffer.from(head), damage(random, random.pick(seeds.files)), Buffer.from('\r\n')]
    : [];
  return {
    payload: Buffer.concat([Buffer.from(parts.join('')), ...file, Buffer.from(random.below(12) ? '--x--\r\n' : '')]),
    type: random.below(20) ? 'multipart/form-data; boundary=x' : 'multipart/form-data',
  };
}

function makeHeaders(random: Random): Record<string, string> {
  const headers: Record<string, string> = {};
  if (random.below(8) === 0) headers.accept = random.pick([XLSX, '*/*', 'text/html', '\u00ff']);
  if (random.below(6) === 0) headers['idempotency-key'] = random.pick(['a', 'b', 'k'.repeat(201), '\u00e9', ' ']);
  if (random.below(20) === 0)
    headers.authorization = random.pick(['Bearer', 'Bearer x.y.z', 'Basic eDp5', 'Bearer lsk_x']);
  if (random.below(20) === 0) headers['user-agent'] = 'x'.repeat(5000);
  if (random.below(20) === 0) headers['x-forwarded-for'] = random.pick(['', '::1', 'a,b,c', '999.1.1.1']);
  return headers;
}

/** Mostly an authorized user; others are refused before anything else is checked. */
function pickKind(random: Random, { access }: Endpoint): Kind {
  if (access === 'guest') return 'guest';
  if (random.below(12) === 0) return random.pick(KINDS);
  return random.pick(
    access === 'user' ? ['client', 'staff', 'super'] : access === 'super' ? ['super'] : ['staff', 'super'],
  );
}

/** One call to an endpoint: valid, or nearly so. */
export function makeCall(random: Random, { name, endpoint }: FuzzLine, seeds: Seeds): FuzzCall {
  const { method } = endpoint;
  const query = makeQuery(random, endpoint, seeds);
  const path = makePath(random, endpoint, seeds);
  const { payload, type } =
    endpoint.upload && random.below(10) ? makeForm(random, endpoint, seeds) : makeBody(random, endpoint);
  return {
    name,
    kind: pickKind(random, endpoint),
    method,
    url: query ? `${path}?${query}` : path,
    headers: { ...(type ? { 'content-type': type } : {}), ...makeHeaders(random) },
    ...(payload === undefined ? {} : { payload }),
  };
}
