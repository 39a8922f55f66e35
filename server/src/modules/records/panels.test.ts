import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { api, type FileRecord } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, eventually, type TestApp, testApp } from '../../../test/harness.ts';
import type { FileStorage } from '../../platform/files/storage.ts';
import { StorageFailure } from '../../platform/files/storage.ts';

const { panels } = api;
let it: TestApp;
let boss: Caller;
let staff: Caller;
let client: Caller;
let colleague: Caller;
let other: Caller;
let mine: number;
let theirs: number;

beforeAll(async () => {
  it = await testApp({ worker: true });
  boss = await it.as('super');
  staff = await it.as('staff');
  client = await it.as('client');
  colleague = await it.as('viewer');
  other = (await it.given.clientUser(2)).caller;
  mine = (await it.given.relation(client)).id;
  theirs = (await it.given.relation(other)).id;
});

const UNKNOWN = 2_000_000_000;
const commentOn = (id: number, type: 'Relation' | 'Client' = 'Relation') => ({
  commentable_type: type,
  commentable_id: id,
});
const filedOn = (id: number, type: 'Relation' | 'Client' = 'Relation') => ({ filable_type: type, filable_id: id });
const comments = (caller: Caller, id: number) => caller.ok(panels.comments, { query: commentOn(id) });
const say = (caller: Caller, id: number, comment: string, internal: 0 | 1 = 0) =>
  caller.ok(panels.addComment, { body: { ...commentOn(id), comment, internal } });
const tracesOf = async (id: number) =>
  (await boss.ok(api.records.traces, { query: { traceable_type: 'Relation', traceable_id: id } })).data;

describe('comments', () => {
  test('are read oldest first, with their authors’ names as they were', async () => {
    const { id } = await it.given.relation(client);
    await say(client, id, ' First line\nSecond 你好 ');
    await say(staff, id, 'From the floor');
    await it.database.owner("update users set name = 'Renamed' where email = 'staff@longshore.test'");
    const seen = await comments(client, id);
    expect(seen.map(({ comment, user, is_mine }) => [comment, user.name, is_mine])).toEqual([
      ['First line\nSecond 你好', 'Priya Nair', true],
      ['From the floor', 'Dana Reyes', false],
    ]);
    expect((await comments(boss, id)).every((comment) => comment.is_mine)).toBe(true);
    expect((await tracesOf(id))[0]).toMatchObject({ user: 'Dana Reyes', subject: 'Comment added', array_log: [] });
  });

  test('that are internal never reach a client: not by the list, not by row-level security, not by deleting', async () => {
    const { id } = await it.given.relation(client);
    const secret = await say(staff, id, 'They pay late.', 1);
    expect(secret.internal).toBe(true);
    expect(await comments(client, id)).toEqual([]);
    expect(await comments(staff, id)).toHaveLength(1);
    const seen = await it.database.scoped({ role: 'app_client', clientId: 1, userId: 3 }, (scope) =>
      scope.query('select 1 from comments where internal'),
    );
    expect(seen.rowCount).toBe(0);
    expect((await client.call(panels.deleteComment, { params: { id: secret.id } })).status).toBe(404);
    // A client user who asks for it anyway writes one that all may read.
    expect((await say(client, id, 'Mine', 1)).internal).toBe(false);
    const recorded = await it.database.owner(
      "select client_id from events where kind = 'upload.comment' and subject_id = $1 order by id",
      [id],
    );
    expect(recorded).toEqual([{ client_id: null }, { client_id: 1 }]);
  });

  test('are deleted by their author or a super user', async () => {
    const made = await say(client, mine, 'Oops');
    const params = { id: made.id };
    expect((await colleague.call(panels.deleteComment, { params })).status).toBe(403);
    expect((await staff.call(panels.deleteComment, { params })).status).toBe(403);
    expect((await other.call(panels.deleteComment, { params })).status).toBe(404);
    expect(await client.ok(panels.deleteComment, { params })).toBe(true);
    expect((await client.call(panels.deleteComment, { params })).status).toBe(404);
    const again = await say(client, mine, 'Again');
    expect(await boss.ok(panels.deleteComment, { params: { id: again.id } })).toBe(true);
  });

  test('on a record of another client or an unknown one are neither read nor written', async () => {
    for (const [caller, id] of [
      [client, theirs],
      [client, UNKNOWN],
      [boss, UNKNOWN],
    ] as const) {
      expect((await caller.call(panels.comments, { query: commentOn(id) })).status).toBe(404);
      const { status, body } = await caller.call(panels.addComment, { body: { ...commentOn(id), comment: 'x' } });
      expect([status, body.error_code, body.message]).toEqual([
        400,
        10001,
        'Cannot save your comment: there is no such record',
      ]);
    }
    expect(await comments(other, theirs)).toEqual([]);
  });

  test('need words, and not too many', async () => {
    for (const [comment, keys] of [
      [' \n ', { comment: ['CommentIsRequired'] }],
      ['x'.repeat(2001), { comment: ['TooLong:2000'] }],
    ] as const) {
      const refused = await client.call(panels.addComment, { body: { ...commentOn(mine), comment } });
      expect(refused.body.keys).toEqual(keys);
    }
  });

  test('sent twice under one key are stored once', async () => {
    const { id } = await it.given.relation(client);
    const send = () =>
      client.call(panels.addComment, {
        body: { ...commentOn(id), comment: 'Once' },
        headers: { 'idempotency-key': `once ${id}` },
      });
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.map((answer) => answer.data.id)).size).toBe(1);
    expect(await comments(client, id)).toHaveLength(1);
  });
});

describe('a client’s own panels', () => {
  test('are the company’s notes: main users read with view_client_model and write with update_client_model', async () => {
    const reader = (await it.given.mainUser(['view_client_model'])).caller;
    const writer = (await it.given.mainUser(['view_client_model', 'update_client_model'])).caller;
    const nobody = (await it.given.mainUser()).caller;
    const body = { ...commentOn(1, 'Client'), comment: 'Pays on time' };
    const query = commentOn(1, 'Client');
    for (const caller of [client, nobody]) {
      expect((await caller.call(panels.comments, { query })).status).toBe(403);
      expect((await caller.call(panels.files, { query: filedOn(1, 'Client') })).status).toBe(403);
      expect((await caller.call(panels.categories, { params: { type: 'Client' } })).status).toBe(403);
    }
    expect((await reader.call(panels.addComment, { body })).status).toBe(403);
    const made = await writer.ok(panels.addComment, { body });
    expect((await reader.ok(panels.comments, { query })).map(({ id }) => id)).toContain(made.id);
    const [tag] = await writer.ok(panels.attachCategory, { body: { name: 'VIP', resource: 'Client', resourceId: 2 } });
    // Names given to one client are offered for the others.
    expect((await reader.ok(panels.categories, { params: { type: 'Client' } })).map(({ name }) => name)).toContain(
      tag?.name,
    );
    const [own] = await it.database.owner<{ id: number }>(
      "select id from categories where client_id = 1 and resource = 'Client' limit 1",
    );
    expect((await client.call(panels.deleteCategory, { params: { id: own?.id ?? 0 } })).status).toBe(403);
    expect((await reader.call(panels.deleteCategory, { params: { id: own?.id ?? 0 } })).status).toBe(403);
  });
});

describe('categories', () => {
  const of = (caller: Caller, id: number) =>
    caller.ok(panels.categories, { params: { type: 'Relation' }, query: { resource_id: id } });
  const attach = (caller: Caller, id: number, name: string) =>
    caller.call(panels.attachCategory, { body: { name, resource: 'Relation', resourceId: id } });
  const names = (list: { name: string }[]) => list.map(({ name }) => name);

  test('are attached by name; the same name in any case is the same category, and ignored a second time', async () => {
    const { id } = await it.given.relation(client);
    expect(names((await attach(client, id, ' Retail ')).data)).toEqual(['Retail']);
    expect(names((await attach(client, id, 'RETAIL')).data)).toEqual(['Retail']);
    expect(names((await attach(staff, id, '批发')).data)).toEqual(['Retail', '批发']);
    expect(names(await of(client, id))).toEqual(['Retail', '批发']);
    expect((await tracesOf(id)).map(({ subject }) => subject)).toEqual(['Category added', 'Category added', 'Created']);
    const twice = await Promise.all([
      attach(client, id, 'Race'),
      attach(client, id, 'race'),
      attach(staff, id, 'RACE'),
    ]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await of(client, id)).toHaveLength(3);
  });

  test('belong to a client and a kind: another client has its own of the same name', async () => {
    const { id } = await it.given.relation(other);
    await attach(client, mine, 'Shared word');
    const [theirOwn] = (await attach(other, id, 'Shared word')).data;
    const inUse = await client.ok(panels.categories, { params: { type: 'Relation' } });
    expect(names(inUse)).toContain('Shared word');
    expect(inUse.map((category) => category.id)).not.toContain(theirOwn?.id);
    const detach = (caller: Caller, categoryId: number) =>
      caller.call(panels.detachCategory, { body: { categoryId, resource: 'Relation', resourceId: id } });
    expect((await detach(client, theirOwn?.id ?? 0)).body.keys).toEqual({ resourceId: ['RecordIsUnknown'] });
    expect((await attach(client, id, 'x')).body.keys).toEqual({ resourceId: ['RecordIsUnknown'] });
    expect((await client.call(panels.deleteCategory, { params: { id: theirOwn?.id ?? 0 } })).status).toBe(404);
    expect((await detach(other, theirOwn?.id ?? 0)).data).toEqual([]);
    expect((await detach(other, UNKNOWN)).data).toEqual([]);
  });

  test('deleted, go from every record that has them', async () => {
    const [one, two] = [await it.given.relation(client), await it.given.relation(client)];
    await attach(client, one.id, 'Going');
    const [category] = (await attach(client, two.id, 'Going')).data;
    expect(await client.ok(panels.deleteCategory, { params: { id: category?.id ?? 0 } })).toBe(true);
    expect([await of(client, one.id), await of(client, two.id)]).toEqual([[], []]);
    for (const { id } of [one, two]) expect((await tracesOf(id))[0]?.subject).toBe('Category removed');
  });

  test('need a name', async () => {
    expect((await attach(client, mine, ' ')).body.keys).toEqual({ name: ['CategoryNameIsRequired'] });
    expect((await attach(client, mine, 'x'.repeat(61))).body.keys).toEqual({ name: ['TooLong:60'] });
  });
});

const pdf = Buffer.from('%PDF-1.4 a small one');
const fieldsOf = (id: number, type = 'Relation') => ({
  type: 'guide',
  comment: 'For the dock',
  filable_type: type,
  filable_id: String(id),
});
const attachTo = (caller: Caller, id: number, name = 'guide.pdf', file: Uint8Array = pdf) =>
  caller.upload(panels.addFile, { file, name, fields: fieldsOf(id) });
const filesOf = (caller: Caller, id: number) => caller.ok(panels.files, { query: filedOn(id) });
const stored = (root: string) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(root, name)).isFile());
const open = (address: string) => it.http.inject({ method: 'GET', url: address });
const linkTo = (caller: Caller, path: string) => caller.ok(panels.download, { query: { path } });

describe('files', () => {
  test('are attached, listed, opened by a link of five minutes, and deleted with their bytes', async () => {
    const { id } = await it.given.relation(client);
    const made = await attachTo(client, id, '路线 (1).pdf');
    expect(made.data, JSON.stringify(made.body)).toMatchObject({
      original_name: '路线 (1).pdf',
      type: 'guide',
      comments: 'For the dock',
      size: pdf.length,
      user_name: 'Priya Nair',
      is_mine: true,
    });
    expect(await filesOf(client, id)).toEqual([made.data]);
    expect((await filesOf(colleague, id))[0]).toMatchObject({ is_mine: false, user_name: 'Priya Nair' });
    const address = await linkTo(colleague, made.data.path);
    const opened = await open(address);
    expect([opened.statusCode, opened.rawPayload]).toEqual([200, pdf]);
    expect(opened.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': `attachment; filename="__ (1).pdf"; filename*=UTF-8''%E8%B7%AF%E7%BA%BF%20%281%29.pdf`,
    });
    const late = await linkTo(client, made.data.path);
    it.clock.advance(300_001);
    expect((await open(late)).statusCode).toBe(404);
    it.clock.advance(-300_001);

    const remove = (caller: Caller) => caller.call(panels.deleteFile, { body: { path: made.data.path } });
    const refused = await remove(colleague);
    expect([refused.status, refused.body.error_code]).toEqual([400, 10004]);
    expect((await remove(other)).status).toBe(404);
    expect((await remove(client)).data).toBe(true);
    expect((await remove(client)).status).toBe(404);
    expect(await filesOf(client, id)).toEqual([]);
    expect((await client.call(panels.download, { query: { path: made.data.path } })).status).toBe(404);
    await eventually(async () => (stored(it.filesDir).includes(made.data.path) ? undefined : true));
    expect((await tracesOf(id)).map(({ subject, array_log: [change] }) => [subject, change?.newValue])).toEqual([
      ['File deleted', '路线 (1).pdf'],
      ['File added', '路线 (1).pdf'],
      expect.anything(),
    ]);
    expect((await open(address)).statusCode).toBe(404);
  });

  test('of another client are not there: not listed, not linked, not deleted, not attached to', async () => {
    const { path } = (await attachTo(other, theirs)).data as FileRecord;
    expect((await client.call(panels.files, { query: filedOn(theirs) })).status).toBe(404);
    expect((await client.call(panels.download, { query: { path } })).status).toBe(404);
    expect((await client.call(panels.deleteFile, { body: { path } })).status).toBe(404);
    const before = stored(it.filesDir);
    for (const id of [theirs, UNKNOWN]) {
      const refused = await attachTo(client, id);
      expect([refused.status, refused.body.keys]).toEqual([422, { filable_id: ['RecordIsUnknown'] }]);
    }
    expect(stored(it.filesDir)).toEqual(before);
    expect(await boss.ok(panels.deleteFile, { body: { path } })).toBe(true);
  });

  test('keep names of ours: a name that climbs out, or a path one makes up, opens nothing', async () => {
    const { id } = await it.given.relation(client);
    const climbed = await attachTo(client, id, '../../../etc/cron.txt', Buffer.from('x'));
    expect(climbed.data?.original_name).toBe('cron.txt');
    expect(climbed.data?.path).toMatch(/^1\/[0-9a-f-]{36}\.txt$/);
    for (const path of ['../secret.key', '/etc/passwd', '1/../../x', '%2e%2e/x', '1/x\u0000.pdf', '.'])
      expect((await client.call(panels.download, { query: { path } })).status, path).toBeLessThan(500);
    for (const address of [
      '/files/x/a.pdf',
      '/files/../secret.key/a',
      '/files/%2e%2e%2fsecret.key/a.pdf',
      '/files/eyJhIjoxfQ.AAAA/a.pdf',
    ])
      expect((await open(address)).statusCode, address).toBe(404);
  });

  test.each([
    ['page.html', '<script>alert(1)</script>'],
    ['drawing.svg', '<svg onload="alert(1)"/>'],
    ['setup.exe', 'MZ'],
    ['not-really.pdf', 'hello'],
    ['empty.pdf', ''],
  ])('refuses %s with 10005 and keeps nothing', async (name, content) => {
    const before = stored(it.filesDir);
    const { status, body } = await attachTo(client, mine, name, Buffer.from(content));
    expect([status, body.error_code]).toEqual([400, 10005]);
    // Bytes deleted by an earlier test may still be there; no others may have come.
    expect(before).toEqual(expect.arrayContaining(stored(it.filesDir)));
  });

  test('of more than 20 MiB are 413', async () => {
    const large = Buffer.concat([pdf, Buffer.alloc(20 * 1024 * 1024)]);
    expect((await attachTo(client, mine, 'large.pdf', large)).status).toBe(413);
  });

  test('whose record goes between look and write leave bytes that the job removes', async () => {
    const { id } = await it.given.relation(client);
    const key = { 'idempotency-key': `file ${id}` };
    const send = () =>
      client.upload(panels.addFile, { file: pdf, name: 'twice.pdf', fields: fieldsOf(id), headers: key });
    const [first, second] = [await send(), await send()];
    expect(second.data).toEqual(first.data);
    expect(await filesOf(client, id)).toHaveLength(1);
    // No record has the second upload's bytes. Their job waits an hour; here it runs now.
    const events = await it.database.owner<{ path: string }>(
      "select payload->>'path' as path from events where kind = 'file.stored' order by id desc limit 2",
    );
    const orphan = events.map(({ path }) => path).find((path) => path !== first.data.path) ?? '';
    expect(stored(it.filesDir)).toContain(orphan);
    await eventually(async () => {
      const [job] = await it.database.owner<{ n: number }>(
        "select count(*)::int as n from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'tidy-file' and j.payload->>'path' = $1 and j.run_at > now() + interval '50 minutes'",
        [orphan],
      );
      return job?.n === 1 ? true : undefined;
    });
    await it.database.owner(
      "update graphile_worker._private_jobs set run_at = now() where payload->>'path' = any($1)",
      [[orphan, first.data.path]],
    );
    await eventually(async () => (stored(it.filesDir).includes(orphan) ? undefined : true));
    expect(stored(it.filesDir)).toContain(first.data.path);
  });
});

test('a storage that does not answer is 10003, and nothing is written down', async () => {
  const broken: FileStorage = {
    put: () => Promise.reject(new StorageFailure('no answer')),
    read: async () => Readable.from([]),
    has: () => Promise.reject(new StorageFailure('no answer')),
    remove: async () => {},
  };
  const lost = await testApp({ storage: broken });
  const caller = await lost.as('client');
  const { id } = await lost.given.relation(caller);
  const refused = await caller.upload(panels.addFile, { file: pdf, name: 'a.pdf', fields: fieldsOf(id) });
  expect([refused.status, refused.body.error_code]).toEqual([400, 10003]);
  expect(await caller.ok(panels.files, { query: filedOn(id) })).toEqual([]);
  const [demo] = await lost.database.owner<{ path: string }>('select path from files where client_id = 1 limit 1');
  const link = await caller.call(panels.download, { query: { path: demo?.path ?? '' } });
  expect([link.status, link.body.error_code]).toEqual([400, 10003]);
});
