import { z } from 'zod';
import { isLotNumber } from '../inventory/inventories.ts';
import { Day, Flag, FlagIn, ID_MAX, Id, text } from '../kit/scalars.ts';

const NewLot = z.object({
  lot: text(64).refine(isLotNumber, 'LotMeansNone'),
  expire: z
    .union([Day, z.literal('')])
    .nullable()
    .default(null),
});

/** The reason that received goods are put into quarantine with when a customer returns them. */
export const TO_INSPECT = 'to inspect';

/** Units of a shipment line taken from a place, or put to one. Plates travel by number, lots and buckets by id. */
export const FulfilLineInput = z.object({
  lineId: z
    .number({ error: () => 'MissingLineId' })
    .int()
    .positive('MissingLineId')
    .max(ID_MAX, 'MissingLineId'),
  /** Left out: the units of the serial bucket, which is always taken as a whole; 1 without a bucket. */
  quantity: z
    .number({ error: () => 'InvalidQuantity' })
    .int('InvalidQuantity')
    .positive('InvalidQuantity')
    .max(1_000_000, 'InvalidQuantity')
    .optional(),
  /** Inbound only, with a reason. */
  quarantine: FlagIn.default(0),
  reason: text(),
  /** Empty, left out or `_SystemNoLicense`: on no plate. */
  license: text(64),
  serialId: Id.nullable().default(null),
  lotId: Id.nullable().default(null),
  /** Inbound only: a lot that is made when the item has none of this number. */
  newLot: NewLot.nullable().default(null),
  reference: text(),
  /** Outbound: the lot expires before the ship date (422 on this field without it), and the person confirmed it. */
  allow_expired: FlagIn.default(0),
});
export type FulfilLineInput = z.output<typeof FulfilLineInput>;

/** One choice of quick fulfil or of an allocation: so many units of a line at one place, and why there. */
export const Pick = z.object({
  line_id: Id,
  inventory_id: Id,
  sku: z.string(),
  name: z.string(),
  quantity: z.number().int(),
  license_id: Id.nullable(),
  license: z.string(),
  location: z.string(),
  /** P picking, S storage; empty without a location. */
  location_type: z.enum(['P', 'S', '']),
  lot_id: Id.nullable(),
  lot: z.string(),
  expire: z.string().nullable(),
  quarantine: Flag,
  /** Why this place, as a sentence and as the message that it can be shown by in another language. */
  reason: z.string(),
  reason_key: z.string(),
});
export type Pick = z.output<typeof Pick>;

/** What quick fulfil would do, or what is stored for the picking ticket. */
export const Allocation = z.object({
  shipment_id: Id,
  /** When it was stored; null for one that was only computed. */
  stored_at: z.string().nullable(),
  picks: z.array(Pick),
  /** Units of each line for which no place was found. */
  short: z.array(z.object({ line_id: Id, sku: z.string(), quantity: z.number().int() })),
});
export type Allocation = z.output<typeof Allocation>;

/** The choices of quick fulfil as the person changed them; left out: those of the rule. */
export const QuickFulfilInput = z.object({
  picks: z
    .array(
      z.object({
        line_id: Id,
        license: text(64),
        lot_id: Id.nullable().default(null),
        quantity: z.number().int().positive('InvalidQuantity').max(1_000_000, 'InvalidQuantity'),
      }),
    )
    .min(1, 'ChooseAtLeastOnePlace')
    .max(2000)
    .optional(),
  allow_expired: FlagIn.default(0),
});
export type QuickFulfilInput = z.output<typeof QuickFulfilInput>;

export const FulfilDirection = z.enum(['inbound', 'outbound']);

/** A plate with what it holds of the item; outbound only plates with stock of it, inbound any plate of the client. */
export const PlaceFound = z.object({
  license_id: Id.nullable(),
  license: z.string(),
  location: z.string(),
  location_type: z.enum(['P', 'S', '']),
  lot_id: Id.nullable(),
  lot: z.string(),
  expire: z.string().nullable(),
  quantity: z.number().int(),
});
export type PlaceFound = z.output<typeof PlaceFound>;

export const BucketFound = z.object({
  id: Id,
  lead: z.string(),
  units: z.number().int(),
  state: z.string(),
  license: z.string(),
  location: z.string(),
  lot: z.string(),
  lot_id: Id.nullable(),
  serials: z.array(z.string()),
});
export type BucketFound = z.output<typeof BucketFound>;

/** What a scanned code names, among the records of a shipment's client; a shipment may be any that has the code. */
export const ScannedForShipment = z.object({
  kind: z.enum(['license', 'location', 'lot', 'serial', 'item', 'line', 'shipment']),
  /** As the record has it: of a line its SKU, of a shipment its reference. */
  title: z.string(),
  /** Of a line of this shipment, or of a shipment. */
  id: Id.optional(),
  /** The items whose pristine units are on the plate; the item of a lot or a serial, or the item itself. */
  items: z.array(Id),
});
export type ScannedForShipment = z.output<typeof ScannedForShipment>;

export const LotFound = z.object({
  id: Id,
  lot: z.string(),
  expire: z.string().nullable(),
  /** Pristine units on hand. */
  quantity: z.number().int(),
});
export type LotFound = z.output<typeof LotFound>;
