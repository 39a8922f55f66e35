import { InventoryInput, LINE_UNITS_MAX, ORDER_LINES_MAX, type Relation, RelationInput } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { inSavepoint } from '../../platform/database/savepoint.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { Problem } from '../../platform/http/problem.ts';
import { courierNamed } from '../company/index.ts';
import { createInventory } from '../inventory/index.ts';
import { createRelation, readRelation } from '../relations/index.ts';
import type { ExternalLine } from './connector.ts';
import type { StoredIntegration } from './integrations.store.ts';
import { courierOfMethod, type FoundItem, findCustomer, findShopItems } from './mappings.store.ts';
import {
  type AppliedLine,
  addressCopyOf,
  customerOf,
  type OrderProblem,
  type ShopDocument,
  shopText,
} from './shop-order.ts';

/** An order of a shop with everything that it refers to here. */
export interface ResolvedOrder {
  relation: Relation;
  courierId: number;
  address: ReturnType<typeof addressCopyOf>;
  billing: ReturnType<typeof addressCopyOf>;
  applied: AppliedLine[];
  /** Lines of the order here: an item is in it once. */
  lines: { inventory_id: number; quantity: number; source_id: string; price?: number }[];
}

const SOURCE_ID_MAX = 100;

const isShipped = ({ quantity }: ExternalLine) => quantity > 0;
const isOrderable = ({ quantity }: ExternalLine) => Number.isInteger(quantity) && quantity <= LINE_UNITS_MAX;

const problemOf = (reason: string, { sku, name, quantity }: ExternalLine): OrderProblem => ({
  reason,
  sku,
  name: shopText(name, 200),
  quantity,
});

/** The item of a line, or why there is none. */
function itemOf(line: ExternalLine, found: ReadonlyMap<string, FoundItem[]>): FoundItem | OrderProblem {
  const sku = line.sku.trim();
  if (!sku) return problemOf(`LineWithoutSku:${shopText(line.name, 100)}`, line);
  if (!isOrderable(line)) return problemOf(`QuantityIsTooLarge:${shopText(sku, 100)}`, line);
  const [item, ...others] = found.get(sku) ?? [];
  if (!item) return problemOf(`UnknownSku:${shopText(sku, 100)}`, line);
  if (others.length) return problemOf(`SkuIsAmbiguous:${shopText(sku, 100)}`, line);
  return item.is_active ? item : problemOf(`ItemIsDisabled:${shopText(sku, 100)}`, line);
}

/** An item as the shop describes it; a refusal leaves the SKU unknown. */
export async function createShopItem(
  tx: Tx,
  actor: Actor,
  clientId: number,
  { sku, name }: Pick<ExternalLine, 'sku' | 'name'>,
): Promise<number | undefined> {
  const input = InventoryInput.safeParse({
    type: 'Item',
    client_id: clientId,
    sku: sku.trim(),
    name: shopText(name, 200) || sku.trim(),
  });
  if (!input.success) return undefined;
  try {
    return (await inSavepoint(tx, () => createInventory(tx, actor, input.data))).id;
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return undefined;
    throw error;
  }
}

async function findItems(tx: Tx, actor: Actor, stored: StoredIntegration, lines: readonly ExternalLine[]) {
  const skus = lines.map(({ sku }) => sku.trim()).filter(Boolean);
  const found = await findShopItems(tx, stored, skus);
  if (!stored.create_new_item) return found;
  for (const line of lines) {
    const sku = line.sku.trim();
    if (!sku || found.has(sku)) continue;
    const id = await createShopItem(tx, actor, stored.client_id, line);
    if (id !== undefined) found.set(sku, [{ sku, id, is_active: true }]);
  }
  return found;
}

/** The lines with the item of each; lines of the same item become one. */
async function resolveLines(
  tx: Tx,
  actor: Actor,
  stored: StoredIntegration,
  document: ShopDocument,
  problems: OrderProblem[],
) {
  const wanted = document.lines.filter(isShipped);
  if (!wanted.length) problems.push({ reason: 'OrderHasNoLines' });
  if (wanted.length > ORDER_LINES_MAX) problems.push({ reason: `OrderHasTooManyLines:${ORDER_LINES_MAX}` });
  const found = await findItems(tx, actor, stored, wanted);
  const applied: AppliedLine[] = [];
  const lines = new Map<number, ResolvedOrder['lines'][number]>();
  for (const line of wanted) {
    const item = itemOf(line, found);
    if ('reason' in item) {
      problems.push(item);
      continue;
    }
    applied.push({ line_id: line.id, inventory_id: item.id, quantity: line.quantity, unit_ids: line.unitIds ?? [] });
    const same = lines.get(item.id);
    if (same) same.quantity += line.quantity;
    else
      lines.set(item.id, {
        inventory_id: item.id,
        quantity: line.quantity,
        source_id: line.id.slice(0, SOURCE_ID_MAX),
        ...(line.price === null ? {} : { price: Math.round(Math.abs(line.price) * 10_000) / 10_000 }),
      });
  }
  return { applied, lines: [...lines.values()] };
}

const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/** The customer by e-mail or name, and how to make one when there is none. */
async function resolveCustomer(tx: Tx, actor: Actor, clientId: number, document: ShopDocument) {
  const { customer } = document;
  const email = isEmail(customer.email) && customer.email.length <= 254 ? customer.email.toLowerCase() : '';
  const name = customerOf(document);
  const known = await findCustomer(tx, clientId, email, name);
  const phone = shopText(customer.phone, 64);
  return {
    known: known === undefined ? undefined : await readRelation(tx, known),
    create: () =>
      createRelation(tx, actor, RelationInput.parse({ type: 'customer', client_id: clientId, name, email, phone })),
  };
}

/**
 * Finds what an order of a shop refers to. Problems are what a person must decide; customers, and items where the
 * connection says so, are made.
 */
export async function resolveOrder(
  tx: Tx,
  actor: Actor,
  stored: StoredIntegration,
  document: ShopDocument,
): Promise<ResolvedOrder | readonly OrderProblem[]> {
  const problems: OrderProblem[] = [];
  const { applied, lines } = await resolveLines(tx, actor, stored, document, problems);
  const shipTo = document.shipTo ?? document.billTo;
  if (!shipTo) problems.push({ reason: 'AddressIsMissing' });
  const method = shopText(document.shippingMethod, 255);
  const mapped = await courierOfMethod(tx, stored, method);
  if (problems.length || !shipTo) return problems;
  const customer = await resolveCustomer(tx, actor, stored.client_id, document);
  const named = method ? await courierNamed(tx, stored.client_id, method) : undefined;
  const courierId = mapped ?? (customer.known?.default_courier || named);
  if (!courierId) return [{ reason: `MethodWithoutCourier:${method || '—'}` }];
  const relation = customer.known ?? (await customer.create());
  const address = addressCopyOf(shipTo);
  return {
    relation,
    courierId,
    address,
    billing: document.billTo ? addressCopyOf(document.billTo) : address,
    applied,
    lines,
  };
}
