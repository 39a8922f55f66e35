import { moneyText } from '../kit/values.ts';
import type { TgAccount, TgFulfillment, TgFulfillmentLine, TgLine, TgOrder, TgVariant } from './account.ts';

/** Quantities are texts with a decimal point. */
const quantityText = (quantity: number): string => `${quantity}.0`;

export const presentOrder =
  (account: TgAccount) =>
  ({ issuedAt, updatedAt, ...order }: TgOrder) => ({
    ...order,
    issued_at: issuedAt.toISOString().slice(0, 10),
    created_at: issuedAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    company_id: 1,
    reference_number: null,
    order_line_item_ids: account.linesOf(order.id).map(({ id }) => id),
    fulfillment_ids: account.fulfillmentsOf(order.id).map(({ id }) => id),
  });

export const presentLine = ({ cents, quantity, ...line }: TgLine) => ({
  ...line,
  freeform: line.variant_id === null,
  quantity: quantityText(quantity),
  price: moneyText(cents),
});

export const presentVariant =
  ({ locations }: TgAccount) =>
  ({ cents, ...variant }: TgVariant) => ({
    ...variant,
    name: variant.product_name,
    wholesale_price: moneyText(cents),
    locations: locations.map(({ id }) => ({ location_id: id, stock_on_hand: '0.0', committed: '0.0' })),
  });

export const presentFulfillment = (account: TgAccount) => (fulfillment: TgFulfillment) => ({
  ...fulfillment,
  fulfillment_line_item_ids: [...account.fulfillmentLines.values()]
    .filter(({ fulfillment_id }) => fulfillment_id === fulfillment.id)
    .map(({ id }) => id),
});

export const presentFulfillmentLine = ({ quantity, ...line }: TgFulfillmentLine) => ({
  ...line,
  quantity: quantityText(quantity),
});
