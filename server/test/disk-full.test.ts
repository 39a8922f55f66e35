import { closeSync, existsSync, openSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { api, sentence } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { openDrawing } from '../src/documents/draw.ts';
import { packPart } from '../src/documents/row-file.ts';
import { type FileStorage, StorageFailure } from '../src/platform/files/storage.ts';
import { problemOf } from '../src/platform/http/failure.ts';
import { makeLog } from '../src/platform/log.ts';
import { type Reply, type TestApp, testApp } from './harness.ts';
import { sleep } from './killable.ts';

/** Every write to this device fails as on a full disk. */
const FULL = '/dev/full';
const SYSTEM_TEXT = /ENOSPC|EDQUOT|space left on device|extend file|errno|\/dev/i;

function expectDiskFull({ status, headers, body }: Reply): void {
  expect([status, headers['retry-after']]).toEqual([503, '60']);
  expect(body).toMatchObject({ message: sentence('DiskIsFull'), keys: { _: ['DiskIsFull'] } });
  expect(JSON.stringify(body)).not.toMatch(SYSTEM_TEXT);
}

const metricsOf = async (it: TestApp) => (await it.app.operator.inject('/metrics')).body;

describe.runIf(existsSync(FULL))('on a full disk', () => {
  let it: TestApp;
  beforeAll(async () => {
    const fail = (path: string, bytes: Uint8Array) =>
      writeFile(FULL, bytes).catch((error: Error) => {
        throw new StorageFailure(`${path}: ${error.message}`, { cause: error });
      });
    const storage: FileStorage = {
      put: fail,
      read: async () => Readable.from([]),
      has: async () => true,
      remove: async () => {},
    };
    it = await testApp({ storage });
  });

  test('of the database a write is a 503 with words, and operators see it', async () => {
    const client = await it.as('client');
    expect(await metricsOf(it)).toMatch(/^longshore_disk_full 0$/m);
    await it.database.owner(`
      create function full_disk() returns trigger language plpgsql as $$ begin
        raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100'; end $$;
      create trigger full_disk before insert on relations for each row execute function full_disk()`);
    expectDiskFull(await client.call(api.relations.create, { body: { type: 'customer', name: 'No room' } }));
    await it.database.owner('drop trigger full_disk on relations');
    const metrics = await metricsOf(it);
    expect(metrics).toMatch(/^longshore_disk_full 1$/m);
    expect(metrics).toMatch(/^longshore_disk_full_total\{where="database"\} 1$/m);
    expect(metrics).toMatch(/^longshore_disk_free_bytes \d+/m);
    await client.ok(api.relations.create, { body: { type: 'customer', name: 'Room again' } });
  });

  test('of the files an upload is one', async () => {
    const client = await it.as('client');
    const { id } = await it.given.relation(client);
    const fields = { filable_id: String(id), filable_type: 'Relation' };
    const file = Buffer.from('%PDF-1.4 x');
    expectDiskFull(await client.upload(api.panels.addFile, { file, name: 'a.pdf', fields }));
    expect(await metricsOf(it)).toMatch(/^longshore_disk_full_total\{where="files"\} 1$/m);
  });

  test('an export is one', async () => {
    const descriptor = openSync(FULL, 'w');
    const file = { name: 'A', format: 'xlsx' as const, columns: [{ heading: 'One' }], timezone: 'UTC' };
    const draw = async () => {
      const drawing = await openDrawing('rows', { file, descriptor });
      await drawing.add(packPart([['text']]));
      await drawing.finish();
    };
    const error = await draw().catch((failure: unknown) => failure);
    closeSync(descriptor);
    expect(problemOf(error, {})).toMatchObject({ status: 503, message: sentence('DiskIsFull') });
  });

  test('of the log the process goes on', async () => {
    const log = makeLog('info', FULL);
    for (let n = 0; n < 100; n++) log.info({ text: 'x'.repeat(10_000) }, 'a line');
    await sleep(300);
    log.info('and another one');
    await sleep(100);
  });
});
