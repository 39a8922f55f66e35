import { z } from 'zod';
import { Day, Id, size, text } from '../kit/scalars.ts';
import { NOT_MEASURED } from '../kit/sizes.ts';

/**
 * Cartons that one shipment is packed into at most. A full truck holds some thousands. This many cartons, as the
 * packing screen sends them, are half a megabyte, which is half of the largest allowed request.
 */
export const CONTAINERS_MAX = 5000;
/** Length of the id that a carton is given before it is saved. */
export const CARTON_ID_LENGTH = 6;
/** Units of measure that *PackAll* packs by. */
export const CARTON_UOMS = ['carton', 'ctn'] as const;

const side = size('CartonSizesAreNumbers').default(NOT_MEASURED);

export const ContainerInput = z.object({
  /** Six letters or digits, drawn when the carton was added; left out or empty: drawn by the server. */
  id: text(16).refine((id) => /^([A-Za-z0-9]{6})?$/.test(id), 'CartonIdIsSixCharacters'),
  own_number: text(64),
  length: side,
  width: side,
  height: side,
  weight: side,
  contents: z
    .array(
      z.object({
        lineId: Id,
        quantity: z
          .number({ error: () => 'InvalidQuantity' })
          .int('InvalidQuantity')
          .positive('InvalidQuantity')
          .max(1_000_000, 'InvalidQuantity'),
        expire: z
          .union([Day, z.literal('')])
          .nullable()
          .default(null),
      }),
    )
    .min(1, 'CartonIsEmpty')
    .max(1000),
});

export const PackInput = z.object({
  containers: z
    .array(ContainerInput)
    .min(1, 'AtLeastOneCarton')
    .max(CONTAINERS_MAX, `TooManyCartons:${CONTAINERS_MAX}`),
});
export type PackInput = z.output<typeof PackInput>;

/** A carton of a packed shipment. `id` is its own six characters. */
export const Container = z.object({
  id: z.string(),
  /** Empty until its label is printed for the first time, while the company has a GS1 prefix. */
  sscc: z.string(),
  own_number: z.string(),
  length: z.number(),
  width: z.number(),
  height: z.number(),
  weight: z.number(),
  contents: z.array(z.object({ lineId: Id, quantity: z.number().int(), expire: z.string().nullable() })),
  /** The same as the specification shows it. */
  shipment_lines: z.array(
    z.object({
      id: Id,
      sku: z.string(),
      name: z.string(),
      pivot: z.object({ line_id: Id, quantity: z.number().int(), expire: z.string().nullable() }),
    }),
  ),
});
export type Container = z.output<typeof Container>;
