import { type Access, api, type PermissionKey, permissionKeys } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { listEndpoints, type NamedEndpoint, resourceOf, wordOf } from './access/endpoints.ts';
import { sendRequest } from './access/test-request.ts';
import { type Caller, type TestApp, testApp } from './harness.ts';

const lines = listEndpoints(api).filter(({ endpoint }) => endpoint.access !== 'guest' && endpoint.access !== 'user');
let it: TestApp;
let boss: Caller;
let roleId: number;
let token: string;

/** The rule implemented again for the test: calling the contract's function would only compare it with itself. */
function expected(access: Access, key: PermissionKey | undefined): boolean {
  if (access === 'main' || access === 'order_controller') return true;
  if (access === 'super') return false;
  if (access === 'statement_reader') return key === 'view_entry_list';
  if (access === 'channel_reader') return key === 'view_api_list';
  return key !== undefined && (access === key || (Array.isArray(access) && access.includes(key)));
}

/** Access is decided before anything is read, so the call is one that does no harm when it is allowed. */
function harmless({ endpoint }: NamedEndpoint) {
  const params = Object.fromEntries(
    Object.entries(endpoint.params).map(([name, schema]) => [name, resourceOf(schema) ? '0' : wordOf(schema)]),
  );
  return endpoint.method === 'GET' ? { params } : { params, raw: { text: '[]', type: 'application/json' } };
}

async function opened(): Promise<string[]> {
  const names: string[] = [];
  for (const line of lines) {
    const answer = await sendRequest({ http: it.http } as never, line.endpoint, { ...harmless(line), token });
    expect(answer.status, `${line.name} ${JSON.stringify(answer.body)}`).not.toBe(401);
    expect(answer.status, `${line.name} ${JSON.stringify(answer.body)}`).toBeLessThan(500);
    if (answer.status !== 403) names.push(line.name);
  }
  return names;
}

beforeAll(async () => {
  it = await testApp();
  boss = await it.as('super');
  const user = await it.given.mainUser();
  token = user.caller.token;
  const [row] = await it.database.owner<{ role_id: number }>('select role_id from users where id = $1', [user.id]);
  roleId = row?.role_id ?? 0;
});

/** A role with exactly one permission, created through the API, against every endpoint of the contract. */
describe('a role with exactly one permission', () => {
  test.each([undefined, ...permissionKeys])('%s opens what the contract says, and nothing else', async (key) => {
    await boss.ok(api.roles.update, {
      params: { id: roleId },
      body: { name: 'One key', access: key ? { [key]: true } : {} },
    });
    const allowed = lines.filter(({ endpoint }) => expected(endpoint.access, key)).map((line) => line.name);
    expect(await opened()).toEqual(allowed);
  });

  test('some endpoints need a permission', () => {
    const guarded = new Set<unknown>(lines.flatMap(({ endpoint }) => endpoint.access));
    expect(lines.length).toBeGreaterThan(10);
    expect(permissionKeys.filter((key) => guarded.has(key)).length).toBeGreaterThan(8);
  });
});
