import type { OrderType } from '@longshore/contract';
import { type Random, weighted } from './random.ts';

/** A command on orders as data. Orders, shipments and lines are named by their index. */
export type OrderCommand =
  | { verb: 'adjust'; item: number; quantity: number }
  | { verb: 'create'; type: OrderType; lines: readonly { item: number; quantity: number }[] }
  | { verb: 'ship'; order: number }
  | { verb: 'cancel'; order: number }
  /** New quantities of its lines. */
  | { verb: 'edit'; order: number; quantities: readonly number[] }
  | { verb: 'ship part'; order: number; quantities: readonly number[] }
  | { verb: 'fulfil'; order: number; shipment: number; line: number; quantity: number; quarantine: boolean }
  | { verb: 'unfulfil'; order: number; shipment: number; line: number; nth: number }
  | { verb: 'change quantity'; order: number; shipment: number; line: number; quantity: number; withOrder: boolean }
  | { verb: 'finish'; order: number; shipment: number }
  | { verb: 'void'; order: number; shipment: number }
  | { verb: 'void finished'; order: number; shipment: number }
  /** Goods are gone, promised or not. */
  | { verb: 'short'; item: number; quantity: number };

/** Commands about a shipment, and about a line of one. */
type ShipmentCommand = Extract<OrderCommand, { shipment: number }>;
type LineCommand = Extract<OrderCommand, { line: number }>;

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
  /** Each fulfilment, oldest first. */
  fulfilments: { quantity: number; quarantine: boolean }[];
}

interface Shipment {
  /** Shipments are shorted from the newest on. */
  number: number;
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

/** The state of a shipment that is neither finished nor voided follows from its lines; without units it is voided. */
function settle(shipment: Shipment): void {
  const units = shipment.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const isComplete = shipment.lines.every((line) => line.quantity === fulfilledOf(line));
  shipment.state = units === 0 ? 'Voided' : isComplete ? 'Ready' : 'In Warehouse';
}

/** In-memory model of orders, their shipments and the stock they need. */
export class OrderModel {
  readonly orders: Order[] = [];
  readonly inStock: number[];
  readonly quarantined: number[];
  private shipmentsMade = 0;

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
  private mayVoid(order: Order, { lines }: Shipment): boolean {
    if (isOutbound(order)) return true;
    return this.inStock.every((_, item) => {
      const ofItem = lines.filter(({ line }) => order.lines[line]?.item === item);
      const pristine = ofItem.reduce((sum, line) => sum + line.pristine, 0);
      return pristine <= this.available(item);
    });
  }

  private mayChange(order: Order, { lines }: Shipment, command: Extract<OrderCommand, { verb: 'change quantity' }>) {
    const line = lines[command.line];
    const ordered = line && order.lines[line.line];
    if (!ordered || command.quantity < fulfilledOf(line)) return false;
    if (lines.every((each) => (each === line ? command.quantity : each.quantity) === 0)) return false;
    const more = command.quantity - line.quantity;
    if (!command.withOrder && more > leftOf(ordered)) return false;
    return !isOutbound(order) || more <= Math.max(0, this.available(ordered.item));
  }

  private mayUnfulfil(order: Order, { lines }: Shipment, command: Extract<OrderCommand, { verb: 'unfulfil' }>) {
    const line = lines[command.line];
    const fulfilment = line?.fulfilments[command.nth];
    if (!line || !fulfilment) return false;
    const { item } = order.lines[line.line] as Line;
    return isOutbound(order) || fulfilment.quarantine || fulfilment.quantity <= this.available(item);
  }

  private mayFulfil(order: Order, { state, lines }: Shipment, command: Extract<OrderCommand, { verb: 'fulfil' }>) {
    const line = lines[command.line];
    if (!line || state !== 'In Warehouse' || (command.quarantine && isOutbound(order))) return false;
    return command.quantity <= line.quantity - fulfilledOf(line);
  }

  /** Whether the command must succeed now. */
  allows(command: OrderCommand): boolean {
    switch (command.verb) {
      case 'short':
        return command.quantity <= (this.inStock[command.item] ?? 0);
      case 'adjust':
        return command.quantity > 0 || -command.quantity <= this.available(command.item);
      case 'create':
        return true;
      default: {
        const order = this.orders[command.order];
        return order !== undefined && this.allowsOnOrder(order, command);
      }
    }
  }

  private allowsOnOrder(order: Order, command: Extract<OrderCommand, { order: number }>): boolean {
    switch (command.verb) {
      case 'cancel':
        return ['Open', 'Back-ordered'].includes(OrderModel.stateOf(order));
      case 'edit':
        return OrderModel.stateOf(order) === 'Open';
      case 'ship':
        return this.mayShip(order, OrderModel.leftovers(order));
      case 'ship part':
        return this.mayShip(order, command.quantities);
      default: {
        const shipment = order.shipments[command.shipment];
        return shipment !== undefined && this.allowsOnShipment(order, shipment, command);
      }
    }
  }

  private allowsOnShipment(order: Order, shipment: Shipment, command: ShipmentCommand): boolean {
    const isOpen = shipment.state === 'In Warehouse' || shipment.state === 'Ready';
    switch (command.verb) {
      case 'void':
        return isOpen && this.mayVoid(order, shipment);
      case 'void finished':
        return shipment.state === 'Finished' && this.mayVoid(order, shipment);
      case 'finish':
        return shipment.state === 'Ready';
      case 'change quantity':
        return isOpen && this.mayChange(order, shipment, command);
      case 'unfulfil':
        return isOpen && this.mayUnfulfil(order, shipment, command);
      case 'fulfil':
        return this.mayFulfil(order, shipment, command);
    }
  }

  private ship(order: Order, quantities: readonly number[]): void {
    const lines = quantities.flatMap((quantity, line) =>
      quantity ? [{ line, quantity, pristine: 0, quarantined: 0, fulfilments: [] }] : [],
    );
    for (const { line, quantity } of lines) (order.lines[line] as Line).processed += quantity;
    order.shipments.push({ number: ++this.shipmentsMade, state: 'In Warehouse', lines });
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

  /** Lines change their quantity; the difference goes to or comes from what is left of the order. */
  private change(order: Order, shipment: Shipment, line: ShipmentLine, quantity: number, withOrder = false): void {
    const ordered = order.lines[line.line] as Line;
    const more = quantity - line.quantity;
    if (more === 0) return;
    line.quantity = quantity;
    ordered.processed += more;
    if (withOrder) ordered.quantity += more;
    settle(shipment);
  }

  /** The newest shipments give up what is missing, their last lines first. */
  private short(item: number, quantity: number): void {
    let missing = Math.max(0, quantity - this.available(item));
    const holding = this.orders
      .filter(isOutbound)
      .flatMap((order) => order.shipments.map((shipment) => ({ order, shipment })))
      .filter(({ shipment }) => shipment.state === 'In Warehouse')
      .sort((a, b) => b.shipment.number - a.shipment.number);
    for (const { order, shipment } of holding)
      for (const line of [...shipment.lines].reverse()) {
        if (order.lines[line.line]?.item !== item) continue;
        const given = Math.min(missing, line.quantity - fulfilledOf(line));
        missing -= given;
        this.change(order, shipment, line, line.quantity - given);
      }
    this.inStock[item] = (this.inStock[item] ?? 0) - quantity;
  }

  apply(command: OrderCommand): void {
    if (command.verb === 'short') {
      this.short(command.item, command.quantity);
      return;
    }
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
    else if (command.verb === 'edit') this.edit(order, command.quantities);
    else this.handle(order, order.shipments[command.shipment] as Shipment, command);
  }

  private handle(order: Order, shipment: Shipment, command: ShipmentCommand): void {
    switch (command.verb) {
      case 'finish':
        shipment.state = 'Finished';
        break;
      case 'void':
      case 'void finished':
        this.void(order, shipment);
        break;
      default:
        this.handleLine(order, shipment, shipment.lines[command.line] as ShipmentLine, command);
    }
  }

  private handleLine(order: Order, shipment: Shipment, line: ShipmentLine, command: LineCommand): void {
    switch (command.verb) {
      case 'change quantity':
        this.change(order, shipment, line, command.quantity, command.withOrder);
        break;
      case 'fulfil':
        this.fulfil(order, line, command.quantity, command.quarantine);
        settle(shipment);
        break;
      case 'unfulfil':
        this.unfulfil(order, line, command.nth);
        settle(shipment);
        break;
    }
  }

  private fulfil(order: Order, line: ShipmentLine, quantity: number, quarantine: boolean): void {
    this.move(order, line, quarantine ? 0 : quantity, quarantine ? quantity : 0);
    line.fulfilments.push({ quantity, quarantine });
  }

  private unfulfil(order: Order, line: ShipmentLine, nth: number): void {
    const [removed] = line.fulfilments.splice(nth, 1);
    const { quantity = 0, quarantine = false } = removed ?? {};
    this.move(order, line, quarantine ? 0 : -quantity, quarantine ? -quantity : 0);
  }

  /** A changed quantity is wanted as a whole, also when a part of the line was cancelled. */
  private edit(order: Order, quantities: readonly number[]): void {
    for (const [n, line] of order.lines.entries()) {
      const quantity = quantities[n] ?? line.quantity;
      if (quantity !== line.quantity) Object.assign(line, { quantity, cancelled: 0 });
    }
  }

  private cancel(order: Order): void {
    order.isCancelled = OrderModel.stateOf(order) === 'Open';
    for (const line of order.lines) line.cancelled += leftOf(line);
  }
}

/** The weight of each command. */
const verbs = weighted<OrderCommand['verb']>([
  ['adjust', 2],
  ['create', 3],
  ['ship', 2],
  ['ship part', 3],
  ['cancel', 2],
  ['edit', 2],
  ['fulfil', 7],
  ['finish', 4],
  ['void', 1],
  ['unfulfil', 1],
  ['change quantity', 2],
  ['short', 1],
  ['void finished', 1],
]);
const types = weighted<OrderType>([
  ['Customer Order', 3],
  ['Vendor Order', 1],
  ['Customer Return', 1],
  ['Vendor Return', 1],
]);
/** Commands are about the latest orders, so that most of them meet one that is not finished yet. */
const RECENT = 8;

export function randomOrderCommand(random: Random, items: number, orders: readonly Order[]): OrderCommand {
  const verb = random.pick(verbs);
  if (verb === 'adjust') return { verb, item: random.below(items), quantity: random.below(40) - 8 || 1 };
  if (verb === 'short') return { verb, item: random.below(items), quantity: 1 + random.below(12) };
  if (verb === 'create' || !orders.length) return randomOrder(random, items);
  const order = Math.max(0, orders.length - 1 - random.below(RECENT));
  const { lines } = orders[order] as Order;
  switch (verb) {
    case 'ship':
    case 'cancel':
      return { verb, order };
    case 'edit':
      return { verb, order, quantities: lines.map(() => 1 + random.below(9)) };
    case 'ship part':
      return { verb, order, quantities: lines.map(({ quantity }) => random.below(quantity + 1)) };
    default:
      return randomShipmentCommand(random, verb, orders, order);
  }
}

function randomOrder(random: Random, items: number): OrderCommand {
  const first = random.below(items);
  const lines = Array.from({ length: 1 + random.below(items) }, (_, n) => ({
    item: (first + n) % items,
    quantity: 1 + random.below(9),
  }));
  return { verb: 'create', type: random.pick(types), lines };
}

function randomShipmentCommand(
  random: Random,
  verb: ShipmentCommand['verb'],
  orders: readonly Order[],
  order: number,
): OrderCommand {
  const shipments = orders[order]?.shipments ?? [];
  const shipment = random.below(shipments.length || 1);
  switch (verb) {
    case 'void':
      return { verb, order, shipment };
    case 'void finished':
      return { verb, ...(finishedShipment(random, orders) ?? { order, shipment }) };
    case 'finish':
      return { verb, ...((random.below(4) && readyShipment(orders)) || { order, shipment }) };
    default: {
      const lines = shipments[shipment]?.lines;
      const line = random.below(lines?.length ?? 1);
      return { order, shipment, line, ...randomLineCommand(random, verb, lines?.[line]) };
    }
  }
}

function randomLineCommand(random: Random, verb: LineCommand['verb'], line: ShipmentLine | undefined) {
  const { quantity: wanted = 1, fulfilments = [] } = line ?? {};
  if (verb === 'unfulfil') return { verb, nth: random.below(fulfilments.length || 1) };
  if (verb === 'change quantity') return { verb, quantity: random.below(wanted + 3), withOrder: random.below(3) === 0 };
  const rest = Math.max(1, wanted - fulfilments.reduce((sum, each) => sum + each.quantity, 0));
  const quantity = random.below(4) ? rest : 1 + random.below(wanted || 1);
  return { verb, quantity, quarantine: random.below(6) === 0 };
}

/** One of the first that are finished, so that most stay so. */
function finishedShipment(random: Random, orders: readonly Order[]): { order: number; shipment: number } | undefined {
  const finished = orders.flatMap(({ shipments }, order) =>
    shipments.flatMap(({ state }, shipment) => (state === 'Finished' ? [{ order, shipment }] : [])),
  );
  return finished.length ? random.pick(finished) : undefined;
}

/** A shipment that can be finished: at random hardly any would be. */
function readyShipment(orders: readonly Order[]): { order: number; shipment: number } | undefined {
  for (const [order, { shipments }] of orders.entries()) {
    const shipment = shipments.findIndex(({ state }) => state === 'Ready');
    if (shipment >= 0) return { order, shipment };
  }
  return undefined;
}
