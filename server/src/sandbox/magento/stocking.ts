import { checkList, type Fields } from './check-body.ts';
import { MagentoError, missingField, tooManyItems } from './errors.ts';
import type { MagentoStore } from './store.ts';

const SOURCE_ITEM: Fields = {
  sku: { type: 'string' },
  source_code: { type: 'string' },
  quantity: { type: 'float' },
  status: { type: 'int' },
  extension_attributes: { type: 'any' },
};
const ENTITIES_MAX = 20;

/** What is wrong with a row; all rows are refused when one is. */
function problemOf(store: MagentoStore, row: Record<string, unknown>): MagentoError['errors'] {
  const field = (name: string) => ({
    message: '"%field" cannot be empty.',
    parameters: { field: name },
  });
  if (!row.sku) return [field('sku')];
  if (!row.source_code) return [field('source_code')];
  if (!store.sources.has(String(row.source_code)))
    return [
      {
        message: 'Source with code "%sourceCode" does not exist.',
        parameters: { sourceCode: String(row.source_code) },
      },
    ];
  return row.quantity === undefined ? [field('quantity')] : [];
}

/**
 * `POST /inventory/source-items`. An SKU that no product has is accepted, and one of a product without stock of its own:
 * the inventory does not know the catalogue.
 */
export function saveSourceItems(store: MagentoStore, body: Record<string, unknown>): [] {
  if (body.sourceItems === undefined) throw missingField('sourceItems');
  const rows = checkList(SOURCE_ITEM, body.sourceItems, 'SourceItemInterface');
  if (rows.length === 0) throw new MagentoError(400, 'Input data is empty');
  if (store.switches.limitsInput && rows.length > ENTITIES_MAX)
    throw tooManyItems('Magento\\InventoryApi\\Api\\Data\\SourceItemInterface', ENTITIES_MAX);
  const errors = rows.flatMap((row) => problemOf(store, row));
  if (errors.length > 0) throw new MagentoError(400, 'Validation Failed', undefined, errors);
  for (const { sku, source_code, quantity, status } of rows)
    store.stock.get(String(source_code))?.set(String(sku), { quantity: Number(quantity), status: Number(status ?? 0) });
  return [];
}
