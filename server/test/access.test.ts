import { api, fullPath } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { checks } from './access/checks.ts';
import { listEndpoints } from './access/endpoints.ts';
import { targetOf } from './access/target.ts';
import type { Target } from './access/test-request.ts';
import { type TestApp, testApp } from './harness.ts';

const lines = listEndpoints(api);
let it: TestApp;
let target: Target;

beforeAll(async () => {
  it = await testApp();
  target = await targetOf(it);
});

test('every endpoint of the contract has a unique path and is bound', () => {
  const addresses = lines.map(({ endpoint }) => `${endpoint.method} ${fullPath(endpoint).replace(/:\w+/g, ':')}`);
  expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([]);
  const unbound = lines.filter(
    ({ endpoint: { method }, endpoint }) => !it.http.hasRoute({ method, url: fullPath(endpoint) }),
  );
  expect(unbound.map((line) => line.name)).toEqual([]);
  expect(lines.length).toBeGreaterThan(25);
});

describe.each(lines)('$name', ({ endpoint }) => {
  test.each(Object.entries(checks))('%s', async (_name, check) => {
    expect(await check(target, endpoint)).toEqual([]);
  });
});
