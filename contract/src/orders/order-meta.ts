import { z } from 'zod';

/** Names that one order can have at most. */
export const META_MAX = 20;

/** Letters, digits and a few marks, so that a name is safe in every store and file that it is copied to. */
const Name = z.string().regex(/^[\p{L}\p{N} _.:-]{1,64}$/u, 'InvalidFormat');
const Value = z
  .string()
  .max(255)
  .refine((value) => !/\p{Cs}/u.test(value) && !value.includes('\u0000'), 'InvalidFormat');

/** What a partner or another system keeps with an order: names with their values. */
export const OrderMeta = z.record(z.string(), z.string());
export type OrderMeta = z.output<typeof OrderMeta>;

/** Replaces what the order has, as a whole. */
export const OrderMetaInput = z
  .record(Name, Value)
  .refine((meta) => Object.keys(meta).length <= META_MAX, `TooMany:${META_MAX}`)
  .meta({ example: { channel_order: '100-7' } });
