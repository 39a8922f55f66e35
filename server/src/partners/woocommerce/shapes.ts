import { z } from 'zod';
import { moment, moneyAmount, optionalText } from '../read-answer.ts';

/** Ids are numbers; plugins make texts of them. */
const id = z.union([z.number(), z.string()]).transform(String);
const Meta = z.looseObject({ key: optionalText, value: z.unknown() });
const metas = z
  .array(Meta)
  .nullish()
  .transform((rows) => rows ?? []);
/** Fields of the plugins for bundles: a number, a text or nothing, and a list that may be missing. */
const reference = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((value) => (value ? String(value) : ''));
const references = z
  .array(z.unknown())
  .nullish()
  .catch([])
  .transform((rows) => rows ?? []);

const Address = z.looseObject({
  first_name: optionalText,
  last_name: optionalText,
  company: optionalText,
  address_1: optionalText,
  address_2: optionalText,
  city: optionalText,
  state: optionalText,
  postcode: optionalText,
  country: optionalText,
  email: optionalText,
  phone: optionalText,
});
const Line = z.looseObject({
  id,
  name: optionalText,
  sku: optionalText,
  quantity: z.number(),
  price: moneyAmount,
  meta_data: metas,
  bundled_by: reference,
  bundled_items: references,
  composite_parent: reference,
  composite_children: references,
});
export const WooOrderShape = z.looseObject({
  id,
  number: z.union([z.string(), z.number()]).transform(String),
  status: z.string(),
  currency: optionalText,
  date_created_gmt: moment.nullish(),
  date_modified_gmt: moment,
  customer_note: optionalText,
  billing: Address.nullish(),
  shipping: Address.nullish(),
  shipping_lines: z
    .array(z.looseObject({ method_title: optionalText }))
    .nullish()
    .transform((rows) => rows ?? []),
  line_items: z.array(Line),
  refunds: references,
});
export type WooOrder = z.output<typeof WooOrderShape>;
export type WooLine = z.output<typeof Line>;
export type WooAddress = z.output<typeof Address>;

export const WooRefundShape = z.looseObject({
  line_items: z
    .array(z.looseObject({ quantity: z.number(), meta_data: metas }))
    .nullish()
    .transform((rows) => rows ?? []),
});
export type WooRefund = z.output<typeof WooRefundShape>;

export const WooFulfilmentShape = z.looseObject({ id, status: optionalText, meta_data: metas });
export type WooFulfilment = z.output<typeof WooFulfilmentShape>;
export const WooFulfilmentsShape = z
  .union([z.array(WooFulfilmentShape), z.looseObject({ fulfillments: z.array(WooFulfilmentShape) })])
  .transform((answer) => (Array.isArray(answer) ? answer : answer.fulfillments));
export const WooFulfilmentMadeShape = z
  .union([WooFulfilmentShape, z.looseObject({ fulfillment: WooFulfilmentShape })])
  .transform(
    (answer): WooFulfilment =>
      'fulfillment' in answer ? (answer.fulfillment as WooFulfilment) : (answer as WooFulfilment),
  );

export const WooTrackingShape = z.looseObject({ tracking_id: id, tracking_number: optionalText });
export type WooTracking = z.output<typeof WooTrackingShape>;

/** Countries with their providers: `{ "United States": { "UPS": "https://…" } }`. */
export const WooProvidersShape = z.record(z.string(), z.record(z.string(), z.unknown()));

export const WooNoteShape = z.looseObject({ id, note: optionalText });
export type WooNote = z.output<typeof WooNoteShape>;

export const WooProductShape = z.looseObject({
  id: z.number(),
  sku: optionalText,
  type: optionalText,
  parent_id: z.number().nullish(),
  /** `parent` for a variation whose stock is that of its product. */
  manage_stock: z.union([z.boolean(), z.string()]).nullish(),
  stock_quantity: z.number().nullish(),
});
export type WooProduct = z.output<typeof WooProductShape>;

export const WooBatchShape = z.looseObject({
  update: z
    .array(z.looseObject({ id: z.number(), error: z.looseObject({ message: z.string() }).nullish() }))
    .nullish()
    .transform((rows) => rows ?? []),
});

export const WooHookShape = z.looseObject({
  id,
  topic: optionalText,
  delivery_url: optionalText,
  status: optionalText,
});

export const WooStatusShape = z.looseObject({
  environment: z.looseObject({ version: optionalText, site_url: optionalText }),
});
