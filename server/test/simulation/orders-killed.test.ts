import type { Answer, Endpoint } from '@longshore/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf, type Caller, type Reply, type TestApp, testApp } from '../harness.ts';
import { KillableServer, sleep } from '../killable.ts';
import { ordering } from '../ordering.ts';
import { ITEMS, OrderFloor } from './order-floor.ts';
import { type OrderCommand, OrderModel, randomOrderCommand } from './order-model.ts';
import { seeded } from './random.ts';

const seed = Number(process.env.SIMULATE_SEED ?? 20_261_115);
const steps = Math.ceil(Number(process.env.SIMULATE_STEPS ?? 600) / 6);
const WORKERS = 6;
/** Without these nothing is at stake, so the workers go on until each was done, up to a limit. */
const NEEDED: readonly OrderCommand['verb'][] = ['ship', 'ship part', 'fulfil'];
const MOST_ADDED_STEPS = 20 * steps;
const RETRY_MS = 50;

let app: TestApp;
let servers: [KillableServer, KillableServer];

// Two processes on the test's database: while one is killed and starts again, the other goes on.
const start = (server: KillableServer) => server.start({ DATABASE_URL: app.database.serverUrl, LONGSHORE_DEMO: 'off' });

beforeAll(async () => {
  app = await testApp();
  const first = await KillableServer.make();
  servers = [first, await first.sibling()];
  for (const server of servers) await start(server);
}, 240_000);

afterAll(async () => {
  for (const server of servers) await server.end('SIGTERM');
  servers[0].remove();
});

/** Repeats each call under its key, on the servers by turns, until it is answered. */
function insisting(token: string, email: string): Caller {
  let calls = 0;
  const call = async <E extends Endpoint>(endpoint: E, input: object = {}): Promise<Reply<Answer<E>>> => {
    const nth = ++calls;
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': `killed ${nth}` };
    const { body } = input as { body?: object };
    for (let attempt = nth; ; attempt++) {
      const server = servers[attempt % servers.length] as KillableServer;
      const reply = await server.request(endpoint.method, addressOf(endpoint, input), body, headers);
      if (reply.status !== 0 && reply.status !== 503)
        return { ...reply, data: reply.data as Answer<E>, bytes: Buffer.alloc(0), headers: {} };
      await sleep(RETRY_MS);
    }
  };
  return {
    email,
    token,
    call,
    async ok(endpoint, input) {
      const reply = await call(endpoint, input);
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
      return reply.data;
    },
    upload: () => Promise.reject(new Error('Nothing is uploaded here.')),
  };
}

test('workers ship, void, un-fulfil, change and short while servers are killed: everything agrees', {
  timeout: 3_600_000,
}, async () => {
  const random = seeded(seed + 6);
  const main = insisting(await servers[0].signIn('super@longshore.test'), 'super@longshore.test');
  const desk = ordering(app, main);
  const floor = await OrderFloor.make(app, main);
  // Only to choose commands that mean something: with concurrent workers it does not know what was done.
  const sketch = new OrderModel(ITEMS);
  const done = new Set<OrderCommand['verb']>();
  let left = 0;
  const isLeft = () => left > 0 || (left > -MOST_ADDED_STEPS && NEEDED.some((verb) => !done.has(verb)));
  const worker = async () => {
    while (isLeft()) {
      left--;
      const command = randomOrderCommand(random, ITEMS, sketch.orders.slice(0, floor.orders.length));
      if (!(await floor.run(command))) continue;
      done.add(command.verb);
      if (command.verb === 'create' || sketch.allows(command)) sketch.apply(command);
    }
  };
  for (const server of servers) {
    left = Math.ceil(steps / servers.length);
    const working = Promise.all(Array.from({ length: WORKERS }, worker));
    await sleep(50 + random.below(250));
    await server.end('SIGKILL');
    await start(server);
    await working;
    await desk.assertSound();
  }
  // A command that was repeated was done once.
  const [made] = await app.database.owner<{ orders: number; names: number }>(
    'select count(*)::int as orders, count(distinct reference)::int as names from orders where id >= $1',
    [Math.min(...floor.orders)],
  );
  expect(made).toEqual({ orders: floor.orders.length, names: floor.orders.length });
  expect(NEEDED.filter((verb) => !done.has(verb))).toEqual([]);
});
