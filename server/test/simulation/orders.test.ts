import { api } from '@longshore/contract';
import { beforeAll, expect, test } from 'vitest';
import { Problem } from '../../src/platform/http/problem.ts';
import { type Caller, type Reply, type TestApp, testApp } from '../harness.ts';
import { type Ordering, ordering } from '../ordering.ts';
import { type OrderCommand, OrderModel, randomOrderCommand } from './order-model.ts';
import { seeded } from './random.ts';

const seed = Number(process.env.SIMULATE_SEED ?? 20_261_115);
const steps = Math.ceil(Number(process.env.SIMULATE_STEPS ?? 1_200) / 6);
/** An id that no record has. */
const NOBODY = 2_000_000_000;
const ITEMS = 3;
const WORKERS = 8;
const CHECKED_EVERY = 25;
const expectedCodes = [30007, 40001, 40002, 40004, 40005, 40007, 40008, 40010, 40011];

const { shipments } = api;

let app: TestApp;
let main: Caller;
let desk: Ordering;

beforeAll(async () => {
  app = await testApp();
  main = await app.as('super');
  desk = ordering(app, main);
});

/** The system under test: a client with items and orders, named by their index. */
class OrderFloor {
  readonly orders: number[] = [];
  private constructor(
    private readonly clientId: number,
    readonly items: readonly number[],
  ) {}

  static async make(): Promise<OrderFloor> {
    const clientId = await app.given.client();
    const items: number[] = [];
    for (let n = 0; n < ITEMS; n++) items.push((await desk.item(0, clientId)).id);
    return new OrderFloor(clientId, items);
  }

  /** Whether it was done; a refusal that no command may give is an error. */
  async run(command: OrderCommand): Promise<boolean> {
    try {
      return this.isDone(command, await this.send(command));
    } catch (error) {
      if (error instanceof Problem && expectedCodes.includes(Number(error.body.error_code))) return false;
      throw error;
    }
  }

  private isDone(command: OrderCommand, reply: Reply | undefined): boolean {
    if (!reply || reply.status === 200) return true;
    if (expectedCodes.includes(reply.body.error_code ?? 0)) return false;
    // A fulfilment that is not there, and a quantity that a line cannot have.
    if (reply.status === 404 || reply.status === 422) return false;
    throw new Error(`${JSON.stringify(command)} answered ${reply.status}: ${reply.body.message}`);
  }

  private async send(command: OrderCommand): Promise<Reply | undefined> {
    switch (command.verb) {
      case 'adjust':
        return main.call(api.stock.adjust, {
          body: { inventory_id: this.items[command.item] ?? 0, qty: command.quantity },
        });
      case 'short': {
        const inventory_id = this.items[command.item] ?? 0;
        return main.call(api.stock.adjust, { body: { inventory_id, qty: -command.quantity, short_lines: 1 } });
      }
      case 'create': {
        const lines = command.lines.map(({ item, quantity }) => [this.items[item] ?? 0, quantity] as const);
        this.orders.push(await desk.order({ type: command.type, clientId: this.clientId, lines }));
        return undefined;
      }
      case 'ship':
        return desk.ship(this.orderId(command));
      case 'ship part':
        return desk.shipPart(this.orderId(command), command.quantities);
      case 'cancel':
        return main.call(api.orders.cancel, { params: { id: this.orderId(command) } });
      default:
        return this.handle(command);
    }
  }

  private orderId = ({ order }: { order: number }) => this.orders[order] ?? 0;

  /** What the warehouse does to a shipment. One that is not there is called by an id that nobody has. */
  private async handle(command: Extract<OrderCommand, { shipment: number }>): Promise<Reply> {
    const shipment = (await desk.shipments(this.orderId(command)))[command.shipment];
    const params = { id: shipment?.id ?? NOBODY };
    if (command.verb === 'finish') return this.finish(params.id);
    if (command.verb === 'void') return main.call(shipments.void, { params });
    if (command.verb === 'void finished') return main.call(shipments.voidFinished, { params });
    const lineId = shipment?.lines[command.line] ?? NOBODY;
    if (command.verb === 'change quantity') {
      const body = { quantity: command.quantity, shouldUpdateOrderLine: command.withOrder };
      return main.call(shipments.changeQuantity, { params: { ...params, lineId }, body });
    }
    if (command.verb === 'fulfil') {
      const { quantity, quarantine } = command;
      return main.call(shipments.fulfilLine, { params, body: { lineId, quantity, quarantine, reason: 'to inspect' } });
    }
    const made = await main.call(shipments.get, { params });
    const line = made.status === 200 ? made.data.shipment_lines.find(({ id }) => id === lineId) : undefined;
    const fulfillId = line?.fulfillments[command.nth]?.id ?? NOBODY;
    return main.call(shipments.unfulfil, { params: { ...params, lineId, fulfillId } });
  }

  /** The outcome of one shipment of the batch, as a reply. */
  private async finish(id: number): Promise<Reply> {
    const reply = await main.call(shipments.finishMany, { body: { ids: [id], options: { email: 0 } } });
    const { result = false, message_key = '' } = reply.data[0] ?? {};
    return result ? reply : { ...reply, status: 400, body: { error_code: Number(message_key.slice(0, 5)) } };
  }

  /** The states of all orders with what is left of them, and the totals of the items. */
  async read() {
    const orders: [string, ...number[]][] = [];
    for (const id of this.orders) orders.push(await desk.state(id));
    return { orders, items: await Promise.all(this.items.map((id) => desk.totals(id))) };
  }
}

const onPaper = (model: OrderModel) => ({
  orders: model.orders.map((order) => [
    OrderModel.stateOf(order).replace('Back-ordered', 'Processed BO'),
    ...OrderModel.leftovers(order),
  ]),
  items: model.inStock.map((units, item) => [units, model.reserved(item), model.quarantined[item] ?? 0]),
});

test('orders and shipments match the model, step by step', { timeout: 3_600_000 }, async () => {
  const random = seeded(seed + 4);
  const floor = await OrderFloor.make();
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
  const floor = await OrderFloor.make();
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
