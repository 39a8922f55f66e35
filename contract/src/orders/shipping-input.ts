import { z } from 'zod';
import { Day, Id } from '../kit/scalars.ts';
import { AddressCopyInput } from '../relations/address-copy.ts';
import { CourierId, courierTerms } from '../relations/courier-input.ts';

/** Lines an order has at most, kits exploded. */
export const ORDER_LINES_MAX = 1000;
/** Units of a line at most. */
export const LINE_UNITS_MAX = 1_000_000;

/** A partial shipment. Only lines with something left can be in it; a line with quantity 0 stays behind. */
export const PartialShipInput = z.object({
  /** Left out: today. */
  ship_date: Day.optional(),
  /** Left out: tomorrow, or the day after the ship date when that is later. */
  cancel_date: Day.optional(),
  /** Copies for this shipment; left out: as the order has them. */
  shipping_addr: AddressCopyInput.optional(),
  billing_addr: AddressCopyInput.optional(),
  courier: z.object({
    id: CourierId,
    ...courierTerms,
  }),
  lines: z
    .array(z.object({ order_line_id: Id, quantity: z.number().int().min(0).max(LINE_UNITS_MAX) }))
    .min(1, 'AtLeastOneLine')
    .max(ORDER_LINES_MAX),
});
export type PartialShipInput = z.output<typeof PartialShipInput>;

export const BatchFailure = z.object({
  id: Id,
  failed_reference: z.string(),
  failed_reason: z.string(),
  /** The reason as it can be shown in another language. */
  failed_reason_key: z.string(),
  /** Units that can ship of an order that is short; 0 for any other reason. */
  available: z.number().int(),
});
export type BatchFailure = z.output<typeof BatchFailure>;
