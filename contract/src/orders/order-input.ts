import { z } from 'zod';
import { inputsOf } from '../kit/fields.ts';
import type { MessageKey } from '../kit/messages.ts';
import { CountryCode, ID_MAX, Id, MoneyIn, Payment, Rate, Stamp, text } from '../kit/scalars.ts';
import { AddressCopyInput } from '../relations/address-copy.ts';
import { CourierId } from '../relations/courier-input.ts';
import { orderFields } from './order-fields.ts';
import { OrderMetaInput } from './order-meta.ts';
import { ORDER_TYPES } from './order-status.ts';
import { LINE_UNITS_MAX, ORDER_LINES_MAX } from './shipping-input.ts';

export const OrderTypeName = z.enum(ORDER_TYPES);

/** The line of an issue, as people count lines: from 1. */
const atLine = (key: MessageKey) => (issue: { path?: PropertyKey[] | undefined }) =>
  `${key}:${Number(issue.path?.find((part) => typeof part === 'number') ?? 0) + 1}`;
const [itemIsInvalid, quantityIsInvalid, priceIsInvalid] = [
  atLine('InvalidLineItemAt'),
  atLine('InvalidLineQuantityAt'),
  atLine('InvalidLinePriceAt'),
];

export const OrderLineInput = z.object(
  {
    /** A line of the order that is saved again; left out for a new one. */
    id: Id.optional(),
    /** An item, or a kit: the server makes a line per component. */
    inventory_id: z
      .number({ error: itemIsInvalid })
      .int({ error: itemIsInvalid })
      .positive({ error: itemIsInvalid })
      .max(ID_MAX, { error: itemIsInvalid }),
    /** Left out or empty: as the item has it. */
    sku: text(),
    name: text(),
    quantity: z
      .number({ error: quantityIsInvalid })
      .int({ error: quantityIsInvalid })
      .min(1, { error: quantityIsInvalid })
      .max(LINE_UNITS_MAX, { error: quantityIsInvalid }),
    /** Left out: the selling price in a customer order, else the cost. For a kit the price of one kit. */
    price: z
      .union([z.number(), z.string()], { error: priceIsInvalid })
      .refine((price) => MoneyIn.safeParse(price).success, { error: priceIsInvalid })
      .transform((price) => MoneyIn.parse(price))
      .optional(),
    comment: text(255),
    source_id: text(100),
    /**
     * The kit that a line was made for, as the server answered it. The lines of a kit are sent back unchanged, or as
     * one line of the kit itself.
     */
    kit_id: Id.nullable().optional(),
    /** Sent back with the lines of a kit: another number of kits changes the kit and all its lines. */
    kit_property: z
      .object({ quantity: z.number().int().min(1).max(LINE_UNITS_MAX).optional() })
      .nullable()
      .optional(),
  },
  { error: itemIsInvalid },
);
export type OrderLineInput = z.output<typeof OrderLineInput>;

const addressId = z
  .number({ error: () => 'AddressIsRequired' })
  .int()
  .min(0)
  .max(ID_MAX)
  .nullable();

/** What is saved of an order as it is sent. */
export const orderInputs = inputsOf(orderFields);

const inputs = {
  ...orderInputs,
  relation_id: z
    .number({ error: () => 'RelationIsRequired' })
    .int()
    .positive('RelationIsRequired')
    .max(ID_MAX, 'RelationIsRequired'),
  /** The relation's addresses to copy; on a save null or 0 keeps the copy that the order has. */
  shipping_address_id: addressId.optional(),
  billing_address_id: addressId.optional(),
  /** The copy itself, when it was edited for this order. */
  shipping_address: AddressCopyInput.optional(),
  billing_address: AddressCopyInput.optional(),
  accounting: z
    .object({ tax_rate: Rate.default(0), payment_term: text().transform((term) => term || 'NA') })
    .default({ tax_rate: 0, payment_term: 'NA' }),
  shipping: z
    .object({
      courier_id: CourierId,
      payment: Payment,
      collect_account: z
        .object({ account: text(), collect_country_code: CountryCode, collect_zip_code: text(32) })
        .default({ account: '', collect_country_code: '', collect_zip_code: '' }),
    })
    // A missing `shipping` is parsed as an empty one, so that the refusal is about its courier.
    .prefault({} as never),
  /** Left out: as it was. */
  meta: OrderMetaInput.optional(),
  lines: z
    .array(OrderLineInput, { error: () => 'AtLeastOneLine' })
    .min(1, 'AtLeastOneLine')
    .max(ORDER_LINES_MAX),
};

/** A new order has no copy of its addresses yet: it names addresses of the relation, or has copies of its own. */
function addressed(order: Partial<z.output<z.ZodObject<typeof inputs>>>, context: z.core.$RefinementCtx): void {
  for (const side of ['shipping', 'billing'] as const)
    if (!order[`${side}_address_id`] && !order[`${side}_address`])
      context.addIssue({ code: 'custom', path: [`${side}_address_id`], message: 'AddressIsRequired' });
}

/** JSON Schema cannot express the rules above: partners and the generated tests learn them from this example. */
const example = {
  relation_id: 1,
  reference: 'SO-28412',
  shipping_address_id: 1,
  billing_address_id: 1,
  shipping: { courier_id: 1 },
  lines: [{ inventory_id: 1, quantity: 1 }],
};

/** Where an order comes from; kept when a main user's program sends it. */
const OrderSourceInput = z.object({ source: text(64), source_id: text(100), source_key: text(100) });

export const OrderInput = z
  .object({ ...inputs, type: OrderTypeName, client_id: Id.optional(), source: OrderSourceInput.optional() })
  // Checked also when other fields are invalid, so that all problems are reported at once.
  .superRefine(addressed, { when: ({ value }) => typeof value === 'object' && value !== null })
  .meta({ example: { type: 'Customer Order', ...example } });
/** The type is only compared: an order keeps it. */
export const OrderUpdate = z.object({ ...inputs, type: OrderTypeName.optional(), updated_at: Stamp }).meta({ example });
export type OrderInput = z.output<typeof OrderInput>;
export type OrderUpdate = z.output<typeof OrderUpdate>;
