import { existsSync, readdirSync } from 'node:fs';
import { api, type Endpoint, fullPath } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { checks } from './access/checks.ts';
import { listEndpoints, type NamedEndpoint } from './access/endpoints.ts';
import { targetOf } from './access/target.ts';
import type { Target } from './access/test-request.ts';
import { type TestApp, testApp } from './harness.ts';

const all = listEndpoints(api);
/** Set by `npm test -- <module>`: only the endpoints that this folder of the contract declares. */
const { TEST_MODULE } = process.env;
const lines = TEST_MODULE ? await endpointsOfModule(TEST_MODULE) : all;

async function endpointsOfModule(name: string): Promise<NamedEndpoint[]> {
  const folder = new URL(`../../contract/src/${name}/`, import.meta.url);
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => /(?<!\.test)\.ts$/.test(file)) : [];
  const declared = new Set<Endpoint>();
  for (const file of files) {
    const exported = (await import(new URL(file, folder).href)) as object;
    for (const { endpoint } of listEndpoints(exported)) declared.add(endpoint);
  }
  return all.filter(({ endpoint }) => declared.has(endpoint));
}
let it: TestApp;
let target: Target;

beforeAll(async () => {
  it = await testApp();
  target = await targetOf(it);
});

test('every endpoint of the contract has a unique path and is bound', () => {
  const addresses = all.map(({ endpoint }) => `${endpoint.method} ${fullPath(endpoint).replace(/:\w+/g, ':')}`);
  expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([]);
  const unbound = all.filter(
    ({ endpoint: { method }, endpoint }) => !it.http.hasRoute({ method, url: fullPath(endpoint) }),
  );
  expect(unbound.map((line) => line.name)).toEqual([]);
  expect(all.length).toBeGreaterThan(25);
});

describe.each(lines)('$name', ({ endpoint }) => {
  test.each(Object.entries(checks))('%s', async (_name, check) => {
    expect(await check(target, endpoint)).toEqual([]);
  });
});
