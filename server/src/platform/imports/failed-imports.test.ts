import { api, type ImportRun, permissionKeys } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, eventually, type TestApp, testApp } from '../../../test/harness.ts';
import { drawSpreadsheet } from '../../documents/spreadsheet.ts';

const { records } = api;
let it: TestApp;
beforeAll(async () => {
  it = await testApp({ worker: true });
});

const sheetOf = (prefix: string, count: number) =>
  drawSpreadsheet({
    name: 'Relation',
    columns: [{ heading: 'Type' }, { heading: 'Company' }],
    rows: Array.from({ length: count }, (_, index) => ['customer', `${prefix} ${index}`]),
  });
const upload = async (as: Caller, prefix: string, count: number) =>
  as.upload(records.importExcel, { params: { type: 'Relation' }, file: await sheetOf(prefix, count) });
const countNamed = async (prefix: string) =>
  (
    await it.database.owner<{ n: number }>("select count(*)::int n from relations where name like $1 || ' %'", [prefix])
  )[0]?.n;
const inState = (as: Caller, id: number, ...states: ImportRun['state'][]) =>
  eventually(async () => {
    // Nobody waits for the pause between two tries of a job.
    await it.database.owner(
      'update graphile_worker._private_jobs set run_at = now() where locked_at is null and attempts > 0',
    );
    const [run] = await it.database.owner<{ state: ImportRun['state'] }>('select state from imports where id = $1', [
      id,
    ]);
    return run && states.includes(run.state) ? as.call(records.importRun, { params: { id } }) : undefined;
  });
const resume = (as: Caller, id: number) => as.call(records.resumeImport, { params: { id } });

/** Runs a statement in the database when a record of this name is saved. */
async function whenSaved(
  name: string,
  statement: string,
  [table, column] = ['relations', 'name'],
): Promise<() => Promise<unknown>> {
  await it.database.owner(`
    create function on_saved() returns trigger language plpgsql security definer as $$ begin
      if new.${column} = '${name}' then ${statement}; end if; return new; end $$;
    create trigger on_saved before insert on ${table} for each row execute function on_saved()`);
  return () => it.database.owner(`drop trigger on_saved on ${table}; drop function on_saved()`);
}
const setActive = (id: number, isActive: boolean) =>
  it.database.owner('update users set is_active = $2 where id = $1', [id, isActive]);

describe('an import fails', () => {
  test('when its user is disabled while it runs, and goes on from there when it is resumed', async () => {
    const { id: userId, caller } = await it.given.clientUser(1);
    const undo = await whenSaved('Disabled 120', `update users set is_active = false where id = ${userId}`);
    const { status, data } = await upload(caller, 'Disabled', 510);
    expect(status).toBe(202);
    await inState(caller, data.import_id, 'failed', 'done');
    await undo();
    // The rest of the rows waits.
    expect(await countNamed('Disabled')).toBe(150);
    await setActive(userId, true);
    const failed = await caller.ok(records.importRun, { params: { id: data.import_id } });
    expect(failed).toMatchObject({ state: 'failed', reason_key: 'ImportUserIsDisabled', done: 150 });
    const resumed = await resume(caller, data.import_id);
    expect([resumed.status, resumed.data.state, resumed.data.reason]).toEqual([202, 'running', '']);
    const { data: run } = await inState(caller, data.import_id, 'done', 'failed');
    expect(run).toMatchObject({ state: 'done', reason: '', success: 510, done: 510, errors: [] });
    expect(await countNamed('Disabled')).toBe(510);
  });

  test('when its user is disabled before it begins', async () => {
    const { id: userId, caller } = await it.given.clientUser(1);
    const undo = await whenSaved('Early 0', "raise exception 'must not be saved'");
    const { data } = await upload(caller, 'Early', 501);
    await setActive(userId, false);
    await inState(caller, data.import_id, 'failed');
    await undo();
    expect(await countNamed('Early')).toBe(0);
  });

  test('when its user may no longer import such records', async () => {
    const { id: userId, caller } = await it.given.mainUser(['create_location_model']);
    const takeAway = `update roles set access = '{}' from users u where u.id = ${userId} and roles.id = u.role_id`;
    const undo = await whenSaved('NA-60', takeAway, ['locations', 'location']);
    const rows = Array.from({ length: 501 }, (_, at) => [`NA-${at}`]);
    const file = await drawSpreadsheet({ name: 'A', columns: [{ heading: 'Location' }], rows });
    const { data } = await caller.upload(records.importExcel, { params: { type: 'Location' }, file });
    const { data: run } = await inState(caller, data.import_id, 'failed', 'done');
    await undo();
    const reason = 'The user who uploaded the file may no longer import this kind of record';
    expect(run).toMatchObject({ state: 'failed', reason, done: 100 });
    expect((await resume(caller, data.import_id)).status).toBe(403);
  });

  test('when an error stops it, says at which row, and can be resumed', async () => {
    const client = await it.as('client');
    const undo = await whenSaved('Broken 3', "raise exception 'a defect'");
    const { status, data } = await upload(client, 'Broken', 8);
    expect([status, data.state]).toEqual([200, 'failed']);
    expect(data).toMatchObject({
      reason: 'An unexpected error stopped the import at row 5',
      reason_key: 'ImportStoppedAtRow:5',
      done: 3,
      success: 3,
      errors: [],
    });
    expect(it.logLines.some((line) => line.includes('a defect'))).toBe(true);
    await undo();
    expect((await resume(client, data.import_id)).status).toBe(202);
    expect((await inState(client, data.import_id, 'done', 'failed')).data).toMatchObject({ state: 'done', success: 8 });
    expect(await countNamed('Broken')).toBe(8);
  });

  test('when every try of its job is stopped by an error', async () => {
    const client = await it.as('client');
    const undo = await whenSaved('Tried 7', "raise exception 'a lasting defect'");
    const { data } = await upload(client, 'Tried', 501);
    const { data: failed } = await inState(client, data.import_id, 'failed', 'done');
    expect(failed).toMatchObject({
      state: 'failed',
      reason: 'An unexpected error stopped the import at row 9',
      success: 7,
    });
    const runs = await it.database.owner("select from job_runs where task = 'import' and problem = 'a lasting defect'");
    expect(runs.length).toBe(5);
    await undo();
    await resume(client, data.import_id);
    expect((await inState(client, data.import_id, 'done', 'failed')).data).toMatchObject({
      state: 'done',
      success: 501,
    });
  });
});

test('an import whose call was cut off is finished by a job', async () => {
  const client = await it.as('client');
  const { data } = await upload(client, 'Cut off', 5);
  expect(data.state).toBe('done');
  // The process ended after two rows.
  await it.database.owner("delete from relations where name in ('Cut off 2', 'Cut off 3', 'Cut off 4')");
  await it.database.owner("update imports set state = 'running', next_row = 2, success = 2 where id = $1", [
    data.import_id,
  ]);
  const job = await eventually(async () => {
    const [found] = await it.database.owner<{ id: string; waits: boolean }>(
      "select id::text, run_at > now() + interval '10 seconds' as waits from graphile_worker._private_jobs where payload->>'import_id' = $1",
      [String(data.import_id)],
    );
    return found;
  });
  expect(job.waits).toBe(true);
  await it.database.owner('update graphile_worker._private_jobs set run_at = now() where id = $1', [job.id]);
  expect((await inState(client, data.import_id, 'done')).data).toMatchObject({ success: 5, done: 5 });
  expect(await countNamed('Cut off')).toBe(5);
});

describe('resuming', () => {
  test('is refused for an import that is done, and for anybody else', async () => {
    const client = await it.as('client');
    const { data } = await upload(client, 'Done', 1);
    const { status, body } = await resume(client, data.import_id);
    expect([status, body.keys]).toEqual([422, { state: ['ImportIsNotFailed'] }]);
    expect((await resume(await it.as('super'), data.import_id)).status).toBe(404);
  });

  test('a super user resumes what a disabled user left, and nobody else does', async () => {
    const { id: userId, caller } = await it.given.clientUser(1);
    const undo = await whenSaved('Left 2', "raise exception 'a defect'");
    const { data } = await upload(caller, 'Left', 5);
    await undo();
    const params = { id: userId };
    const boss = await it.as('super');
    expect((await resume(boss, data.import_id)).status).toBe(404);
    expect(await boss.ok(records.failedImportsOfUser, { params })).toEqual([]);
    await setActive(userId, false);
    const all = await it.given.mainUser(permissionKeys);
    expect((await resume(all.caller, data.import_id)).status).toBe(404);
    expect((await all.caller.call(records.discardImport, { params: { id: data.import_id } })).status).toBe(404);
    expect((await all.caller.call(records.failedImportsOfUser, { params })).status).toBe(403);
    const left = await boss.ok(records.failedImportsOfUser, { params });
    expect(left).toMatchObject([{ import_id: data.import_id, state: 'failed', done: 2, rows: 5 }]);
    expect((await resume(boss, data.import_id)).status).toBe(202);
    expect((await inState(boss, data.import_id, 'done', 'failed')).data).toMatchObject({ state: 'done', success: 5 });
    expect(await countNamed('Left')).toBe(5);
    const clients = await it.database.owner("select distinct client_id from relations where name like 'Left %'");
    expect(clients).toEqual([{ client_id: 1 }]);
    expect(await boss.ok(records.failedImportsOfUser, { params })).toEqual([]);
  });

  test('or discards it: what was saved stays, the rest is given up', async () => {
    const { id: userId, caller } = await it.given.clientUser(1);
    const undo = await whenSaved('Given up 2', "raise exception 'a defect'");
    const { data } = await upload(caller, 'Given up', 5);
    await undo();
    await setActive(userId, false);
    const boss = await it.as('super');
    const discard = () => boss.call(records.discardImport, { params: { id: data.import_id } });
    const { status, data: run } = await discard();
    expect([status, run.state, run.reason_key, run.success]).toEqual([200, 'done', 'ImportIsDiscarded', 2]);
    const again = await discard();
    expect([again.status, again.body.keys]).toEqual([422, { state: ['ImportIsNotFailed'] }]);
    expect(await countNamed('Given up')).toBe(2);
    expect(await boss.ok(records.failedImportsOfUser, { params: { id: userId } })).toEqual([]);
  });

  test('twice is once', async () => {
    const client = await it.as('client');
    const undo = await whenSaved('Twice 1', "raise exception 'a defect'");
    const { data } = await upload(client, 'Twice', 3);
    await undo();
    const replies = await Promise.all([resume(client, data.import_id), resume(client, data.import_id)]);
    for (const { status, body } of replies) expect([202, 422], JSON.stringify(body)).toContain(status);
    expect(replies.some(({ status }) => status === 202)).toBe(true);
    await inState(client, data.import_id, 'done');
    expect(await countNamed('Twice')).toBe(3);
  });
});
