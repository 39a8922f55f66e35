import { z } from 'zod';
import { Id } from '../kit/scalars.ts';

/** What a commercial invoice says of each line; customs returns one that lacks it. */
export const CUSTOMS_FACTS = ['value', 'hs_code', 'origin'] as const;
export type CustomsFact = (typeof CUSTOMS_FACTS)[number];

/** The facts that an item lacks. */
export const missingCustoms = (customs: Record<CustomsFact, string>): CustomsFact[] =>
  CUSTOMS_FACTS.filter((fact) => (fact === 'value' ? !Number(customs.value) : customs[fact].trim() === ''));

/** Lines that are named; the others are counted. */
export const CUSTOMS_GAPS_SHOWN = 50;

export const CustomsGaps = z.object({
  /** Lines that lack something. */
  total: z.number().int(),
  lines: z.array(
    z.object({
      shipment_id: Id,
      pt_number: z.string(),
      inventory_id: Id,
      sku: z.string(),
      name: z.string(),
      missing: z.array(z.enum(CUSTOMS_FACTS)),
    }),
  ),
});
export type CustomsGaps = z.output<typeof CustomsGaps>;
