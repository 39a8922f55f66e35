import {
  type AvailableItem,
  directionOf,
  type InventoryOption,
  type ItemWeight,
  LINE_UNITS_MAX,
  MoneyIn,
  ORDER_LINES_MAX,
  type OrderLine,
  OrderLineInput,
  type OrderTotals,
  type OrderType,
  priceFieldOf,
  totalsOf,
} from '@longshore/contract';
import { z } from 'zod';

/**
 * A line as people edit it: a kit is one line. The server takes kits apart, makes their lines anew and decides about
 * everything again.
 */
const DraftLine = OrderLineInput.omit({ source_id: true, kit_id: true }).extend({
  price: OrderLineInput.shape.price.unwrap(),
  isKit: z.boolean(),
  /** Null when it needs no stock. */
  available: z.number().nullable(),
});
export type DraftLine = z.output<typeof DraftLine>;
export const DraftLines = z.array(DraftLine).min(1, 'AtLeastOneLine').max(ORDER_LINES_MAX);

/** Kits that the stock of every component allows. */
function availableKits(components: readonly OrderLine[], kits: number): number | null {
  const allowed = components.map(({ quantity, line_status: { available_inventory } }) =>
    available_inventory === null ? Number.POSITIVE_INFINITY : Math.floor((available_inventory * kits) / quantity),
  );
  const least = Math.min(...allowed);
  return Number.isFinite(least) ? least : null;
}

function lineOf(line: OrderLine): DraftLine {
  const { id, inventory_id, sku, name, quantity, price, comment, line_status } = line;
  const available = line_status.available_inventory;
  return { id, inventory_id, isKit: false, sku, name, quantity, price: String(price), comment, available };
}

/** The lines of a saved order: those of a kit are one line again, at the place of its first. */
export function linesOf(lines: readonly OrderLine[]): DraftLine[] {
  return lines.flatMap((line, index) => {
    const { kit_id, kit_property: kit } = line;
    if (kit_id === null || !kit) return [lineOf(line)];
    const components = lines.filter((other) => other.kit_id === kit_id);
    if (components[0] !== lines[index]) return [];
    const { sku, name, quantity, price } = kit;
    const available = availableKits(components, quantity);
    const { comment } = line;
    return [{ inventory_id: kit_id, isKit: true, sku, name, quantity, price: String(price), comment, available }];
  });
}

/** The line of an item that was found or scanned: priced as its type of order is. */
export function newLine({ inventory, available }: InventoryOption, type: OrderType, quantity = 1): DraftLine {
  const { id, sku, name } = inventory;
  return {
    inventory_id: id,
    isKit: inventory.type === 'Kit',
    sku,
    name,
    quantity,
    price: String(inventory[priceFieldOf(type)]),
    comment: '',
    available: directionOf(type) === 'outbound' ? available : null,
  };
}

/** Lines with all that is available of the items that are not in the order yet; their price is 0. */
export function linesOfAll(items: readonly AvailableItem[], lines: readonly DraftLine[], type: OrderType): DraftLine[] {
  const listed = new Set(lines.map(({ inventory_id }) => inventory_id));
  return items
    .filter(({ id, available }) => available > 0 && !listed.has(id))
    .map(({ id, sku, name, available }) => ({
      inventory_id: id,
      isKit: false,
      sku,
      name,
      quantity: Math.min(available, LINE_UNITS_MAX),
      price: '0',
      comment: '',
      available: directionOf(type) === 'outbound' ? available : null,
    }));
}

/** Units that a line asks for beyond what is available. */
export const shortageOf = ({ quantity, available }: Pick<DraftLine, 'quantity' | 'available'>): number =>
  available === null || !(quantity > available) ? 0 : quantity - available;

/** Totals while people type: what is no number yet counts as 0. Undefined when the amounts exceed all limits. */
export function draftTotals(lines: readonly DraftLine[], taxRate: number, currency: string): OrderTotals | undefined {
  const priced = lines.map(({ price, quantity }) => ({
    price: MoneyIn.safeParse(price).data ?? '0',
    quantity: Number.isInteger(quantity) && quantity > 0 ? quantity : 0,
  }));
  try {
    return totalsOf(priced, Number.isFinite(taxRate) ? String(taxRate) : '0', currency);
  } catch {
    return undefined;
  }
}

/** What the lines weigh together; undefined when the weight of one is not known. What is no number yet counts as 0. */
export function draftWeight(lines: readonly DraftLine[], weights: readonly ItemWeight[]): number | undefined {
  const byId = new Map(weights.map(({ id, weight }) => [id, weight]));
  let sum = 0;
  for (const { inventory_id, quantity } of lines) {
    const weight = byId.get(inventory_id) ?? null;
    if (weight === null) return undefined;
    sum += weight * (Number.isInteger(quantity) && quantity > 0 ? quantity : 0);
  }
  return sum;
}

/** `24*KC-ETH-250` is 24 of that item. */
export function readScan(text: string): { code: string; quantity: number | undefined } {
  const [, digits, code = ''] = /^\s*(\d{1,7})\s*[*×]\s*(.+)$/.exec(text) ?? [];
  const quantity = Number(digits);
  return digits && quantity > 0 && quantity <= LINE_UNITS_MAX
    ? { code: code.trim(), quantity }
    : { code: text.trim(), quantity: undefined };
}
