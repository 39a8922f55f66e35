import { z } from 'zod';
import { moment, optionalText } from '../read-answer.ts';

/** The parts of Amazon's answers that we read. */

export const TokenShape = z.looseObject({ access_token: z.string().min(1), expires_in: z.number().positive() });

const id = z.string().min(1);
const optionalMoment = moment.nullish().transform((at) => at ?? null);

export const BegunShape = z.looseObject({ operationId: id });
export const CreatedPlanShape = z.looseObject({ operationId: id, inboundPlanId: id });

export const OperationShape = z.looseObject({
  operationStatus: z.enum(['IN_PROGRESS', 'SUCCESS', 'FAILED']),
  operationProblems: z
    .array(z.looseObject({ severity: optionalText, code: optionalText, message: optionalText, details: optionalText }))
    .nullish()
    .transform((problems) => problems ?? []),
});
export type AmazonOperation = z.output<typeof OperationShape>;

const Pagination = z
  .looseObject({ nextToken: optionalText })
  .nullish()
  .transform((pagination) => pagination?.nextToken ?? '');

/** A page of a list: its rows and where the next one begins, empty after the last. */
const page = <Row extends z.ZodType>(name: string, row: Row) =>
  z.looseObject({ pagination: Pagination, [name]: z.array(row).nullish() }).transform((answer) => ({
    rows: (answer[name] ?? []) as z.output<Row>[],
    next: answer.pagination as unknown as string,
  }));

export const PlansPage = page('inboundPlans', z.looseObject({ inboundPlanId: id, name: optionalText }));

export const ItemShape = z.looseObject({
  msku: id,
  quantity: z.number().int(),
  fnsku: optionalText,
  expiration: optionalText,
  labelOwner: optionalText,
  prepInstructions: z
    .array(z.looseObject({ prepOwner: optionalText }))
    .nullish()
    .transform((instructions) => instructions ?? []),
});
export type AmazonItem = z.output<typeof ItemShape>;
export const ItemsPage = page('items', ItemShape);

const CurrencyShape = z.looseObject({ amount: z.number(), code: z.string() });
const incentives = z
  .array(z.looseObject({ value: CurrencyShape }))
  .nullish()
  .transform((all) => (all ?? []).map(({ value }) => value));

export const PlacementShape = z.looseObject({
  placementOptionId: id,
  status: z.string(),
  fees: incentives,
  discounts: incentives,
  shipmentIds: z.array(id),
  expiration: optionalMoment,
});
export type AmazonPlacement = z.output<typeof PlacementShape>;
export const PlacementsPage = page('placementOptions', PlacementShape);

const AddressShape = z.looseObject({
  name: optionalText,
  companyName: optionalText,
  addressLine1: optionalText,
  addressLine2: optionalText,
  city: optionalText,
  stateOrProvinceCode: optionalText,
  postalCode: optionalText,
  countryCode: optionalText,
  phoneNumber: optionalText,
  email: optionalText,
});

export const ShipmentShape = z.looseObject({
  shipmentId: id,
  status: optionalText,
  shipmentConfirmationId: optionalText,
  selectedTransportationOptionId: optionalText,
  destination: z.looseObject({ warehouseId: optionalText, address: AddressShape.nullish() }),
});
export type AmazonShipment = z.output<typeof ShipmentShape>;

export const TransportShape = z.looseObject({
  transportationOptionId: id,
  shipmentId: id,
  shippingSolution: z.string(),
  shippingMode: optionalText,
  carrier: z.looseObject({ name: optionalText, alphaCode: optionalText }),
  preconditions: z
    .array(z.string())
    .nullish()
    .transform((all) => all ?? []),
  quote: z.looseObject({ cost: CurrencyShape, expiration: optionalMoment, voidableUntil: optionalMoment }).nullish(),
});
export type AmazonTransport = z.output<typeof TransportShape>;
export const TransportsPage = page('transportationOptions', TransportShape);

export const WindowShape = z.looseObject({
  deliveryWindowOptionId: id,
  availabilityType: optionalText,
  startDate: moment,
  endDate: moment,
  validUntil: optionalMoment,
});
export type AmazonWindow = z.output<typeof WindowShape>;
export const WindowsPage = page('deliveryWindowOptions', WindowShape);

export const BoxesPage = page('boxes', z.looseObject({ packageId: id, boxId: optionalText }));

export const LabelsShape = z.looseObject({ payload: z.looseObject({ DownloadURL: id }) });

export const FeedDocumentShape = z.looseObject({ feedDocumentId: id, url: id, compressionAlgorithm: optionalText });
export const CreatedFeedShape = z.looseObject({ feedId: id });
export const FeedShape = z.looseObject({
  processingStatus: z.enum(['IN_QUEUE', 'IN_PROGRESS', 'DONE', 'FATAL', 'CANCELLED']),
  processingStartTime: optionalMoment,
  processingEndTime: optionalMoment,
  resultFeedDocumentId: optionalText,
});
export type AmazonFeed = z.output<typeof FeedShape>;

/** The errors of any answer. */
export const ErrorsShape = z.looseObject({
  errors: z.array(z.looseObject({ code: optionalText, message: optionalText, details: optionalText })),
});
