import { api, outcome } from '@longshore/contract';
import { beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../src/demo/demo-password.ts';
import { listEndpoints, type NamedEndpoint, resourceOf, wordOf } from './access/endpoints.ts';
import { sendRequest } from './access/test-request.ts';
import { type TestApp, testApp } from './harness.ts';

const lines = listEndpoints(api).filter(({ endpoint }) => endpoint.access !== 'guest');
let it: TestApp;
const tokens = { full: '', readOnly: '' };

beforeAll(async () => {
  it = await testApp();
  for (const [name, read_only] of [
    ['full', 0],
    ['readOnly', 1],
  ] as const) {
    const { id, caller } = await it.given.mainUser();
    await it.database.owner('update users set is_su = true, role_id = null where id = $1', [id]);
    const body = { current_password: DEMO_PASSWORD, read_only };
    tokens[name] = (await caller.ok(api.session.makeToken, { body })).api_token;
  }
});

/** Access is decided before anything is read, so that no call does harm when it is allowed. */
function harmless({ endpoint }: NamedEndpoint) {
  const params = Object.fromEntries(
    Object.entries(endpoint.params).map(([name, schema]) => [name, resourceOf(schema) ? '0' : wordOf(schema)]),
  );
  return endpoint.method === 'GET' ? { params } : { params, raw: { text: '[]', type: 'application/json' } };
}

async function refusedBy(token: string, sentence: string): Promise<string[]> {
  const names: string[] = [];
  for (const line of lines) {
    // Revokes the token it is called with.
    if (line.endpoint === (api.session.revokeToken as unknown) && token === tokens.full) continue;
    const answer = await sendRequest({ http: it.http } as never, line.endpoint, { ...harmless(line), token });
    expect(answer.status, line.name).not.toBe(401);
    if (answer.status === 403 && answer.body.message === sentence) names.push(line.name);
  }
  return names;
}

test('an API token may call everything except endpoints that give out or change credentials', async () => {
  const interactive = lines.filter(({ endpoint }) => endpoint.interactive).map((line) => line.name);
  expect(interactive.sort()).toEqual([
    'badges.make',
    'badges.makeMine',
    'operations.mailFile',
    'operations.outbox',
    'session.makeToken',
    'session.saveProfile',
    'users.create',
    'users.setPassword',
  ]);
  expect((await refusedBy(tokens.full, outcome.needsSignIn)).sort()).toEqual(interactive.sort());
});

test('a read-only token may only read', async () => {
  const writing = lines.filter(({ endpoint }) => !endpoint.reads && !endpoint.interactive).map((line) => line.name);
  expect(writing.length).toBeGreaterThan(20);
  expect(await refusedBy(tokens.readOnly, outcome.readOnlyToken)).toEqual(writing);
});
