import { api } from '@longshore/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../test/harness.ts';

const { relations } = api;
let it: TestApp;
let client: Caller;
beforeAll(async () => {
  it = await testApp();
  client = await it.as('client');
  // A value that the contract does not know, as a bug or a newer release could have stored it.
  await it.database.owner('alter table relations drop constraint if exists relations_type_check');
});

/** A relation whose answer cannot be serialised. */
async function unserializable(name: string): Promise<number> {
  const { id } = await it.given.relation(client, { name });
  await it.database.owner(`update relations set type = 'neither' where id = $1`, [id]);
  return id;
}

test.each([{ key: undefined }, { key: 'an-unserializable-answer' }])(
  'an answer that cannot be serialised is a 500 and changes nothing, with the key $key',
  async ({ key }) => {
    const id = await unserializable(`Before ${key}`);
    const headers: Record<string, string> = key ? { 'idempotency-key': key } : {};
    const { status } = await client.call(relations.update, { params: { id }, body: { name: `After ${key}` }, headers });
    expect(status).toBe(500);
    const [row] = await it.database.owner<{ name: string }>('select name from relations where id = $1', [id]);
    expect(row?.name).toBe(`Before ${key}`);
  },
);
