import {
  DEFAULT_CURRENCY,
  type FieldMessages,
  LINE_UNITS_MAX,
  messageWith,
  ORDER_LINES_MAX,
  type OrderLineInput,
  type OrderType,
  type PricedLine,
  priceFieldOf,
  spreadKitPrice,
  totalsOf,
} from '@longshore/contract';
import { invalid, invalidFields, refused } from '../../platform/http/problem.ts';
import type { LockedLine } from './lock-order.ts';
import type { LineFields } from './orders.store.ts';

/** An item of the order's client, as lines copy it. Money is decimal text. */
export interface OrderedItem {
  id: number;
  type: 'Item' | 'Kit';
  sku: string;
  name: string;
  upc: string;
  uom: string;
  selling: string;
  cost: string;
  is_active: boolean;
  components: Component[];
}

export interface Component extends Omit<OrderedItem, 'type' | 'cost' | 'components'> {
  quantity: number;
}

/** An item or a kit of an order, as a form sends it: a kit is one line. */
export interface OrderedLine {
  inventory_id: number;
  sku: string;
  name: string;
  quantity: number;
  price: string;
  comment: string;
  source_id: string;
  /** Units that were given up with a back-order; a changed quantity is wanted as a whole. */
  cancelled: number;
}

/** The lines of an order with each kit as one line. */
export function orderedLinesOf(lines: readonly LockedLine[]): OrderedLine[] {
  const ordered = new Map<number, OrderedLine>();
  for (const line of lines) {
    if (line.quantity === 0) continue;
    const { comment, source_id } = line;
    const whole =
      line.kit_id === null
        ? { ...line, inventory_id: line.inventory_id }
        : {
            inventory_id: line.kit_id,
            sku: line.kit_sku,
            name: line.kit_name,
            quantity: line.kit_quantity,
            price: line.kit_price,
          };
    const { inventory_id, sku, name, quantity, price } = whole;
    const cancelled = line.cancelled_qty + (ordered.get(inventory_id)?.cancelled ?? 0);
    ordered.set(inventory_id, { inventory_id, sku, name, quantity, price, comment, source_id, cancelled });
  }
  return [...ordered.values()];
}

/**
 * Whether a component's line of a kit is sent back as it was read, with the units of so many kits or still with those of
 * before. What is left out or empty was not meant to change.
 */
const isSentBack = (known: LockedLine, sent: OrderLineInput, kits: number) =>
  known.inventory_id === sent.inventory_id &&
  (known.quantity === sent.quantity || known.quantity * kits === sent.quantity * known.kit_quantity) &&
  (sent.sku === '' || sent.sku === known.sku) &&
  (sent.name === '' || sent.name === known.name) &&
  (sent.price === undefined || Number(sent.price) === Number(known.price)) &&
  // Empty text clears the comment of other lines too.
  sent.comment === known.comment &&
  (sent.source_id === '' || sent.source_id === known.source_id);

/** A line with its place among those that were sent, by which messages name it. */
type SentLine = OrderLineInput & { at: number };

/**
 * The lines that the caller sent. Lines of a kit that are sent back, for as many kits or for another number of them,
 * become one line of the kit, at the place of the first of them. Throws 422 for a line of another order, and for lines
 * of a kit that differ from those of the order.
 */
export function joinKitLines(sent: readonly OrderLineInput[], known: readonly LockedLine[]): SentLine[] {
  const whole: SentLine[] = [];
  const kits = new Set<number>();
  for (const [index, line] of sent.entries()) {
    if (line.id !== undefined && !known.some(({ id }) => id === line.id))
      throw invalid(`lines.${index}.id`, `LineOfAnotherOrder:${index + 1}`);
    const kitId = line.kit_id ?? null;
    if (kitId === null || kitId === line.inventory_id) {
      whole.push({ ...line, at: index });
      continue;
    }
    // Lines that were removed after they were in a voided shipment have 0 units; nobody has read them.
    const parts = known.filter(({ kit_id, quantity }) => kit_id === kitId && quantity > 0);
    const sentParts = sent.filter(({ kit_id }) => kit_id === kitId);
    const [first] = parts;
    const wanted = new Set(sentParts.map(({ kit_property }) => kit_property?.quantity ?? first?.kit_quantity ?? 0));
    const [quantity = 0] = wanted;
    const isWhole =
      wanted.size === 1 &&
      parts.length === sentParts.length &&
      parts.every((part) => sentParts.some((other) => isSentBack(part, other, quantity)));
    if (!first || !isWhole)
      throw invalid(`lines.${index}.quantity`, messageWith('KitIsChangedAsAWhole', first?.kit_sku ?? kitId));
    const { kit_sku: sku, kit_name: name, kit_price: price } = first;
    if (!kits.has(kitId)) whole.push({ ...line, at: index, inventory_id: kitId, sku, name, quantity, price });
    kits.add(kitId);
  }
  return whole;
}

/** An item or kit is in an order once. */
function assertOnce(sent: readonly SentLine[], items: ReadonlyMap<number, OrderedItem>): void {
  const seen = new Set<number>();
  const messages: FieldMessages = {};
  for (const { inventory_id: id, at } of sent) {
    if (seen.has(id)) messages[`lines.${at}.inventory_id`] = [`ItemTwice:${items.get(id)?.sku ?? id}`];
    seen.add(id);
  }
  if (Object.keys(messages).length) throw invalidFields(messages);
}

/** The item of a line; throws 30004 when the client has none that can be ordered. */
function itemOf(
  { inventory_id, at }: SentLine,
  items: ReadonlyMap<number, OrderedItem>,
  isKnown: boolean,
): OrderedItem {
  const item = items.get(inventory_id);
  const parts = item?.type === 'Kit' ? item.components : [];
  const isOrderable = item?.is_active && parts.every(({ is_active }) => is_active);
  if (!item || (!isOrderable && !isKnown)) throw refused(30004, `InvalidLineItemAt:${at + 1}`);
  return item;
}

/** The lines of one kit: a line per component, with the kit's price spread over them. Throws 30003 for a kit of nothing. */
function kitLines(line: OrderedLine, kit: OrderedItem, index: number): LineFields[] {
  if (!kit.components.length) throw refused(30003, kit.sku);
  const { quantity: kits, price, comment, source_id } = line;
  const spread = spreadKitPrice(price, kits, kit.components);
  return kit.components.map((part, at) => {
    const priced = spread[at] ?? { price: '0', quantity: 0, remainder: '0' };
    if (priced.quantity > LINE_UNITS_MAX)
      throw invalid(`lines.${index}.quantity`, `InvalidLineQuantityAt:${index + 1}`);
    const { sku, name, upc, uom } = part;
    const ofKit = { kit_id: kit.id, kit_sku: line.sku, kit_name: line.name, kit_quantity: kits, kit_price: price };
    return { id: null, inventory_id: part.id, sku, name, upc, uom, ...priced, comment, source_id, ...ofKit };
  });
}

export interface DecidedLines {
  /** As the form and the history show them. */
  ordered: OrderedLine[];
  /** What is written; lines of the order that are kept as they are have no entry. */
  written: LineFields[];
  removed: number[];
}

const sameLine = (one: OrderedLine, other: OrderedLine) =>
  one.sku === other.sku &&
  one.name === other.name &&
  one.quantity === other.quantity &&
  Number(one.price) === Number(other.price) &&
  one.comment === other.comment &&
  one.source_id === other.source_id;

/** A kit is sent without its name: one that was renamed since it was ordered did not change in the order. */
const namedAs = (old: OrderedLine, sent: OrderLineInput, now: OrderedLine): OrderedLine => ({
  ...now,
  sku: sent.sku || old.sku,
  name: sent.name || old.name,
});

/** A line after a save: what was sent, else what the order has, else what the item has. */
const lineAfterSave = (
  type: OrderType,
  sent: OrderLineInput,
  item: OrderedItem,
  old: OrderedLine | undefined,
): OrderedLine => ({
  inventory_id: item.id,
  sku: sent.sku || item.sku,
  name: sent.name || item.name,
  quantity: sent.quantity,
  price: sent.price ?? old?.price ?? item[priceFieldOf(type)],
  comment: sent.comment,
  // People do not see the partner's id of a line, so that forms send none.
  source_id: sent.source_id || (old?.source_id ?? ''),
  cancelled: old?.quantity === sent.quantity ? old.cancelled : 0,
});

/** The line of an item. Written as one literal, because a spread would copy every line once more. */
const itemLine = (line: OrderedLine, { upc, uom }: OrderedItem): LineFields => ({
  id: null,
  inventory_id: line.inventory_id,
  sku: line.sku,
  name: line.name,
  upc,
  uom,
  price: line.price,
  remainder: '0',
  quantity: line.quantity,
  comment: line.comment,
  source_id: line.source_id,
  kit_id: null,
  kit_sku: '',
  kit_name: '',
  kit_quantity: 0,
  kit_price: '0',
});

/** Which lines an order has after a save: what to write, what to remove. A kit that did not change keeps its lines. */
export function decideLines(
  type: OrderType,
  lines: readonly OrderLineInput[],
  items: ReadonlyMap<number, OrderedItem>,
  known: readonly LockedLine[] = [],
): DecidedLines {
  const sent = joinKitLines(lines, known);
  assertOnce(sent, items);
  const before = new Map(orderedLinesOf(known).map((line) => [line.inventory_id, line]));
  const kept = new Set<number>();
  const ordered: OrderedLine[] = [];
  const wanted: LineFields[] = [];
  for (const line of sent) {
    const old = before.get(line.inventory_id);
    const item = itemOf(line, items, old !== undefined);
    const now = lineAfterSave(type, line, item, old);
    if (old && sameLine(old, item.type === 'Kit' ? namedAs(old, line, now) : now)) {
      ordered.push(old);
      kept.add(item.id);
      continue;
    }
    ordered.push(now);
    if (item.type === 'Kit') wanted.push(...kitLines(now, item, line.at));
    else wanted.push(itemLine(now, item));
  }
  const isKept = (line: LockedLine) => line.quantity > 0 && kept.has(line.kit_id ?? line.inventory_id);
  const replaceable = known.filter((line) => !isKept(line));
  for (const line of wanted) line.id = idOfSame(line, replaceable);
  const ids = new Set(wanted.map(({ id }) => id));
  const removed = replaceable.filter(({ id, quantity }) => quantity > 0 && !ids.has(id)).map(({ id }) => id);
  const count = known.length - replaceable.length + wanted.length;
  if (count > ORDER_LINES_MAX) throw invalid('lines', `TooManyLines:${ORDER_LINES_MAX}`);
  return { ordered, written: wanted, removed };
}

/** Throws 422 when the lines cost more, with tax, than an amount of money can be. */
export function assertTotal(lines: readonly PricedLine[], taxRate: number): void {
  try {
    totalsOf(lines, String(taxRate), DEFAULT_CURRENCY);
  } catch (error) {
    throw error instanceof RangeError ? invalid('lines', 'NumberIsTooLarge') : error;
  }
}

const idOfSame = (line: LineFields, known: readonly LockedLine[]): number | null =>
  known.find(({ inventory_id, kit_id }) => inventory_id === line.inventory_id && kit_id === line.kit_id)?.id ?? null;
