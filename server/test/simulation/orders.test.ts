import { beforeAll, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../harness.ts';
import { type Ordering, ordering } from '../ordering.ts';
import { ITEMS, OrderFloor } from './order-floor.ts';
import { OrderModel, randomOrderCommand } from './order-model.ts';
import { seeded } from './random.ts';

const seed = Number(process.env.SIMULATE_SEED ?? 20_261_115);
const steps = Math.ceil(Number(process.env.SIMULATE_STEPS ?? 900) / 6);
const WORKERS = 8;
const CHECKED_EVERY = 25;

let app: TestApp;
let main: Caller;
let desk: Ordering;

beforeAll(async () => {
  app = await testApp();
  main = await app.as('super');
  desk = ordering(app, main);
});

const onPaper = (model: OrderModel) => ({
  orders: model.orders.map((order) => [
    OrderModel.stateOf(order).replace('Back-ordered', 'Processed BO'),
    ...OrderModel.leftovers(order),
  ]),
  items: model.inStock.map((units, item) => [units, model.reserved(item), model.quarantined[item] ?? 0]),
});

test('orders and shipments match the model, step by step', { timeout: 3_600_000 }, async () => {
  const random = seeded(seed + 4);
  const floor = await OrderFloor.make(app, main);
  const model = new OrderModel(ITEMS);
  const seen = new Set<string>();
  for (let step = 0; step < steps; step++) {
    const command = randomOrderCommand(random, ITEMS, model.orders);
    const allowed = model.allows(command);
    const context = `seed ${seed}, step ${step}: ${JSON.stringify(command)}`;
    expect(await floor.run(command), context).toBe(allowed);
    if (allowed) model.apply(command);
    for (const order of model.orders) seen.add(OrderModel.stateOf(order));
    if (step % CHECKED_EVERY && step !== steps - 1) continue;
    expect(await floor.read(), context).toEqual(onPaper(model));
    await desk.assertSound();
  }
  expect([...seen].sort()).toEqual(['Back-ordered', 'Cancelled', 'Finished', 'Open', 'Processed']);
});

test('concurrent workers on the same orders: reservations, states and the ledger agree', {
  timeout: 3_600_000,
}, async () => {
  const random = seeded(seed + 5);
  const floor = await OrderFloor.make(app, main);
  // Only to choose commands that mean something: with concurrent workers it does not know what was done.
  const sketch = new OrderModel(ITEMS);
  let left = steps;
  let done = 0;
  const worker = async () => {
    while (left-- > 0) {
      const command = randomOrderCommand(random, ITEMS, sketch.orders.slice(0, floor.orders.length));
      if (!(await floor.run(command))) continue;
      done++;
      if (command.verb === 'create' || sketch.allows(command)) sketch.apply(command);
    }
  };
  for (let round = 0; round < 3; round++) {
    left = Math.ceil(steps / 3);
    await Promise.all(Array.from({ length: WORKERS }, worker));
    await desk.assertSound();
  }
  expect(done).toBeGreaterThan(steps / 10);
});
