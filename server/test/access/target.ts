import { api, type PermissionKey } from '@longshore/contract';
import { expect } from 'vitest';
import type { TestApp } from '../harness.ts';
import type { Target } from './test-request.ts';

/** The demo's first client; `tokenOf('client')` gives a user of it. */
export const CLIENT = 1;
const OTHER_CLIENT = 2;

async function superToken(it: TestApp): Promise<string> {
  const { id, caller } = await it.given.mainUser();
  await it.database.owner('update users set is_su = true, role_id = null where id = $1', [id]);
  return caller.token;
}

async function deadTokens(it: TestApp): Promise<Record<string, string>> {
  const live = await it.given.mainUser();
  const expired = await it.given.mainUser();
  await it.database.owner("update sessions set expires_at = now() - interval '1 second' where user_id = $1", [
    expired.id,
  ]);
  const revoked = await it.given.mainUser();
  await revoked.caller.ok(api.session.logout);
  const token = await revoked.caller.call(api.session.boot);
  expect(token.status).toBe(401);
  return {
    'a garbage token': 'garbage',
    'a token with a broken signature': `${live.caller.token.slice(0, -4)}AAAA`,
    'an API token nobody has': 'lsk_0000000000000000000000000000000000000000000',
    'an unsigned token': `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${live.caller.token.split('.')[1]}.`,
    'an expired session': expired.caller.token,
    'a session that was ended': revoked.caller.token,
  };
}

/** The real app on the demo company, as the generated checks call it. */
export async function targetOf(it: TestApp): Promise<Target> {
  const dead = await deadTokens(it);
  const main = await it.as('super');
  for (const client_id of [CLIENT, OTHER_CLIENT]) await it.given.order(main, 'Customer Order', { client_id });
  const columns = await it.database.owner<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'client_id'",
  );
  const withClients = new Set(columns.map((column) => column.name));
  return {
    http: it.http,
    tokenOf: async (kind, keys = []) => {
      if (kind === 'super') return superToken(it);
      if (kind === 'reader') return (await it.given.statementReader(CLIENT)).caller.token;
      if (kind === 'client' || kind === 'controller')
        return (await it.given.clientUser(CLIENT, kind === 'controller')).caller.token;
      return (await it.given.mainUser(keys as PermissionKey[])).caller.token;
    },
    deadTokens: async () => dead,
    hasClients: async (resource) => withClients.has(resource),
    rowOf: async (resource, whose) => {
      const isWhose = whose === 'own' ? `client_id = ${CLIENT}` : `client_id <> ${CLIENT}`;
      const clause = withClients.has(resource) ? isWhose : whose === 'own';
      const [row] = await it.database.owner(`select * from ${resource} where ${clause} order by id limit 1`);
      return row;
    },
  };
}
