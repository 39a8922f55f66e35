import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KillableServer, sleep } from './killable.ts';
import { type Command, randomCommand, type World } from './simulation/commands.ts';
import { seeded } from './simulation/random.ts';

const WRITERS = ['client@longshore.test', 'viewer@longshore.test', 'liwei@northfield.test', 'sam@bluebird.test'];
const HANDS = ['super@longshore.test', 'staff@longshore.test', 'super@longshore.test', 'staff@longshore.test'];
/** Acknowledged writes of each kind before the blow falls. */
const ENOUGH = 20;
const world: World = { items: 2, plates: 3, lots: 1 };
const PLATES = ['', 'DURABLE-1', 'DURABLE-2'];

let server: KillableServer;
let items: number[];

/** One write under a key of its own, by which its effect is found again. */
interface Write {
  kind: 'relation' | 'stock';
  token: string;
  name: string;
  path: string;
  body: object;
  /** How many rows it leaves when it is done. */
  rows: number;
}

type Draw = (round: string, turn: number) => Write;

const relationWriter =
  (token: string, writer: number): Draw =>
  (round, turn) => {
    const name = `durable ${round} ${writer} ${turn}`;
    return { kind: 'relation', token, name, path: '/api/v3/relations', body: { type: 'customer', name }, rows: 1 };
  };

type StockCommand = Command & { verb: 'adjust' | 'move' };
const isStock = (command: Command): command is StockCommand => command.verb === 'adjust' || command.verb === 'move';

function stockBody(command: StockCommand): { path: string; body: object; rows: number } {
  const inventory_id = items[command.item];
  const plate = PLATES[command.plate];
  if (command.verb === 'adjust')
    return {
      path: '/api/v3/operations/inventories/adjust',
      body: { inventory_id, license: plate, quarantine: command.quarantine, qty: command.quantity },
      rows: 1,
    };
  const { quarantine: is_from_quarantine, toQuarantine: is_to_quarantine, quantity: qty } = command;
  const plates = { from_lp: plate, to_lp: PLATES[command.toPlate], is_from_quarantine, is_to_quarantine };
  return { path: '/api/v3/operations/inventories/move', body: { inventory_id, ...plates, qty }, rows: 2 };
}

/** Draws of the simulation's commands those that the floor sends itself. */
function stockHand(token: string, hand: number): Draw {
  const random = seeded(7 + hand);
  return (round, turn) => {
    let command: Command;
    do command = randomCommand(random, world);
    while (!isStock(command));
    const name = `durable ${round} hand ${hand} ${turn}`;
    const { path, body, rows } = stockBody(command);
    return { kind: 'stock', token, name, path, body: { ...body, reference: name }, rows };
  };
}

type Outcome = 'acknowledged' | 'refused' | 'unknown';

async function send(write: Write): Promise<Outcome> {
  const headers = { authorization: `Bearer ${write.token}`, 'idempotency-key': write.name };
  const { status } = await server.post(write.path, write.body, headers);
  if (status === 200) return 'acknowledged';
  // Too little stock, or the same place twice: an answer as good as the other.
  return status === 400 || status === 422 ? 'refused' : 'unknown';
}

type Written = Record<Outcome, Write[]>;

/** Everybody writes until the blow falls and their next write has no answer. */
async function writeUntil(draws: Draw[], round: string, blow: () => unknown): Promise<Written> {
  const written: Written = { acknowledged: [], refused: [], unknown: [] };
  const writing = draws.map(async (draw) => {
    for (let turn = 0; ; turn++) {
      const write = draw(round, turn);
      const outcome = await send(write);
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

/** How many rows each write has left. */
async function rowsLeft(): Promise<Map<string, number>> {
  const rows = await server.rows<{ name: string; n: number }>(
    `select name, count(*)::int as n from relations where name like 'durable %' group by name
     union all select reference, count(*)::int from movements where reference like 'durable %' group by reference`,
  );
  return new Map(rows.map((row) => [row.name, row.n]));
}

const wrong = (writes: Write[], left: Map<string, number>, expected: (write: Write) => number) =>
  writes.filter((write) => (left.get(write.name) ?? 0) !== expected(write)).map(({ name }) => name);

// The server brings its own PostgreSQL here, whatever the other tests run on: once is enough.
describe.runIf(!process.env.TEST_ADMIN_URL)('what was acknowledged survives kill -9', () => {
  let draws: Draw[];

  beforeAll(async () => {
    server = await KillableServer.make();
    await server.start();
    const tokens = new Map<string, string>();
    for (const email of new Set([...WRITERS, ...HANDS])) tokens.set(email, await server.signIn(email));
    const headers = { authorization: `Bearer ${tokens.get('super@longshore.test')}` };
    const made = async (path: string, body: object) => {
      const { status, data } = await server.post(path, body, headers);
      expect(status, path).toBe(200);
      return (data as { id: number }).id;
    };
    items = [];
    for (let item = 0; item < world.items; item++)
      items.push(await made('/api/v3/inventories', { client_id: 1, sku: `DURABLE-${item}`, name: 'Durable goods' }));
    for (const license of PLATES.slice(1)) await made('/api/v3/licenses', { client_id: 1, license, uom_id: 1 });
    draws = [
      ...WRITERS.map((email, writer) => relationWriter(tokens.get(email) ?? '', writer)),
      ...HANDS.map((email, hand) => stockHand(tokens.get(email) ?? '', hand)),
    ];
  }, 60_000);

  afterAll(async () => {
    await server.end('SIGTERM');
    server.remove();
  });

  test('of Node, and of PostgreSQL: each write is there once, and a retry does not double it', async () => {
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
    const before = await rowsLeft();
    expect(wrong(acknowledged, before, ({ rows }) => rows)).toEqual([]);
    expect(wrong(refused, before, () => 0)).toEqual([]);
    const retried: Written = { acknowledged: [], refused: [], unknown: [] };
    for (const write of unknown) retried[await send(write)].push(write);
    expect(retried.unknown).toEqual([]);
    expect(retried.acknowledged.filter(({ kind }) => kind === 'relation')).toHaveLength(2 * WRITERS.length);
    const after = await rowsLeft();
    expect(wrong([...acknowledged, ...retried.acknowledged], after, ({ rows }) => rows)).toEqual([]);
    expect(wrong([...refused, ...retried.refused], after, () => 0)).toEqual([]);
    expect(after.size).toBe(acknowledged.length + retried.acknowledged.length);
    expect(await server.ailments()).toEqual([]);
  }, 60_000);
});
