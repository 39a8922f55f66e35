import { api } from '@longshore/contract';
import { Problem } from '../../src/platform/http/problem.ts';
import type { Caller, Reply, TestApp } from '../harness.ts';
import { type Ordering, ordering } from '../ordering.ts';
import { orderForm } from '../orders.ts';
import type { OrderCommand } from './order-model.ts';

export const ITEMS = 3;
/** An id that no record has. */
const NOBODY = 2_000_000_000;
const expectedCodes = [30007, 40001, 40002, 40004, 40005, 40007, 40008, 40010, 40011];

const { shipments } = api;

/** The system under test: a client with items and orders, named by their index. */
export class OrderFloor {
  readonly orders: number[] = [];
  private constructor(
    private readonly main: Caller,
    private readonly desk: Ordering,
    private readonly clientId: number,
    readonly items: readonly number[],
  ) {}

  /** Calls are made by `main`, which may be a caller of other servers on the same database. */
  static async make(app: TestApp, main: Caller): Promise<OrderFloor> {
    const desk = ordering(app, main);
    const clientId = await app.given.client();
    const items: number[] = [];
    for (let n = 0; n < ITEMS; n++) items.push((await desk.item(0, clientId)).id);
    return new OrderFloor(main, desk, clientId, items);
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
        return this.main.call(api.stock.adjust, {
          body: { inventory_id: this.items[command.item] ?? 0, qty: command.quantity },
        });
      case 'short': {
        const inventory_id = this.items[command.item] ?? 0;
        return this.main.call(api.stock.adjust, { body: { inventory_id, qty: -command.quantity, short_lines: 1 } });
      }
      case 'create': {
        const lines = command.lines.map(({ item, quantity }) => [this.items[item] ?? 0, quantity] as const);
        this.orders.push(await this.desk.order({ type: command.type, clientId: this.clientId, lines }));
        return undefined;
      }
      case 'ship':
        return this.desk.ship(this.orderId(command));
      case 'ship part':
        return this.desk.shipPart(this.orderId(command), command.quantities);
      case 'cancel':
        return this.main.call(api.orders.cancel, { params: { id: this.orderId(command) } });
      case 'edit':
        return this.edit(this.orderId(command), command.quantities);
      default:
        return this.handle(command);
    }
  }

  private async edit(id: number, quantities: readonly number[]): Promise<Reply> {
    const order = orderForm(await this.desk.get(id));
    const lines = order.lines.map((line, n) => ({ ...line, quantity: quantities[n] ?? line.quantity }));
    // Without the time at which it was read: the last one wins.
    return this.main.call(api.orders.update, { params: { id }, body: { ...order, lines, updated_at: undefined } });
  }

  private orderId = ({ order }: { order: number }) => this.orders[order] ?? 0;

  /** What the warehouse does to a shipment. One that is not there is called by an id that nobody has. */
  private async handle(command: Extract<OrderCommand, { shipment: number }>): Promise<Reply> {
    const shipment = (await this.desk.shipments(this.orderId(command)))[command.shipment];
    const params = { id: shipment?.id ?? NOBODY };
    if (command.verb === 'finish') return this.finish(params.id);
    if (command.verb === 'void') return this.main.call(shipments.void, { params });
    if (command.verb === 'void finished') return this.main.call(shipments.voidFinished, { params });
    const lineId = shipment?.lines[command.line] ?? NOBODY;
    if (command.verb === 'change quantity') {
      const body = { quantity: command.quantity, shouldUpdateOrderLine: command.withOrder };
      return this.main.call(shipments.changeQuantity, { params: { ...params, lineId }, body });
    }
    if (command.verb === 'fulfil') {
      const { quantity, quarantine } = command;
      return this.main.call(shipments.fulfilLine, {
        params,
        body: { lineId, quantity, quarantine, reason: 'to inspect' },
      });
    }
    const made = await this.main.call(shipments.get, { params });
    const line = made.status === 200 ? made.data.shipment_lines.find(({ id }) => id === lineId) : undefined;
    const fulfillId = line?.fulfillments[command.nth]?.id ?? NOBODY;
    return this.main.call(shipments.unfulfil, { params: { ...params, lineId, fulfillId } });
  }

  /** The outcome of one shipment of the batch, as a reply. */
  private async finish(id: number): Promise<Reply> {
    const reply = await this.main.call(shipments.finishMany, { body: { ids: [id], options: { email: 0 } } });
    const { result = false, message_key = '' } = reply.data[0] ?? {};
    return result ? reply : { ...reply, status: 400, body: { error_code: Number(message_key.slice(0, 5)) } };
  }

  /** The states of all orders with what is left of them, and the totals of the items. */
  async read() {
    const orders: [string, ...number[]][] = [];
    for (const id of this.orders) orders.push(await this.desk.state(id));
    return { orders, items: await Promise.all(this.items.map((id) => this.desk.totals(id))) };
  }
}
