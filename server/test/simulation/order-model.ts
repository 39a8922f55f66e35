import type { OrderType } from '@longshore/contract';
import type { Random } from './random.ts';

/** A command on orders as data. Orders, shipments and lines are named by their index. */
export type OrderCommand =
  | { verb: 'adjust'; item: number; quantity: number }
  | { verb: 'create'; type: OrderType; lines: readonly { item: number; quantity: number }[] }
  | { verb: 'ship'; order: number }
  | { verb: 'cancel'; order: number }
  | { verb: 'ship part'; order: number; quantities: readonly number[] }
  | { verb: 'fulfil'; order: number; shipment: number; line: number; quantity: number; quarantine: boolean }
  | { verb: 'finish'; order: number; shipment: number }
  | { verb: 'void'; order: number; shipment: number };

interface Line {
  item: number;
  quantity: number;
  processed: number;
  cancelled: number;
}

interface ShipmentLine {
  /** Index of the order's line. */
  line: number;
  quantity: number;
  pristine: number;
  quarantined: number;
}

interface Shipment {
  state: 'In Warehouse' | 'Ready' | 'Finished' | 'Voided';
  lines: ShipmentLine[];
}

interface Order {
  type: OrderType;
  isCancelled: boolean;
  lines: Line[];
  shipments: Shipment[];
}

const leftOf = ({ quantity, processed, cancelled }: Line) => quantity - processed - cancelled;
const isOutbound = ({ type }: Order) => type === 'Customer Order' || type === 'Vendor Return';
const fulfilledOf = ({ pristine, quarantined }: ShipmentLine) => pristine + quarantined;

/** In-memory model of orders, their shipments and the stock they need. */
export class OrderModel {
  readonly orders: Order[] = [];
  readonly inStock: number[];
  readonly quarantined: number[];

  constructor(items: number) {
    this.inStock = Array.from({ length: items }, () => 0);
    this.quarantined = Array.from({ length: items }, () => 0);
  }

  /** The state follows from what is left and what became of the shipments. */
  static stateOf({ isCancelled, lines, shipments }: Order): string {
    if (isCancelled) return 'Cancelled';
    const made = shipments.filter(({ state }) => state !== 'Voided');
    if (!made.length) return 'Open';
    if (lines.some((line) => leftOf(line) > 0)) return 'Back-ordered';
    return made.every(({ state }) => state === 'Finished') ? 'Finished' : 'Processed';
  }

  static leftovers = ({ lines }: Order): number[] => lines.map(leftOf);

  reserved(item: number): number {
    let units = 0;
    for (const order of this.orders.filter(isOutbound))
      for (const { state, lines } of order.shipments)
        if (state !== 'Voided')
          for (const line of lines)
            if (order.lines[line.line]?.item === item) units += line.quantity - fulfilledOf(line);
    return units;
  }

  private available = (item: number) => (this.inStock[item] ?? 0) - this.reserved(item);

  /** Whether a quantity of each of the order's lines is available. */
  private fits(order: Order, quantities: readonly number[]): boolean {
    const wanted = this.inStock.map(() => 0);
    for (const [n, { item }] of order.lines.entries()) wanted[item] = (wanted[item] ?? 0) + (quantities[n] ?? 0);
    return wanted.every((units, item) => units === 0 || units <= this.available(item));
  }

  private mayShip(order: Order, quantities: readonly number[]): boolean {
    if (!['Open', 'Back-ordered'].includes(OrderModel.stateOf(order))) return false;
    const isPart = quantities.every((units, n) => units <= leftOf(order.lines[n] as Line));
    return isPart && quantities.some((units) => units > 0) && (!isOutbound(order) || this.fits(order, quantities));
  }

  /** What an inbound shipment would take back. */
  private mayVoid(order: Order, { state, lines }: Shipment): boolean {
    if (state !== 'In Warehouse' && state !== 'Ready') return false;
    if (isOutbound(order)) return true;
    return this.inStock.every((_, item) => {
      const ofItem = lines.filter(({ line }) => order.lines[line]?.item === item);
      const pristine = ofItem.reduce((sum, line) => sum + line.pristine, 0);
      return pristine <= this.available(item);
    });
  }

  /** Whether the command must succeed now. */
  allows(command: OrderCommand): boolean {
    if (command.verb === 'adjust') return command.quantity > 0 || -command.quantity <= this.available(command.item);
    if (command.verb === 'create') return true;
    const order = this.orders[command.order];
    if (!order) return false;
    if (command.verb === 'cancel') return ['Open', 'Back-ordered'].includes(OrderModel.stateOf(order));
    if (command.verb === 'ship') return this.mayShip(order, OrderModel.leftovers(order));
    if (command.verb === 'ship part') return this.mayShip(order, command.quantities);
    const shipment = order.shipments[command.shipment];
    if (!shipment) return false;
    if (command.verb === 'void') return this.mayVoid(order, shipment);
    if (command.verb === 'finish') return shipment.state === 'Ready';
    const line = shipment.lines[command.line];
    if (!line || shipment.state !== 'In Warehouse' || (command.quarantine && isOutbound(order))) return false;
    return command.quantity <= line.quantity - fulfilledOf(line);
  }

  private ship(order: Order, quantities: readonly number[]): void {
    const lines = quantities.flatMap((quantity, line) =>
      quantity ? [{ line, quantity, pristine: 0, quarantined: 0 }] : [],
    );
    for (const { line, quantity } of lines) (order.lines[line] as Line).processed += quantity;
    order.shipments.push({ state: 'In Warehouse', lines });
  }

  private move(order: Order, line: ShipmentLine, pristine: number, quarantined: number): void {
    const { item } = order.lines[line.line] as Line;
    const sign = isOutbound(order) ? -1 : 1;
    this.inStock[item] = (this.inStock[item] ?? 0) + sign * pristine;
    this.quarantined[item] = (this.quarantined[item] ?? 0) + sign * quarantined;
    line.pristine += pristine;
    line.quarantined += quarantined;
  }

  private void(order: Order, shipment: Shipment): void {
    for (const line of shipment.lines) {
      this.move(order, line, -line.pristine, -line.quarantined);
      (order.lines[line.line] as Line).processed -= line.quantity;
    }
    shipment.state = 'Voided';
  }

  apply(command: OrderCommand): void {
    if (command.verb === 'adjust') {
      this.inStock[command.item] = (this.inStock[command.item] ?? 0) + command.quantity;
      return;
    }
    if (command.verb === 'create') {
      const lines = command.lines.map((line) => ({ ...line, processed: 0, cancelled: 0 }));
      this.orders.push({ type: command.type, isCancelled: false, lines, shipments: [] });
      return;
    }
    const order = this.orders[command.order] as Order;
    if (command.verb === 'ship') this.ship(order, OrderModel.leftovers(order));
    else if (command.verb === 'ship part') this.ship(order, command.quantities);
    else if (command.verb === 'cancel') this.cancel(order);
    else this.handle(order, order.shipments[command.shipment] as Shipment, command);
  }

  private handle(order: Order, shipment: Shipment, command: Extract<OrderCommand, { shipment: number }>): void {
    if (command.verb === 'finish') shipment.state = 'Finished';
    else if (command.verb === 'void') this.void(order, shipment);
    else {
      const { line, quantity, quarantine } = command;
      this.move(order, shipment.lines[line] as ShipmentLine, quarantine ? 0 : quantity, quarantine ? quantity : 0);
      if (shipment.lines.every((each) => each.quantity === fulfilledOf(each))) shipment.state = 'Ready';
    }
  }

  private cancel(order: Order): void {
    order.isCancelled = OrderModel.stateOf(order) === 'Open';
    for (const line of order.lines) line.cancelled += leftOf(line);
  }
}

/** The weight of each command. */
const verbs: readonly OrderCommand['verb'][] = [
  ...([
    'adjust',
    'adjust',
    'create',
    'create',
    'create',
    'ship',
    'ship',
    'ship part',
    'ship part',
    'ship part',
  ] as const),
  ...(['cancel', 'fulfil', 'fulfil', 'fulfil', 'fulfil', 'fulfil', 'finish', 'finish', 'void'] as const),
];
const types: readonly OrderType[] = [
  'Customer Order',
  'Customer Order',
  'Customer Order',
  'Vendor Order',
  'Customer Return',
  'Vendor Return',
];
/** Commands are about the latest orders, so that most of them meet one that is not finished yet. */
const RECENT = 8;

export function randomOrderCommand(random: Random, items: number, orders: readonly Order[]): OrderCommand {
  const verb = random.pick(verbs);
  if (verb === 'adjust') return { verb, item: random.below(items), quantity: random.below(40) - 8 || 1 };
  if (verb === 'create' || !orders.length) {
    const first = random.below(items);
    const lines = Array.from({ length: 1 + random.below(items) }, (_, n) => ({
      ...{ item: (first + n) % items, quantity: 1 + random.below(9) },
    }));
    return { verb: 'create', type: random.pick(types), lines };
  }
  const order = Math.max(0, orders.length - 1 - random.below(RECENT));
  if (verb === 'ship' || verb === 'cancel') return { verb, order };
  const { lines, shipments } = orders[order] as Order;
  if (verb === 'ship part') return { verb, order, quantities: lines.map(({ quantity }) => random.below(quantity + 1)) };
  const shipment = random.below(shipments.length || 1);
  if (verb === 'void') return { verb, order, shipment };
  if (verb === 'finish') return { verb, ...((random.below(4) && readyShipment(orders)) || { order, shipment }) };
  const line = random.below(shipments[shipment]?.lines.length ?? 1);
  const wanted = shipments[shipment]?.lines[line]?.quantity ?? 1;
  const quantity = random.below(4) ? wanted : 1 + random.below(wanted);
  return { verb, order, shipment, line, quantity, quarantine: random.below(6) === 0 };
}

/** A shipment that can be finished: at random hardly any would be. */
function readyShipment(orders: readonly Order[]): { order: number; shipment: number } | undefined {
  for (const [order, { shipments }] of orders.entries()) {
    const shipment = shipments.findIndex(({ state }) => state === 'Ready');
    if (shipment >= 0) return { order, shipment };
  }
  return undefined;
}
