import { api, type Endpoint, fullPath, type ListSpec } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { listEndpoints, resourceOf, shapeOf } from './access/endpoints.ts';
import { targetOf } from './access/target.ts';
import { rowsInPath, sendRequest, type Target, type TestRequest } from './access/test-request.ts';
import { type TestApp, testApp } from './harness.ts';

/**
 * Values that PostgreSQL would refuse are refused before: whatever a call contains, no statement fails because of a number
 * beyond its type, a NUL or a text that is no number or date. The server logs such a statement as a defect of its own.
 */
const NUL = 'a\u0000b';
const NUMBERS = [2 ** 31, 2 ** 53, -1] as const;
const DEFECTS = ['the database refused a value that validation let through', 'defect'];

type Shape = ReturnType<typeof shapeOf>;

const SAMPLE_DEPTH = 6;

function sampleText({ format, minLength = 0 }: Shape, name: string): string {
  if (format === 'date-time') return '2026-01-15T10:00:00.000Z';
  if (format === 'date') return '2026-01-15';
  return /email/.test(name) ? 'someone@example.test' : 'Sample'.padEnd(minLength, 'e');
}

function samplePlain(shape: Shape, name: string): unknown {
  if (shape.example !== undefined) return shape.example;
  const type = [shape.type].flat()[0];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return Math.max(shape.minimum ?? 1, 1);
  return sampleText(shape, name);
}

/** A value with every declared field, also those that may be left out, so that each can be given a bad value. */
function fullSample(shape: Shape, name: string, depth = 0): unknown {
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  const choices = shape.anyOf ?? shape.oneOf ?? shape.allOf;
  if (choices?.[0]) return fullSample(choices[0], name, depth);
  const type = [shape.type].flat()[0];
  if (type === 'array') return depth > SAMPLE_DEPTH ? [] : [fullSample(shape.items ?? {}, name, depth + 1)];
  if (type !== 'object') return samplePlain(shape, name);
  const fields = Object.entries(shape.properties ?? {});
  return Object.fromEntries(fields.map(([field, inner]) => [field, fullSample(inner, field, depth + 1)]));
}

/** The places of all texts and numbers in a value. */
function leaves(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]));
}

function withValueAt(value: unknown, [key, ...rest]: string[], bad: unknown): unknown {
  if (key === undefined) return bad;
  const inner = (value as Record<string, unknown>)[key];
  const changed = withValueAt(inner, rest, bad);
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === key ? changed : item));
  return { ...(value as object), [key]: changed };
}

let it: TestApp;
let target: Target;
let token: string;

beforeAll(async () => {
  it = await testApp();
  target = await targetOf(it);
  token = await target.tokenOf('super');
});

/** Sends a call and adds what is wrong with its answer. */
async function probe(endpoint: Endpoint, request: TestRequest, what: string, findings: string[], mustRefuse = false) {
  const seen = it.logLines.length;
  const { status } = await sendRequest(target, endpoint, request);
  const defect = it.logLines.slice(seen).find((line) => DEFECTS.some((message) => line.includes(`"${message}"`)));
  if (status === 401) token = await target.tokenOf('super');
  if (status >= 500 || defect) findings.push(`${what}: ${status} ${defect?.slice(0, 600) ?? ''}`);
  else if (mustRefuse && status < 400) findings.push(`${what}: ${status}, expected a refusal`);
}

const lines = listEndpoints(api).filter(({ name }) => !['session.logout'].includes(name));

describe.each(lines)('$name', ({ endpoint }) => {
  const signed = async (request: TestRequest): Promise<TestRequest> =>
    endpoint.access === 'guest' ? request : { ...request, token };

  test('refuses bad values in its path', async () => {
    const findings: string[] = [];
    const params = await rowsInPath(target, endpoint, 'own');
    for (const [name, schema] of Object.entries(endpoint.params))
      for (const bad of [...NUMBERS.map(String), NUL]) {
        const request = await signed({ params: { ...params, [name]: bad } });
        await probe(endpoint, request, `:${name} = ${bad}`, findings, resourceOf(schema) !== undefined || bad === NUL);
      }
    expect(findings).toEqual([]);
  });

  test('refuses bad values in its query', async () => {
    const findings: string[] = [];
    const params = await rowsInPath(target, endpoint, 'own');
    for (const query of queriesOf(endpoint))
      await probe(endpoint, await signed({ params, query }), `?${decodeURIComponent(query)}`, findings);
    expect(findings).toEqual([]);
  });

  test('refuses bad values in its body', async () => {
    if (!endpoint.body || endpoint.upload) return;
    const findings: string[] = [];
    const params = await rowsInPath(target, endpoint, 'own');
    const sample = fullSample(shapeOf(endpoint.body), '');
    for (const path of leaves(sample)) {
      const isId = /(^|_)id$/.test(path.findLast((part) => !/^\d+$/.test(part)) ?? '');
      for (const bad of [...NUMBERS, NUL]) {
        const body = withValueAt(sample, path, bad);
        const request = await signed({ params, body });
        await probe(endpoint, request, `${path.join('.')} = ${bad}`, findings, isId && endpoint.method !== 'DELETE');
      }
    }
    expect(findings).toEqual([]);
  });
});

/** Bad values of every declared parameter, and of every condition and filter of a list. */
function queriesOf(endpoint: Endpoint): string[] {
  const bad = [...NUMBERS.map(String), NUL, '1e400', '2026-02-30', "'"];
  if (endpoint.list) return listQueries(endpoint.list, bad);
  if (!endpoint.query) return [];
  const sample = fullSample(shapeOf(endpoint.query), '') as Record<string, unknown>;
  return Object.keys(sample).flatMap((name) =>
    bad.map((value) => new URLSearchParams({ ...(sample as Record<string, string>), [name]: value }).toString()),
  );
}

function listQueries(spec: ListSpec, bad: readonly string[]): string[] {
  const encoded = bad.map(encodeURIComponent);
  const condition = (relation: string, field: string, operator: string, value: string) =>
    `query[0][relation]=${relation}&query[0][field]=${field}&query[0][operator]=${encodeURIComponent(operator)}&query[0][value]=${value}`;
  const conditions = Object.entries(spec.conditions).flatMap(([relation, fields]) =>
    Object.keys(fields).flatMap((field) => [
      ...encoded.flatMap((value) => ['=', 'contain'].map((operator) => condition(relation, field, operator, value))),
      condition(relation, field, '%00', '1'),
    ]),
  );
  const filters = Object.keys(spec.filters).flatMap((field) => encoded.map((value) => `filter_by[${field}]=${value}`));
  const places = ['on_page', 'per_page', 'search', 'order_by[id]', 'query[0][join]', 'query[2147483648][field]'];
  return [...conditions, ...filters, ...places.flatMap((place) => encoded.map((value) => `${place}=${value}`))];
}

test.each([
  '/api/v3/%00',
  '/%00',
  '/index.html%00.js',
  '/assets/%00',
  '/pictures/%00.png',
  '/pictures/00000000-0000-4000-8000-000000000000%00.png',
  '/files/%00',
  '/api/files/%00?expires=1&signature=%00',
  '/api/v3/%E0%A4%A',
  '/docs/%00',
])('%s is no defect', async (url) => {
  const seen = it.logLines.length;
  const { statusCode } = await it.http.inject({ method: 'GET', url });
  expect(statusCode).toBeLessThan(500);
  expect(it.logLines.slice(seen).filter((line) => DEFECTS.some((message) => line.includes(`"${message}"`)))).toEqual(
    [],
  );
});

test('every path is known', () => {
  expect(lines.map(({ endpoint }) => fullPath(endpoint)).length).toBeGreaterThan(100);
});
