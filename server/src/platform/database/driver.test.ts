import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clone, cloneDatabase } from '../../../test/databases.ts';
import { backendOf, connectionToCancel, DriverQueryBase, enqueue, socketOf, textOfValue, type Wire } from './driver.ts';

/** The version that `driver.ts` was written for. With another one: read what changed, run all tests, write it here. */
const KNOWN_VERSION = '8.23.1';

let database: Clone;
let client: pg.Client;
beforeAll(async () => {
  database = await cloneDatabase();
  client = new pg.Client({ connectionString: database.ownerUrl, pipeline: true } as pg.ClientConfig);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

test('the installed driver is the one that was read', () => {
  const file = createRequire(import.meta.url).resolve('pg/package.json');
  expect(JSON.parse(readFileSync(file, 'utf8')).version).toBe(KNOWN_VERSION);
});

test('values are converted as the driver converts them', () => {
  expect([null, undefined, 7, true, 'text', [1, null], { a: 1 }].map(textOfValue)).toEqual([
    null,
    null,
    '7',
    'true',
    'text',
    '{"1",NULL}',
    '{"a":1}',
  ]);
});

test('a query of ours sends its own messages and gets every part of the answer', async () => {
  const parts: string[] = [];
  await new Promise<void>((resolve, reject) => {
    class Own extends DriverQueryBase {
      submit(wire: Wire) {
        wire.stream.cork();
        wire.parse({ name: 'own', text: 'select $1::int + 1 as sum' });
        wire.bind({ statement: 'own', values: ['41'] });
        wire.describe({ type: 'P' });
        wire.execute();
        wire.close({ type: 'S', name: 'own' });
        wire.sync();
        wire.stream.uncork();
        return null;
      }
      handleRowDescription = ({ fields }: { fields: readonly { name: string }[] }) =>
        void parts.push(`column ${fields[0]?.name}`);
      handleDataRow = ({ fields }: { fields: readonly (string | null)[] }) => void parts.push(`row ${fields[0]}`);
      handleCommandComplete = ({ text }: { text: string }) => void parts.push(text);
      handleError = reject;
      handleReadyForQuery = () => resolve();
    }
    enqueue(client, new Own(''));
  });
  expect(parts).toEqual(['column sum', 'row 42', 'SELECT 1']);
});

test('a connection has its socket, its backend and what a cancel request needs', async () => {
  expect(socketOf(client).writable).toBe(true);
  const { rows } = await client.query('select pg_backend_pid() as id');
  const backend = backendOf(client);
  expect(backend).toMatchObject({ processID: rows[0].id, secretKey: expect.any(Number), host: expect.any(String) });
  expect(connectionToCancel(backend)).toMatchObject({ cancel: expect.any(Function), requestSsl: expect.any(Function) });
});
