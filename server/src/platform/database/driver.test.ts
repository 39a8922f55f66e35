import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clone, cloneDatabase } from '../../../test/databases.ts';
import { cancelStatement } from './cancel.ts';
import { backendOf, DriverQueryBase, enqueue, socketOf, textOfValue, type Wire } from './driver.ts';

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

/** A query of ours that records what the driver passes to it. */
class Recorded extends DriverQueryBase {
  readonly parts: string[] = [];
  readonly done: Promise<string[]>;
  private settle: (parts: string[]) => void = () => {};

  constructor(private readonly send: (wire: Wire) => unknown) {
    super('');
    this.done = new Promise((resolve) => {
      this.settle = resolve;
    });
  }

  submit(wire: Wire): unknown {
    this.parts.push('sent');
    wire.stream.cork();
    const refused = this.send(wire);
    wire.stream.uncork();
    return refused ?? null;
  }
  handleRowDescription({ fields }: { fields: readonly { name: string }[] }): void {
    this.parts.push(`column ${fields[0]?.name}`);
  }
  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    this.parts.push(`row ${fields[0]}`);
  }
  handleCommandComplete({ text }: { text: string }): void {
    this.parts.push(text);
  }
  handleError(error: unknown): void {
    this.parts.push(`error ${(error as { code?: string }).code ?? (error as Error).message}`);
    this.settle(this.parts);
  }
  handleReadyForQuery(): void {
    this.parts.push('ready');
    this.settle(this.parts);
  }
}

function run(send: (wire: Wire) => unknown): Promise<string[]> {
  const query = new Recorded(send);
  enqueue(client, query);
  return query.done;
}

/** Executes a statement that was parsed before, or without a name. */
function execute(wire: Wire, statement: string, values: unknown[] = []): void {
  wire.bind({ statement, values });
  wire.describe({ type: 'P' });
  wire.execute();
}

const select = (text: string) => (wire: Wire) => {
  wire.parse({ name: '', text });
  execute(wire, '');
  wire.sync();
};

test('a query of ours sends its own messages and gets every part of the answer', async () => {
  const parts = await run((wire) => {
    wire.parse({ name: 'own', text: 'select $1::int + 1 as sum' });
    execute(wire, 'own', ['41']);
    // Two statements with one Sync, the second without a description.
    wire.bind({ statement: 'own', values: [null] });
    wire.execute();
    wire.sync();
  });
  expect(parts).toEqual(['sent', 'column sum', 'row 42', 'SELECT 1', 'row null', 'SELECT 1', 'ready']);
});

test('a prepared statement stays until it is closed', async () => {
  const again = (wire: Wire) => {
    execute(wire, 'own', ['1']);
    wire.sync();
  };
  expect(await run(again)).toContain('row 2');
  await run((wire) => {
    wire.close({ type: 'S', name: 'own' });
    wire.sync();
  });
  expect(await run(again)).toEqual(['sent', 'error 26000']);
});

test('an error ends only its own query, on our side and on that of PostgreSQL', async () => {
  const [refused, failed, next] = await Promise.all([
    run(() => new Error('A value that cannot be sent.')),
    run(select('select 1 / 0')),
    run(select('select 1 as one')),
  ]);
  expect(refused).toEqual(['sent', 'error A value that cannot be sent.']);
  expect(failed.slice(0, 2)).toEqual(['sent', 'error 22012']);
  expect(next).toEqual(['sent', 'column one', 'row 1', 'SELECT 1', 'ready']);
});

test('a query is sent before the one in front of it is answered', async () => {
  const slow = new Recorded(select('select pg_sleep(0.5)'));
  const next = new Recorded(select('select 1 as one'));
  enqueue(client, slow);
  enqueue(client, next);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([slow.parts, next.parts]).toEqual([['sent'], ['sent']]);
  expect(await next.done).toContain('row 1');
});

test('a connection has its socket and its backend, and what it runs can be cancelled', async () => {
  expect(socketOf(client).writable).toBe(true);
  const { rows } = await client.query('select pg_backend_pid() as id');
  expect(backendOf(client)).toMatchObject({ processID: rows[0].id, secretKey: expect.any(Number) });
  const slept = run(select('select pg_sleep(60)'));
  // The request may arrive before the statement does.
  const timer = setInterval(() => cancelStatement(client), 100);
  expect((await slept).at(-1)).toBe('error 57014');
  clearInterval(timer);
  await cancelStatement(client);
});

test('a connection whose socket is destroyed fails what it has not answered', async () => {
  const lost = new pg.Client({ connectionString: database.ownerUrl, pipeline: true } as pg.ClientConfig);
  lost.on('error', () => {});
  await lost.connect();
  const query = new Recorded(select('select pg_sleep(60)'));
  enqueue(lost, query);
  await new Promise((resolve) => setTimeout(resolve, 50));
  socketOf(lost).destroy(new Error('given up'));
  expect((await query.done).at(-1)).toBe('error given up');
});
