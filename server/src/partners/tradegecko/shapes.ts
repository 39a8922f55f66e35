import { z } from 'zod';
import { moment, moneyAmount, optionalText } from '../read-answer.ts';

const id = z.union([z.number(), z.string()]).transform(String);
const reference = id.nullish().transform((value) => value ?? '');
/** Quantities are texts with a decimal point. */
const quantity = z.union([z.string(), z.number()]).transform((value) => Math.trunc(Number(value)) || 0);

export const TgOrderShape = z.looseObject({
  id,
  order_number: optionalText,
  status: z.string(),
  email: optionalText,
  notes: optionalText,
  billing_address_id: reference,
  shipping_address_id: reference,
  stock_location_id: reference,
  created_at: moment.nullish(),
  updated_at: moment,
});
export type TgOrder = z.output<typeof TgOrderShape>;

export const TgLineShape = z.looseObject({
  id,
  variant_id: reference,
  label: optionalText,
  quantity,
  price: moneyAmount,
});
export type TgLine = z.output<typeof TgLineShape>;

export const TgVariantShape = z.looseObject({
  id,
  sku: optionalText,
  name: optionalText,
  product_name: optionalText,
});
export type TgVariant = z.output<typeof TgVariantShape>;

export const TgAddressShape = z.looseObject({
  id,
  first_name: optionalText,
  last_name: optionalText,
  company_name: optionalText,
  address1: optionalText,
  address2: optionalText,
  city: optionalText,
  state: optionalText,
  zip_code: optionalText,
  country: optionalText,
  phone_number: optionalText,
  email: optionalText,
});
export type TgAddress = z.output<typeof TgAddressShape>;

export const TgLocationShape = z.looseObject({ id, label: optionalText, status: optionalText });
export type TgLocation = z.output<typeof TgLocationShape>;

export const TgFulfillmentShape = z.looseObject({ id, status: z.string(), tracking_number: optionalText });
export const TgFulfillmentLineShape = z.looseObject({ order_line_item_id: id, quantity });

/** A fulfilment with what is in it, which is read by a call of its own. */
export interface TgFulfillment extends z.output<typeof TgFulfillmentShape> {
  lines: readonly { order_line_item_id: string; quantity: number }[];
}
