import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Day, Id, idOf, Moment, required, text } from '../kit/scalars.ts';

/** The lists of the form, by the names that they have in the catalogue of the account. */
export const FREIGHT_LISTS = ['serviceName', 'quoteType', 'incoCode', 'transportMode'] as const;
export type FreightList = (typeof FREIGHT_LISTS)[number];

/** wanted: it is being booked, or the answer was lost and is asked for again · refused: it was never booked. */
export const FREIGHT_BOOKING_STATES = [
  'none',
  'wanted',
  'refused',
  'SUBMITTED',
  'CONFIRMED',
  'REJECTED',
  'CANCELLED',
] as const;
export type FreightBookingState = (typeof FREIGHT_BOOKING_STATES)[number];

export const CARGO_MAX = 200;
/** What goods are called unless a person says it better. */
export const FREIGHT_DESCRIPTION = 'Merchandise';
const size = z
  .number({ error: () => 'SizeIsInvalid' })
  .positive('SizeIsInvalid')
  .max(99_999, 'SizeIsInvalid');

/** Pieces that are alike, in the company's measure: centimetres and kilograms, or inches and pounds. */
export const FreightCargoInput = z.object({
  pieces: z.number().int('InvalidFormat').positive('InvalidFormat').max(100_000, 'InvalidFormat'),
  /** Of one piece. */
  weight: size,
  length: size,
  width: size,
  height: size,
  description: text(200),
  hsCode: text(20),
  /** Of one piece, in the currency of the booking. */
  value: z.number().min(0, 'InvalidFormat').max(99_999_999, 'InvalidFormat'),
});
export type FreightCargoInput = z.output<typeof FreightCargoInput>;

export const FreightBookingInput = z
  .object({
    serviceName: required('FreightChoiceIsRequired', 100),
    quoteType: required('FreightChoiceIsRequired', 100),
    incoCode: required('FreightChoiceIsRequired', 100),
    transportMode: required('FreightChoiceIsRequired', 100),
    readyDate: z.iso.date({ error: () => 'DateIsReuqired' }).pipe(Day),
    cargo: z.array(FreightCargoInput).min(1, 'FreightNeedsCargo').max(CARGO_MAX),
  })
  .meta({
    example: {
      serviceName: 'Air Standard',
      quoteType: 'door-door',
      incoCode: 'DAP',
      transportMode: 'AIR',
      readyDate: '2026-11-20',
      cargo: [
        { pieces: 1, weight: 1, length: 1, width: 1, height: 1, description: 'Merchandise', hsCode: '6911', value: 9 },
      ],
    },
  });
export type FreightBookingInput = z.output<typeof FreightBookingInput>;

/** As it is answered: what was entered is not judged again. */
const FreightCargo = z.object({
  pieces: z.number().int(),
  weight: z.number(),
  length: z.number(),
  width: z.number(),
  height: z.number(),
  description: z.string(),
  hsCode: z.string(),
  value: z.number(),
});

const Named = z.object({ code: z.string(), name: z.string() });

/** Freight of a shipment: its newest booking, and what a new one would be. */
export const Freight = z.object({
  /** Its courier goes with freight, and its client is known to the provider. */
  is_offered: z.boolean(),
  is_connected: z.boolean(),
  state: z.enum(FREIGHT_BOOKING_STATES),
  /** The provider's id; empty until it is known. */
  booking_id: z.string(),
  problem: z.string(),
  problem_key: z.string(),
  booked_at: Moment.nullable(),
  read_at: Moment.nullable(),
  user: z.string(),
  /** What was booked; null before. */
  chosen: z
    .object({
      serviceName: z.string(),
      quoteType: z.string(),
      incoCode: z.string(),
      transportMode: z.string(),
      readyDate: z.string(),
      cargo: z.array(FreightCargo),
    })
    .nullable(),
  attempts: z.number().int(),
  lists: z.object({
    serviceName: z.array(Named),
    quoteType: z.array(Named),
    incoCode: z.array(Named),
    transportMode: z.array(Named),
  }),
  /** What the form begins with. */
  proposed: z.object({
    serviceName: z.string(),
    incoCode: z.string(),
    readyDate: z.string(),
    cargo: z.array(FreightCargo),
  }),
  customer: z.object({ id: z.string(), email: z.string(), currency: z.string() }),
});
export type Freight = z.output<typeof Freight>;

const params = { id: idOf('shipments', 40001) };

export const freight = {
  get: endpoint({
    method: 'GET',
    path: '/shipments/:id/freight',
    access: 'view_shipment_model',
    summary: 'The freight booking of a shipment, and what a new one would be',
    params,
    response: Freight,
    errors: [40001],
  }),
  currency: endpoint({
    method: 'GET',
    path: '/customization/:id/currency',
    access: 'update_shipment_tracking',
    summary: 'The currency that the freight provider bills the client of a shipment in',
    params,
    response: z.object({ currency: z.string() }),
    errors: [40001, 40005, 40006, 90001, 90003],
  }),
  book: endpoint({
    method: 'PUT',
    path: '/customization/flex/:id/book',
    access: 'update_shipment_tracking',
    summary: 'Book freight for a shipment; repeated, there is still one booking',
    params,
    body: FreightBookingInput,
    response: Freight,
    errors: [40001, 40005, 40006, 90001, 90003],
  }),
};

export const FreightBookingDue = z.object({ booking_id: Id });
