import { api } from '@longshore/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/harness.ts';
import { whileStopped } from '../../../test/stopped-backends.ts';
import { DatabaseUnavailable } from './errors.ts';
import type { Mode, Scope, Tx } from './tx.ts';

const roles = ['app_client', 'app_staff', 'app_auth', 'app_worker'] as const;

test('a backend that stops answering fails one transaction of each pool, not the next one', async () => {
  const it = await testApp({ databaseLimits: { readMs: 3_000, writeMs: 3_000, graceMs: 500 } });
  const staff = await it.as('super');
  const client = await it.as('client');
  const one = (role: Scope['role'], mode: Mode) =>
    it.app.open({ role, clientId: 1, userId: null }, (tx: Tx) => sql`select 1 as n`.execute(tx), mode);
  for (const role of roles) await one(role, 'read');
  await Promise.all([staff.ok(api.relations.list), client.ok(api.relations.list)]);
  const applications = roles.map((role) => `longshore ${role}`);
  await whileStopped(it.database, applications, async () => {
    const refused = await Promise.all([
      staff.call(api.relations.list),
      client.call(api.relations.list),
      ...(['app_auth', 'app_worker'] as const).map((role) => one(role, 'write').catch((error: unknown) => error)),
    ]);
    expect(refused.slice(0, 2)).toMatchObject(
      [503, 503].map((status) => ({ status, headers: { 'retry-after': '1' } })),
    );
    for (const error of refused.slice(2)) expect(error).toBeInstanceOf(DatabaseUnavailable);
    // The pools have given the dead connections up.
    for (const role of roles) expect((await one(role, 'write')).rows).toEqual([{ n: 1 }]);
    await Promise.all([staff.ok(api.relations.list), client.ok(api.relations.list)]);
  });
});
