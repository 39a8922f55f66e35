import { type Answer, type Call, json } from '../kit/partner.ts';
import { centsOf, isObject } from '../kit/values.ts';
import { boolean, checkBody, type Fields, isYes, text } from './check-body.ts';
import { invalidId, WooError } from './errors.ts';
import { listOfParameter, pageAnswer } from './list-query.ts';
import { presentProduct } from './present.ts';
import type { WooProduct, WooStore } from './store.ts';

const BATCH_MAX = 100;

const FIELDS: Fields = {
  name: text,
  sku: text,
  regular_price: text,
  sale_price: text,
  manage_stock: boolean,
  stock_quantity: { type: 'integer', orNull: true },
  stock_status: text,
  weight: text,
};

/** Asked for a SKU, the list of products answers variations too. */
export function listProducts(store: WooStore, call: Call, parentId?: number): Answer {
  const skus = listOfParameter(call, 'sku');
  const search = call.query.get('search')?.toLowerCase();
  const rows = [...store.products.values()].filter((product) => {
    if (parentId !== undefined && product.parent_id !== parentId) return false;
    if (parentId === undefined && skus.length === 0 && product.type === 'variation') return false;
    if (skus.length > 0 && !skus.includes(product.sku)) return false;
    return !search || product.name.toLowerCase().includes(search);
  });
  const direction = call.query.get('order') === 'asc' ? 1 : -1;
  rows.sort((a, b) => direction * (a.id - b.id));
  return pageAnswer(call, rows, presentProduct(store));
}

/** A variation is reached below its product only. */
export function productOf(store: WooStore, id: number, parentId?: number): WooProduct {
  const product = store.products.get(id);
  if (!product || (parentId !== undefined && product.parent_id !== parentId))
    throw invalidId(parentId === undefined ? 'product' : 'product_variation');
  if (parentId === undefined && product.type === 'variation')
    throw new WooError('woocommerce_rest_invalid_product_id', 'Variations are below their product.', 404);
  return product;
}

export function updateProduct(
  store: WooStore,
  at: Date,
  id: number,
  body: Record<string, unknown>,
  parentId?: number,
): WooProduct {
  const product = productOf(store, id, parentId);
  checkBody(FIELDS, body);
  product.name = String(body.name ?? product.name);
  product.sku = String(body.sku ?? product.sku);
  if (typeof body.regular_price === 'string') product.cents = centsOf(body.regular_price);
  if (body.manage_stock !== undefined) product.manage_stock = isYes(body.manage_stock);
  // Without stock management the quantity is not kept, whatever is sent.
  if (!product.manage_stock) product.stock_quantity = null;
  else if (body.stock_quantity !== undefined && body.stock_quantity !== null)
    product.stock_quantity = Number(body.stock_quantity);
  else product.stock_quantity ??= 0;
  product.modifiedAt = at;
  return product;
}

/** Each row of a batch succeeds or fails by itself, within an answer of 200. */
export function batchProducts(store: WooStore, call: Call, body: Record<string, unknown>, parentId?: number): Answer {
  const rows = ['create', 'update', 'delete'].flatMap((name) => (Array.isArray(body[name]) ? body[name] : []));
  if (rows.length > BATCH_MAX)
    throw new WooError(
      'woocommerce_rest_request_entity_too_large',
      `Unable to accept more than ${BATCH_MAX} items for this request.`,
      413,
    );
  const updates = Array.isArray(body.update) ? (body.update as unknown[]) : [];
  return json(200, { update: updates.map((row) => updateRow(store, call, row, parentId)) });
}

function updateRow(store: WooStore, call: Call, row: unknown, parentId?: number): unknown {
  const fields = isObject(row) ? row : {};
  const id = Number(fields.id ?? 0);
  try {
    return presentProduct(store)(updateProduct(store, call.at, id, fields, parentId));
  } catch (error) {
    if (error instanceof WooError) return { id, error: error.body() };
    throw error;
  }
}
