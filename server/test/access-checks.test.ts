import { describe, expect, test } from 'vitest';
import { checks } from './access/checks.ts';
import { listEndpoints } from './access/endpoints.ts';
import { type Fault, faultyApp, things } from './access/faulty-app.ts';
import type { Target } from './access/test-request.ts';

/** Proves that each generated check finds the fault it exists for. */
const bites: [Fault, keyof typeof checks][] = [
  ['asks nobody who they are', 'needs a valid token'],
  ['forgets to ask for the key', 'asks for the right kind of user and the permission'],
  ['refuses whoever has the key', 'asks for the right kind of user and the permission'],
  ['lets every client user write orders', 'asks for the right kind of user and the permission'],
  ['refuses client users who may write orders', 'asks for the right kind of user and the permission'],
  ['answers any id', 'answers 404 for what is not there'],
  ["shows another client's row", "hides other clients' rows"],
  ["says that another client's row exists", "hides other clients' rows"],
  ['breaks on a mistyped body', 'refuses mistyped and missing fields'],
  ['does not name a missing field', 'refuses mistyped and missing fields'],
  ['takes any body', 'refuses malformed bodies'],
  ['has no limit of size', 'refuses malformed bodies'],
  ['breaks on a strange upload', 'refuses strange uploads'],
  ['breaks on a strange query', 'survives strange queries'],
  ['sorts by anything', 'lists as declared'],
  ['pages at random', 'lists as declared'],
  ["lists another client's row", "lists its own client's rows only"],
  ['gives no request id', 'needs a valid token'],
];

async function run(target: Target): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const [name, check] of Object.entries(checks))
    for (const line of listEndpoints({ things }))
      found[name] = [
        ...(found[name] ?? []),
        ...(await check(target, line.endpoint)).map((each) => `${line.name} ${each}`),
      ];
  return found;
}

describe('the checks generated from the contract', () => {
  test('find nothing wrong with a correct server', async () => {
    expect(Object.values(await run(faultyApp([]))).flat()).toEqual([]);
  });

  test.each(bites)('find that a server %s', async (fault, check) => {
    expect((await run(faultyApp([fault])))[check]).not.toEqual([]);
  });

  test('find that the demo has no row of another client', async () => {
    const target: Target = {
      ...faultyApp([]),
      rowOf: async (_resource, whose) => (whose === 'own' ? { id: 1 } : undefined),
    };
    expect((await run(target))["hides other clients' rows"]).toEqual([
      'things.get the demo has no row of another client for id',
      'things.ship the demo has no row of another client for id',
    ]);
  });

  test('cover every check', () => {
    expect(new Set(bites.map(([, check]) => check))).toEqual(new Set(Object.keys(checks)));
  });
});
