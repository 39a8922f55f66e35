import { api, outcome } from '@longshore/contract';
import { beforeAll, expect, test } from 'vitest';
import { addressOf, type Caller, type TestApp, testApp } from '../../../test/harness.ts';
import { DEMO_PASSWORD } from '../../demo/demo-password.ts';
import { sha256 } from '../ids.ts';

const { relations, session } = api;
let it: TestApp;
let client: Caller;
beforeAll(async () => {
  it = await testApp();
  client = await it.as('client');
});

const named = async (name: string) =>
  (await it.database.owner<{ n: number }>('select count(*)::int as n from relations where name = $1', [name]))[0]?.n;
const keys = async () =>
  (await it.database.owner<{ n: number }>('select count(*)::int as n from idempotency_keys'))[0]?.n;
const create = (name: string, key: string, caller = client) =>
  caller.call(relations.create, { body: { type: 'customer', name }, headers: { 'idempotency-key': key } });

test('the same call twice is one write and one answer', async () => {
  const first = await create('Once', 'key-once');
  const second = await create('Once', 'key-once');
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.data).toEqual(first.data);
  expect(await named('Once')).toBe(1);
});

test('without a key it is two', async () => {
  for (let turn = 0; turn < 2; turn++) await it.given.relation(client, { name: 'Twice' });
  expect(await named('Twice')).toBe(2);
});

test('another body under the same key is 409 and writes nothing', async () => {
  await create('First body', 'key-body');
  const { status, body } = await create('Second body', 'key-body');
  expect([status, body.message]).toEqual([409, outcome.keyReused]);
  expect(await named('Second body')).toBe(0);
});

test('a key belongs to one user, one method and one path', async () => {
  const viewer = await it.as('viewer');
  const first = await create('Shared key', 'key-shared');
  expect((await create('Shared key', 'key-shared', viewer)).status).toBe(200);
  expect(await named('Shared key')).toBe(2);
  const saved = await client.call(relations.update, {
    params: { id: first.data.id },
    body: { name: 'Saved under the same key' },
    headers: { 'idempotency-key': 'key-shared' },
  });
  expect([saved.status, saved.data.name]).toEqual([200, 'Saved under the same key']);
});

test('ten calls at once are one write, and all get its answer', async () => {
  const replies = await Promise.all(Array.from({ length: 10 }, () => create('At once', 'key-race')));
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]));
  expect(new Set(replies.map((reply) => reply.data.id)).size).toBe(1);
  expect(await named('At once')).toBe(1);
});

test('a refused call does not use up its key: corrected, it succeeds with the same key', async () => {
  const before = await keys();
  expect((await create('', 'key-refused')).status).toBe(422);
  const courier = await client.call(relations.create, {
    body: { type: 'customer', name: 'Refused', default_courier: 2_000_000_000 },
    headers: { 'idempotency-key': 'key-refused' },
  });
  expect(courier.status).toBe(400);
  expect(await keys()).toBe(before);
  expect((await create('Corrected', 'key-refused')).status).toBe(200);
});

test('after two days the key is free again', async () => {
  await create('Day one', 'key-day');
  await it.database.owner(
    "update idempotency_keys set created_at = created_at - interval '49 hours' where key = 'key-day'",
  );
  expect((await create('Day two', 'key-day')).status).toBe(200);
  expect(await named('Day two')).toBe(1);
  expect((await create('Day two', 'key-day')).status).toBe(200);
  expect(await named('Day two')).toBe(1);
});

test('answers with a secret are never stored, and reads ignore the key', async () => {
  const before = await keys();
  const headers = { 'idempotency-key': 'key-secret' };
  const body = { current_password: DEMO_PASSWORD };
  const first = await client.ok(session.makeToken, { headers, body });
  const second = await client.ok(session.makeToken, { headers, body });
  expect(second.api_token).not.toBe(first.api_token);
  await it.guest.call(session.login, { body: { email: client.email, password: 'longshore-demo' }, headers });
  await client.ok(relations.list, { headers });
  await client.ok(relations.selector, { body: { type: 'customer', search: '' }, headers });
  expect(await keys()).toBe(before);
});

test('deleting twice under one key answers true twice', async () => {
  const { id } = await it.given.relation(client);
  const address = await client.ok(relations.createAddress, { params: { id }, body: { company: 'x' } });
  const call = () =>
    client.call(relations.deleteAddress, {
      params: { id, addrId: address.id },
      headers: { 'idempotency-key': 'key-delete' },
    });
  expect([(await call()).data, (await call()).data]).toEqual([true, true]);
});

test('a path longer than an index entry is compared in full', async () => {
  const first = await it.given.relation(client, { name: 'Long address' });
  const noise = (start: number) =>
    Array.from({ length: 400 }, (_, at) => sha256(`${start + at}`).toString('hex')).join('');
  const rename = (name: string, query: string) =>
    it.http.inject({
      method: 'PUT',
      url: `${addressOf(relations.update, { params: { id: first.id } })}?x=${query}`,
      headers: { authorization: `Bearer ${client.token}`, 'idempotency-key': 'key-long' },
      payload: { name },
    });
  const statuses = [];
  for (const [name, query] of [
    ['One', noise(0)],
    ['One', noise(0)],
    ['Two', noise(0)],
    ['Two', noise(1)],
  ] as const)
    statuses.push((await rename(name, query)).statusCode);
  expect(statuses).toEqual([200, 200, 409, 200]);
});

test('an upload with another file, another name or other fields under the same key is 409', async () => {
  const { id } = await it.given.relation(client);
  const attach = (text: string, more: { name?: string; comment?: string } = {}) =>
    client.upload(api.panels.addFile, {
      file: Buffer.from(text),
      name: more.name ?? 'note.txt',
      fields: { type: 'note', filable_type: 'Relation', filable_id: String(id), comment: more.comment ?? '' },
      headers: { 'idempotency-key': 'key-upload' },
    });
  const first = await attach('one');
  const again = await attach('one');
  expect([first.status, again.data]).toEqual([200, first.data]);
  for (const other of [attach('two'), attach('one', { name: 'other.txt' }), attach('one', { comment: 'x' })])
    expect((await other).status).toBe(409);
  expect(await client.ok(api.panels.files, { query: { filable_id: id, filable_type: 'Relation' } })).toHaveLength(1);
});

test('when the answer cannot be stored the write is rolled back', async () => {
  await it.database.owner(`
    create function refuse_answer() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$;
    create trigger refuse_answer before update on idempotency_keys for each row execute function refuse_answer()`);
  const { status } = await create('Not kept', 'cannot keep');
  expect([status, await named('Not kept')]).toEqual([500, 0]);
  await it.database.owner('drop trigger refuse_answer on idempotency_keys');
});

test('a scan that waited longer than a day is refused with words, unless it was done already', async () => {
  const scanned = (name: string, key: string, hoursAgo: number | string) =>
    client.call(relations.create, {
      body: { type: 'customer', name },
      headers: {
        'idempotency-key': key,
        'scanned-at':
          typeof hoursAgo === 'string'
            ? hoursAgo
            : new Date(it.clock.now().getTime() - hoursAgo * 3_600_000).toISOString(),
      },
    });
  expect((await scanned('Scanned yesterday', 'key-old', 24.1)).body).toMatchObject({
    errors: { 'Scanned-At': [expect.stringContaining('more than 24 hours ago')] },
    keys: { 'Scanned-At': ['ScanTooOld:24'] },
  });
  expect(await named('Scanned yesterday')).toBe(0);
  // Refused, it has not used up its key.
  expect((await scanned('Scanned in time', 'key-old', 23.9)).status).toBe(200);
  // Its answer was lost: the same scan a day later is answered as it was.
  const again = await scanned('Scanned in time', 'key-old', 30);
  expect([again.status, again.data.name, await named('Scanned in time')]).toEqual([200, 'Scanned in time', 1]);
  // A device whose clock is ahead has scanned in the future: that is fresh.
  expect((await scanned('Scanned tomorrow', 'key-ahead', -26)).status).toBe(200);
  const wrong = await scanned('Scanned at no time', 'key-wrong', 'yesterday');
  expect([wrong.status, wrong.body.keys]).toEqual([422, { 'Scanned-At': ['ScannedAtIsNoMoment'] }]);
  expect(await named('Scanned at no time')).toBe(0);
});
