import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Draw,
  prepareWriters,
  rowsLeft,
  send,
  WRITERS,
  type Write,
  type Written,
  wrong,
} from './durable-writes.ts';
import { KillableServer, sleep } from './killable.ts';

/** Acknowledged writes of each kind before the kill. */
const ENOUGH = 20;

let server: KillableServer;

/** All users write until the kill and their next write has no answer. */
async function writeUntil(draws: Draw[], round: string, blow: () => unknown): Promise<Written> {
  const written: Written = { acknowledged: [], refused: [], unknown: [] };
  const writing = draws.map(async (draw) => {
    for (let turn = 0; ; turn++) {
      const write = draw(round, turn);
      const outcome = await send(server, write);
      written[outcome].push(write);
      if (outcome === 'unknown') return;
    }
  });
  const enough = (kind: Write['kind']) => written.acknowledged.filter((write) => write.kind === kind).length >= ENOUGH;
  // However slow the machine: enough was acknowledged, and then any moment will do.
  while (!(enough('relation') && enough('stock')) && !written.unknown.length) await sleep(10);
  await sleep(Math.random() * 400);
  await blow();
  await Promise.all(writing);
  return written;
}

// The server uses its own PostgreSQL here, whatever the other tests run on: once is enough.
describe.runIf(!process.env.TEST_ADMIN_URL)('what was acknowledged survives kill -9', () => {
  let draws: Draw[];

  beforeAll(async () => {
    server = await KillableServer.make();
    await server.start();
    draws = await prepareWriters(server);
  }, 240_000);

  afterAll(async () => {
    await server.end('SIGTERM');
    server.remove();
  });

  test('of Node, and of PostgreSQL: each write exists once, and a retry does not repeat it', async () => {
    const first = await writeUntil(draws, 'node', () => server.end('SIGKILL'));
    await server.start();
    const second = await writeUntil(draws, 'postgres', () => server.killPostgres());
    await server.end('SIGKILL');
    await server.start();
    const acknowledged = [...first.acknowledged, ...second.acknowledged];
    const refused = [...first.refused, ...second.refused];
    const unknown = [...first.unknown, ...second.unknown];
    expect(acknowledged.length).toBeGreaterThanOrEqual(2 * 2 * ENOUGH);
    expect(unknown).toHaveLength(2 * draws.length);
    expect(await server.ailments()).toEqual([]);
    const before = await rowsLeft(server);
    expect(wrong(acknowledged, before, ({ rows }) => rows)).toEqual([]);
    expect(wrong(refused, before, () => 0)).toEqual([]);
    const retried: Written = { acknowledged: [], refused: [], unknown: [] };
    for (const write of unknown) retried[await send(server, write)].push(write);
    expect(retried.unknown).toEqual([]);
    expect(retried.acknowledged.filter(({ kind }) => kind === 'relation')).toHaveLength(2 * WRITERS.length);
    const after = await rowsLeft(server);
    expect(wrong([...acknowledged, ...retried.acknowledged], after, ({ rows }) => rows)).toEqual([]);
    expect(wrong([...refused, ...retried.refused], after, () => 0)).toEqual([]);
    expect(after.size).toBe(acknowledged.length + retried.acknowledged.length);
    expect(await server.ailments()).toEqual([]);
  }, 240_000);
});
