import { z } from 'zod';
import { optionalText } from '../read-answer.ts';

const list = <Shape extends z.ZodType>(shape: Shape) =>
  z
    .array(shape)
    .nullish()
    .transform((rows) => rows ?? []);

/** Lists say whether there is a next page, and not how many rows there are. */
export const pageOf = <Shape extends z.ZodType>(shape: Shape) =>
  z.looseObject({ next: z.string().nullish(), results: z.array(shape) });

export const CarrierAccountShape = z.looseObject({
  object_id: z.string().min(1),
  object_owner: optionalText,
  carrier: z.string(),
  carrier_name: optionalText,
  account_id: optionalText,
  active: z.boolean().nullish(),
  service_levels: list(z.looseObject({ name: optionalText, token: z.string() })),
});
export type ShippoCarrierAccount = z.output<typeof CarrierAccountShape>;

export const AddressShape = z.looseObject({
  object_id: z.string().min(1),
  name: optionalText,
  company: optionalText,
  street1: optionalText,
  street2: optionalText,
  city: optionalText,
  state: optionalText,
  zip: optionalText,
  country: optionalText,
  metadata: optionalText,
});
export type ShippoAddress = z.output<typeof AddressShape>;

const MessageShape = z.looseObject({ source: optionalText, code: optionalText, text: optionalText });
export type ShippoMessage = z.output<typeof MessageShape>;

export const RateShape = z.looseObject({
  object_id: z.string().min(1),
  object_created: optionalText,
  amount: z.string().regex(/^\d+(\.\d+)?$/),
  currency: z.string(),
  provider: z.string(),
  servicelevel: z.looseObject({ name: optionalText, token: optionalText }),
  estimated_days: z.number().int().nullish(),
  carrier_account: z.string(),
});
export type ShippoRate = z.output<typeof RateShape>;

export const ShipmentShape = z.looseObject({
  object_id: z.string().min(1),
  status: z.string(),
  rates: list(RateShape),
  messages: list(MessageShape),
});
export type ShippoShipment = z.output<typeof ShipmentShape>;

export const TransactionShape = z.looseObject({
  object_id: z.string().min(1),
  status: z.string(),
  tracking_number: optionalText,
  tracking_url_provider: optionalText,
  label_url: optionalText,
  messages: list(MessageShape),
  metadata: optionalText,
});
export type ShippoTransaction = z.output<typeof TransactionShape>;

export const RefundShape = z.looseObject({ object_id: z.string().min(1), status: z.string() });

const Status = z.looseObject({
  object_id: optionalText,
  status: z.string(),
  status_details: optionalText,
  status_date: optionalText,
  location: z
    .looseObject({ city: optionalText, state: optionalText, zip: optionalText, country: optionalText })
    .nullish(),
});
export type ShippoStatus = z.output<typeof Status>;

export const TrackShape = z.looseObject({
  eta: optionalText,
  tracking_status: Status.nullish(),
  tracking_history: list(Status),
});
export type ShippoTrack = z.output<typeof TrackShape>;

export const MadeShape = z.looseObject({ object_id: z.string().min(1) });
