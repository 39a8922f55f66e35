import { expect } from 'vitest';
import type { KillableServer } from './killable.ts';
import { type Command, randomCommand, type World } from './simulation/commands.ts';
import { seeded } from './simulation/random.ts';

export const WRITERS = ['client@longshore.test', 'viewer@longshore.test', 'liwei@northfield.test', 'sam@bluebird.test'];
const HANDS = ['super@longshore.test', 'staff@longshore.test', 'super@longshore.test', 'staff@longshore.test'];
const world: World = { items: 2, plates: 3, lots: 1 };
const PLATES = ['', 'DURABLE-1', 'DURABLE-2'];

/** One write with its own key, by which its effect is found again. */
export interface Write {
  kind: 'relation' | 'stock';
  token: string;
  name: string;
  path: string;
  body: object;
  /** The number of rows it leaves when it is done. */
  rows: number;
}

/** Makes the next write of one user. */
export type Draw = (round: string, turn: number) => Write;

const relationWriter =
  (token: string, writer: number): Draw =>
  (round, turn) => {
    const name = `durable ${round} ${writer} ${turn}`;
    return { kind: 'relation', token, name, path: '/api/v3/relations', body: { type: 'customer', name }, rows: 1 };
  };

type StockCommand = Command & { verb: 'adjust' | 'move' };
const isStock = (command: Command): command is StockCommand => command.verb === 'adjust' || command.verb === 'move';

function stockBody(items: readonly number[], command: StockCommand): { path: string; body: object; rows: number } {
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

/** Selects those of the simulation's commands that the test driver sends through HTTP. */
function stockHand(token: string, items: readonly number[], hand: number, seed: number): Draw {
  const random = seeded(seed + hand);
  return (round, turn) => {
    let command: Command;
    do command = randomCommand(random, world);
    while (!isStock(command));
    const name = `durable ${round} hand ${hand} ${turn}`;
    const { path, body, rows } = stockBody(items, command);
    return { kind: 'stock', token, name, path, body: { ...body, reference: name }, rows };
  };
}

/** Signs all users in and creates the records that they will write to. */
export async function prepareWriters(server: KillableServer, seed = 7): Promise<Draw[]> {
  const tokens = new Map<string, string>();
  for (const email of new Set([...WRITERS, ...HANDS])) tokens.set(email, await server.signIn(email));
  const headers = { authorization: `Bearer ${tokens.get('super@longshore.test')}` };
  const made = async (path: string, body: object) => {
    const { status, data } = await server.post(path, body, headers);
    expect(status, path).toBe(200);
    return (data as { id: number }).id;
  };
  const items: number[] = [];
  for (let item = 0; item < world.items; item++)
    items.push(await made('/api/v3/inventories', { client_id: 1, sku: `DURABLE-${item}`, name: 'Durable goods' }));
  for (const license of PLATES.slice(1)) await made('/api/v3/licenses', { client_id: 1, license, uom_id: 1 });
  return [
    ...WRITERS.map((email, writer) => relationWriter(tokens.get(email) ?? '', writer)),
    ...HANDS.map((email, hand) => stockHand(tokens.get(email) ?? '', items, hand, seed)),
  ];
}

export type Outcome = 'acknowledged' | 'refused' | 'unknown';
export type Written = Record<Outcome, Write[]>;

export async function send(server: KillableServer, write: Write): Promise<Outcome> {
  const headers = { authorization: `Bearer ${write.token}`, 'idempotency-key': write.name };
  const { status } = await server.post(write.path, write.body, headers);
  if (status === 200) return 'acknowledged';
  // Too little stock, or the same place twice: an acceptable answer.
  return status === 400 || status === 422 ? 'refused' : 'unknown';
}

/** The number of rows that each write has left. */
export async function rowsLeft(server: KillableServer): Promise<Map<string, number>> {
  const rows = await server.rows<{ name: string; n: number }>(
    `select name, count(*)::int as n from relations where name like 'durable %' group by name
     union all select reference, count(*)::int from movements where reference like 'durable %' group by reference`,
  );
  return new Map(rows.map((row) => [row.name, row.n]));
}

/** The writes that left a wrong number of rows. */
export const wrong = (writes: Write[], left: Map<string, number>, expected: (write: Write) => number) =>
  writes.filter((write) => (left.get(write.name) ?? 0) !== expected(write)).map(({ name }) => name);
