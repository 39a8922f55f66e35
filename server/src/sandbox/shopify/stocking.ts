import { type FieldNode, GraphQLError, type GraphQLResolveInfo, getDirectiveValues } from 'graphql';
import { type Context, requireScope, schema } from './api.ts';
import { gid, idOf } from './ids.ts';
import type { InventoryRow } from './shop.ts';
import { itemOrNull, levelView, locationView } from './views.ts';

interface QuantityInput {
  inventoryItemId: string;
  locationId: string;
  quantity: number;
  changeFromQuantity?: number | null;
}

interface SetInput {
  name: string;
  reason: string;
  referenceDocumentUri?: string | null;
  quantities: QuantityInput[];
}

const QUANTITY_MAX = 1_000_000_000;
const REASONS = new Set([
  'correction',
  'cycle_count_available',
  'damaged',
  'movement_created',
  'movement_updated',
  'movement_received',
  'movement_canceled',
  'other',
  'promotion',
  'quality_control',
  'received',
  'reservation_created',
  'reservation_deleted',
  'reservation_updated',
  'restock',
  'safety_stock',
  'shrinkage',
]);

interface StockError {
  field: string[];
  message: string;
  code: string;
}

/** The key that the call gives; it is needed although the schema does not say so. */
function idempotencyKey(info: GraphQLResolveInfo): string {
  const directive = schema.getDirective('idempotent');
  const node = info.fieldNodes[0] as FieldNode;
  const values = directive ? getDirectiveValues(directive, node, info.variableValues) : undefined;
  if (typeof values?.key === 'string' && values.key !== '') return values.key;
  throw new GraphQLError('The @idempotent directive is required for this mutation but was not provided.', {
    extensions: { code: 'BAD_REQUEST' },
  });
}

/** Mutations of stock. */
export function stockingMutations(context: Context): Record<string, unknown> {
  const { shop } = context;

  const rowOf = ({ inventoryItemId, locationId }: QuantityInput): InventoryRow | undefined =>
    shop.level(idOf('InventoryItem', inventoryItemId) ?? 0, idOf('Location', locationId) ?? 0);

  const currentOf = (row: InventoryRow, name: string): number =>
    name === 'on_hand' ? row.available + shop.committed(row.itemId, row.locationId) : row.available;

  const errorsOf = (input: SetInput): StockError[] => {
    const errors: StockError[] = [];
    const add = (code: string, message: string, ...field: string[]) =>
      errors.push({ code, message, field: ['input', ...field] });
    if (input.name !== 'available' && input.name !== 'on_hand')
      add('INVALID_NAME', "The quantity name must be either 'available' or 'on_hand'.", 'name');
    if (!REASONS.has(input.reason)) add('INVALID_REASON', 'The specified reason is invalid.', 'reason');
    if (input.referenceDocumentUri && !/^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(input.referenceDocumentUri))
      add('INVALID_REFERENCE_DOCUMENT', 'The specified reference document is invalid.', 'referenceDocumentUri');
    for (const [at, code] of rowErrors(input).entries())
      if (code) add(code, `The row is refused: ${code.toLowerCase().replaceAll('_', ' ')}.`, 'quantities', String(at));
    return errors;
  };

  const rowErrors = ({ name, quantities }: SetInput): (string | undefined)[] => {
    const seen = new Set<string>();
    return quantities.map((each) => {
      const pair = `${each.inventoryItemId} ${each.locationId}`;
      if (seen.has(pair)) return 'NO_DUPLICATE_INVENTORY_ITEM_ID_GROUP_ID_PAIR';
      seen.add(pair);
      return rowError(name, each);
    });
  };

  const rowError = (name: string, each: QuantityInput): string | undefined => {
    if (!shop.variantsByItem.has(idOf('InventoryItem', each.inventoryItemId) ?? 0)) return 'INVALID_INVENTORY_ITEM';
    if (!shop.locations.has(idOf('Location', each.locationId) ?? 0)) return 'INVALID_LOCATION';
    if (each.quantity < 0) return 'INVALID_QUANTITY_NEGATIVE';
    if (each.quantity > QUANTITY_MAX) return 'INVALID_QUANTITY_TOO_HIGH';
    const row = rowOf(each);
    if (!row) return 'ITEM_NOT_STOCKED_AT_LOCATION';
    const expected = each.changeFromQuantity;
    return expected !== null && expected !== currentOf(row, name) ? 'CHANGE_FROM_QUANTITY_STALE' : undefined;
  };

  const apply = (input: SetInput): object => {
    const changes = input.quantities.map((each) => {
      const row = rowOf(each) as InventoryRow;
      const delta = each.quantity - currentOf(row, input.name);
      row.available += delta;
      row.updatedAt = context.now;
      return { row, delta, quantityAfterChange: each.quantity };
    });
    return {
      inventoryAdjustmentGroup: {
        __typename: 'InventoryAdjustmentGroup',
        id: gid('InventoryAdjustmentGroup', shop.ids.next()),
        createdAt: context.now,
        reason: input.reason,
        referenceDocumentUri: input.referenceDocumentUri ?? null,
        changes: () =>
          changes.map(({ row, delta, quantityAfterChange }) => ({
            name: input.name,
            delta,
            quantityAfterChange,
            ledgerDocumentUri: null,
            item: itemOrNull(context, row.itemId),
            location: locationOf(row),
          })),
      },
      userErrors: [],
    };
  };

  const locationOf = (row: InventoryRow) => {
    const location = shop.locations.get(row.locationId);
    return location ? locationView(context, location) : null;
  };

  const setQuantities = ({ input }: { input: SetInput }, _context: unknown, info: GraphQLResolveInfo): object => {
    requireScope(context, 'inventorySetQuantities', 'write_inventory');
    const key = idempotencyKey(info);
    if (input.quantities.some((each) => !('changeFromQuantity' in each)))
      throw new GraphQLError('changeFromQuantity is required for every quantity; it may be null.', {
        extensions: { code: 'INVALID_FIELD_ARGUMENTS' },
      });
    return once(key, input, () => {
      const userErrors = errorsOf(input);
      return userErrors.length > 0 ? { inventoryAdjustmentGroup: null, userErrors } : apply(input);
    });
  };

  /** The same key does not change stock twice, and a key whose first attempt failed is used up. */
  const once = (key: string, input: SetInput, run: () => object): object => {
    const parameters = JSON.stringify(input);
    const known = shop.idempotent.get(key);
    const refused = (code: string, message: string) => ({
      inventoryAdjustmentGroup: null,
      userErrors: [{ field: ['input'], code, message }],
    });
    if (known && known.parameters !== parameters)
      return refused('IDEMPOTENCY_KEY_PARAMETER_MISMATCH', 'The key was used with other parameters.');
    if (known?.answer) return known.answer as object;
    if (known) return refused('IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED', 'The attempt before failed. Use a new key.');
    const answer = run() as { userErrors: unknown[] };
    shop.idempotent.set(key, { parameters, ...(answer.userErrors.length === 0 && { answer }) });
    return answer;
  };

  const activate = (
    {
      inventoryItemId,
      locationId,
      available,
    }: { inventoryItemId: string; locationId: string; available?: number | null },
    _context: unknown,
    info: GraphQLResolveInfo,
  ): object => {
    requireScope(context, 'inventoryActivate', 'write_inventory');
    idempotencyKey(info);
    const itemId = idOf('InventoryItem', inventoryItemId) ?? 0;
    const place = idOf('Location', locationId) ?? 0;
    if (!shop.variantsByItem.has(itemId) || !shop.locations.has(place))
      return {
        inventoryLevel: null,
        userErrors: [{ field: ['inventoryItemId'], message: 'The item or the location does not exist.' }],
      };
    return {
      inventoryLevel: levelView(context, shop.stock(itemId, place, context.now, available ?? 0)),
      userErrors: [],
    };
  };

  return { inventorySetQuantities: setQuantities, inventoryActivate: activate };
}
