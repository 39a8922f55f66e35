import { z } from 'zod';
import { moment, moneyAmount, optionalText } from '../read-answer.ts';

/** Numbers of the database, which PHP sometimes writes as texts. */
const id = z.union([z.number(), z.string()]).transform(String);
const reference = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((value) => (value ? String(value) : ''));
const amount = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((value) => Number(value ?? 0) || 0);
const list = <Row extends z.ZodType>(row: Row) =>
  z
    .array(row)
    .nullish()
    .transform((rows) => rows ?? []);

const Address = z.looseObject({
  firstname: optionalText,
  lastname: optionalText,
  company: optionalText,
  street: list(z.string()),
  city: optionalText,
  region: optionalText,
  region_code: optionalText,
  postcode: optionalText,
  country_id: optionalText,
  telephone: optionalText,
  email: optionalText,
});

const Item = z.looseObject({
  item_id: id,
  parent_item_id: reference,
  product_id: reference,
  product_type: optionalText,
  sku: optionalText,
  name: optionalText,
  price: moneyAmount,
  is_virtual: amount,
  qty_ordered: amount,
  qty_shipped: amount,
  qty_refunded: amount,
  qty_canceled: amount,
});

export const OrderShape = z.looseObject({
  entity_id: id,
  increment_id: id,
  state: optionalText,
  status: optionalText,
  updated_at: moment,
  created_at: moment.nullish(),
  order_currency_code: optionalText,
  shipping_description: optionalText,
  customer_email: optionalText,
  customer_firstname: optionalText,
  customer_lastname: optionalText,
  customer_note: optionalText,
  items: z.array(Item),
  billing_address: Address.nullish(),
  extension_attributes: z
    .looseObject({
      shipping_assignments: list(
        z.looseObject({ shipping: z.looseObject({ address: Address.nullish(), method: optionalText }).nullish() }),
      ),
    })
    .nullish(),
});
export type MagentoOrder = z.output<typeof OrderShape>;
export type MagentoItem = z.output<typeof Item>;
export type MagentoAddress = z.output<typeof Address>;

export const ShipmentShape = z.looseObject({
  entity_id: id,
  tracks: list(z.looseObject({ entity_id: id, track_number: optionalText })),
  comments: list(z.looseObject({ comment: optionalText })),
});
export type MagentoShipment = z.output<typeof ShipmentShape>;

/** The answer of a shipment that was made is its bare number. */
export const ShippedShape = id;

export const ProductShape = z.looseObject({
  id,
  sku: z.string(),
  type_id: optionalText,
  custom_attributes: list(z.looseObject({ attribute_code: z.string(), value: z.unknown() })),
});
export type MagentoProduct = z.output<typeof ProductShape>;

export const SourceShape = z.looseObject({
  source_code: z.string(),
  name: optionalText,
  enabled: z.boolean().nullish(),
});

export const ConfigShape = z.looseObject({ id, code: z.string(), timezone: optionalText });

export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.looseObject({
    // A list of nothing is `null` in some versions.
    items: list(row),
    total_count: z.number(),
  });
