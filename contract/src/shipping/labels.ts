import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { FlagIn, Id, idOf, Moment, required, text } from '../kit/scalars.ts';

/** Labels are 4 × 6 inches, in what the printer of a user takes. */
export const LABEL_FILE_FORMATS = ['pdf', 'zpl'] as const;
export type LabelFileFormat = (typeof LABEL_FILE_FORMATS)[number];

/**
 * asked: the partner is being asked, or its answer was lost and is looked up · bought · refused: the carrier said no,
 * and nothing was paid · voiding: the money is asked back · voided · the label of a refused void is `bought` again.
 */
export const LABEL_STATES = ['asked', 'bought', 'refused', 'voiding', 'voided'] as const;

/** Days after which a label counts as expired, and a price cannot be bought any more. */
export const LABEL_DAYS = 7;
/** Shipments that one call buys labels for at most. */
export const LABEL_BATCH_MAX = 500;
/** Defaults of customs, by the specification. */
export const CUSTOMS_DEFAULTS = { description: 'Merchandise', origin_country: 'CN', value_currency: 'USD' } as const;

export const TRACKING_STATES = ['unknown', 'pre_transit', 'transit', 'delivered', 'returned', 'failure'] as const;

const size = z.number().positive('SizeIsInvalid').max(99_999, 'SizeIsInvalid');

/** A parcel in the company's measure: centimetres and kilograms, or inches and pounds. */
export const RateParcel = z.object({
  /** The carton that it is; left out for a parcel without one. */
  container_id: Id.optional(),
  length: size,
  width: size,
  height: size,
  weight: size,
});
export type RateParcel = z.output<typeof RateParcel>;

export const CustomsItem = z.object({
  description: text(100),
  quantity: z.number().int().positive().max(1_000_000),
  /** Of all its units. */
  value_amount: z.number().min(0).max(99_999_999),
  value_currency: text(3),
  origin_country: text(2),
  tariff_number: text(12),
  sku_code: text(64),
});
export type CustomsItem = z.output<typeof CustomsItem>;

export const LabelAddress = z.object({
  company: text(255),
  contact: text(255),
  street1: text(255),
  street2: text(255),
  street3: text(255),
  city: text(100),
  state_code: text(50),
  postal_code: text(20),
  country_code: text(2),
  phone: text(50),
  email: text(255),
});
export type LabelAddress = z.output<typeof LabelAddress>;

/** What is left out is as the shipment has it: its address, the customs of its lines, its cartons without labels. */
export const RateInput = z
  .object({
    shipment_id: Id.optional(),
    address: LabelAddress.partial().optional(),
    customs: z.array(CustomsItem).max(200).optional(),
    parcels: z.array(RateParcel).max(100).optional(),
    /** 0: the shipment's own. */
    courier: z.number().int().min(0).default(0),
    /** Printed on the labels. Without `shipment_id` it names the shipment: its picking number. */
    reference: text(50),
    unitsCount: z.number().int().min(0).default(0),
  })
  .meta({ example: { shipment_id: 1, reference: 'SO-1', courier: 0, unitsCount: 1 } });
export type RateInput = z.output<typeof RateInput>;

/** A service that all parcels can go with, and its price. The four fields of the specification come first. */
export const Quote = z.object({
  object_id: z.string(),
  service: z.string(),
  cost: z.number(),
  /** Working days and the day of arrival in words: `2 days`. */
  dates: z.string(),
  carrier: z.string(),
  currency: z.string(),
  days: z.number().int().nullable(),
  /** The day on which it arrives, when the carrier says so. */
  arrives_on: z.string().nullable(),
  /** After the day that the shipment has to be there. */
  is_late: z.boolean(),
  is_cheapest: z.boolean(),
  is_fastest: z.boolean(),
  /** What the courier's rule chooses. */
  is_by_rule: z.boolean(),
  /** With the client's modifier: what is billed. */
  charged: z.number(),
  parcels: z.array(z.object({ container_id: Id.nullable(), cost: z.number() })),
});
export type Quote = z.output<typeof Quote>;

export const Rates = z.object({
  quotes: z.array(Quote),
  refusals: z.array(z.object({ carrier: z.string(), reason: z.string() })),
  read_at: Moment,
  expires_at: Moment.nullable(),
});
export type Rates = z.output<typeof Rates>;

export const TrackingEvent = z.object({
  status: z.enum(TRACKING_STATES),
  at: Moment,
  place: z.string(),
  text: z.string(),
});

export const Label = z.object({
  id: Id,
  /** The partner's id of the purchase; empty until it is known. */
  object_id: z.string(),
  state: z.enum(LABEL_STATES),
  /** `SUCCESS` or `voided`, as the specification names them; empty before. */
  status: z.string(),
  container_id: Id.nullable(),
  own_number: z.string(),
  carrier: z.string(),
  service: z.string(),
  tracking_number: z.string(),
  tracking_url: z.string(),
  /** Prints it; works for some minutes. Empty while there is nothing to print. */
  label_url: z.string(),
  format: z.enum(LABEL_FILE_FORMATS),
  cost: z.number(),
  currency: z.string(),
  problem: z.string(),
  problem_key: z.string(),
  /** It was asked for and nobody knows yet whether it was bought: the partner is asked. */
  is_unknown: z.boolean(),
  printed_at: Moment.nullable(),
  tracking_status: z.enum(TRACKING_STATES),
  tracking: z.array(TrackingEvent),
  user: z.string(),
  created_at: Moment,
  expires_at: Moment,
  voided_at: Moment.nullable(),
});
export type Label = z.output<typeof Label>;

/** A carton as a parcel; its label when it has one that counts. */
export const LabelParcelRow = z.object({
  container_id: Id,
  own_number: z.string(),
  length: z.number(),
  width: z.number(),
  height: z.number(),
  weight: z.number(),
  /** Of its volume, 0 to 100; null when something was never measured. */
  full: z.number().nullable(),
  label_id: Id.nullable(),
});

/** Everything that the panel of a shipment shows. */
export const ShipmentLabels = z.object({
  /** Why no label can be bought now, as a key; empty when one can. */
  blocked: z.enum(['', 'NotPacked', 'NoAccount', 'NoLabelCourier', 'NoSender', 'Finished', 'Locked', 'Inbound']),
  /** The sender's address at the partner, in a line. */
  sender: z.string(),
  format: z.enum(LABEL_FILE_FORMATS),
  measure: z.enum(['metric', 'imperial']),
  parcels: z.array(LabelParcelRow),
  labels: z.array(Label),
  /** All labels that count as one file; works for some minutes. Empty while there is nothing to print. */
  labels_url: z.string(),
  /** Prefilled from the lines; empty for a shipment within one country. */
  customs: z.array(
    z.object({
      description: z.string(),
      quantity: z.number().int(),
      value_amount: z.number(),
      value_currency: z.string(),
      origin_country: z.string(),
      tariff_number: z.string(),
      sku_code: z.string(),
      missing: z.array(z.string()),
    }),
  ),
  is_international: z.boolean(),
  /** The day that the shipment has to be there; null when nobody said one. */
  arrive_by: z.string().nullable(),
  /** Of the labels that count. */
  cost: z.number(),
  charged: z.number(),
  currency: z.string(),
  modifier: z.number(),
});
export type ShipmentLabels = z.output<typeof ShipmentLabels>;

export const QuoteInput = z
  .object({
    object_id: required('QuoteIsRequired', 200),
    service: text(200),
    cost: z.number().optional(),
    dates: text(200),
  })
  .meta({ example: { object_id: 'rate_1', service: 'Ground', cost: 8.4, dates: '' } });
export type QuoteInput = z.output<typeof QuoteInput>;

export const LABEL_BATCH_STATES = ['waiting', 'running', 'done'] as const;

/** Labels for many shipments: bought one after the other, by the rule of each courier. */
export const LabelBatch = z.object({
  id: Id,
  state: z.enum(LABEL_BATCH_STATES),
  total: z.number().int(),
  /** Shipments that are done, whatever became of them. */
  ended: z.number().int(),
  bought: z.number().int(),
  failed: z.number().int(),
  shipments: z.array(
    z.object({
      shipment_id: Id,
      reference: z.string(),
      state: z.enum(['waiting', 'bought', 'failed', 'skipped']),
      labels: z.number().int(),
      problem: z.string(),
      problem_key: z.string(),
    }),
  ),
  /** All labels as one file, once there are any; works for some minutes. */
  label_url: z.string(),
  cost: z.number(),
  currency: z.string(),
  user: z.string(),
  created_at: Moment,
  ended_at: Moment.nullable(),
});
export type LabelBatch = z.output<typeof LabelBatch>;

const params = { id: idOf('shipments', 40001) };
const BUY = 'update_shipment_tracking';

/** A sender's address as it is added to the Shippo account. */
export const SenderInput = LabelAddress.extend({
  company: required('AddressCompanyIsRequired', 255),
  street1: required('SenderStreetIsRequired', 255),
});

export const labels = {
  get: endpoint({
    method: 'GET',
    path: '/shipments/:id/labels',
    access: 'view_shipment_model',
    summary: 'Labels of a shipment, its cartons as parcels, and what a purchase needs',
    params,
    response: ShipmentLabels,
    errors: [40001],
  }),
  rates: endpoint({
    method: 'PUT',
    path: '/shipments/ship/shippo/rate',
    access: BUY,
    summary: 'Ask what carriers take for the parcels of a shipment; buys nothing',
    body: RateInput,
    response: Rates,
    errors: [40001, 40003, 40005, 40006, 90001, 90003],
  }),
  buy: endpoint({
    method: 'PUT',
    path: '/shipments/:id/shippo/purchase',
    access: BUY,
    summary:
      'Buy a label for each parcel at a price that was answered before; each is bought once, however often it is asked for',
    params,
    body: QuoteInput,
    response: ShipmentLabels,
    errors: [40001, 40003, 40005, 40006, 90001, 90003],
  }),
  lookAgain: endpoint({
    method: 'PUT',
    path: '/shipments/:id/labels/look',
    access: BUY,
    summary: 'Ask the partner now what became of labels whose outcome is not known',
    params,
    response: ShipmentLabels,
    errors: [40001, 90001, 90003],
  }),
  void: endpoint({
    method: 'DELETE',
    path: '/shipments/ship/shippo/void/:id',
    access: BUY,
    summary: 'Ask for the money of a label back; the carrier may refuse later, and then it counts again',
    params: { id: idOf('labels', 40005) },
    response: ShipmentLabels,
    errors: [40005, 90001, 90003],
  }),
  chooseFormat: endpoint({
    method: 'PUT',
    path: '/shipments/labels/format',
    access: 'main',
    summary: 'Choose what labels that I buy are printed in',
    body: z.object({ format: z.enum(LABEL_FILE_FORMATS) }),
    response: z.object({ format: z.enum(LABEL_FILE_FORMATS) }),
  }),
  buyMany: endpoint({
    method: 'POST',
    path: '/shipments/labels/batch',
    access: BUY,
    summary: 'Buy the missing labels of several packed shipments, each by the rule of its courier',
    body: z
      .object({ ids: z.array(Id).min(1, 'AtLeastOneShipment').max(LABEL_BATCH_MAX), only_missing: FlagIn.default(1) })
      .meta({ example: { ids: [1] } }),
    response: LabelBatch,
    errors: [40001, 90001, 90003],
  }),
  batch: endpoint({
    method: 'GET',
    path: '/shipments/labels/batch/:id',
    access: 'view_shipments_list',
    summary: 'How far a batch of labels is, shipment by shipment',
    params: { id: idOf('label_batches', 40005) },
    response: LabelBatch,
    errors: [40005],
  }),
  batchPrinted: endpoint({
    method: 'PUT',
    path: '/shipments/labels/batch/:id/printed',
    access: 'view_shipments_list',
    summary: 'Remember that the labels of a batch that can be printed by now were printed',
    params: { id: idOf('label_batches', 40005) },
    response: LabelBatch,
    errors: [40005],
  }),
  printed: endpoint({
    method: 'PUT',
    path: '/shipments/:id/labels/printed',
    access: 'view_shipment_model',
    summary: 'Remember that the labels were printed',
    params,
    body: z.object({ ids: z.array(Id).min(1).max(100) }).meta({ example: { ids: [1] } }),
    response: ShipmentLabels,
    errors: [40001],
  }),
  addSender: endpoint({
    method: 'POST',
    path: '/integrations/shippo/addresses',
    access: 'update_company_info',
    summary: "Add a sender's address to the Shippo account",
    body: SenderInput,
    response: z.object({ id: z.string() }),
    errors: [90001, 90003],
  }),
};
