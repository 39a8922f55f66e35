import { z } from 'zod';
import { endpoint, ListQueryText, listEndpoint } from '../kit/endpoint.ts';
import { FlagIn, Id, idOf, PAYMENTS, text } from '../kit/scalars.ts';
import { CourierId, courierTerms } from '../relations/courier-input.ts';
import { LINK_MAX } from '../scan/digital-link.ts';
import {
  Allocation,
  BucketFound,
  FulfilDirection,
  FulfilLineInput,
  LotFound,
  PlaceFound,
  QuickFulfilInput,
  ScannedForShipment,
} from './fulfilment.ts';
import { IncotermInput } from './incoterm.ts';
import { PackInput } from './packing.ts';
import { shipmentList } from './shipment-list.ts';
import { LinesFulfilled, Packed, Shipment, ShipmentDetail } from './shipment-record.ts';

/** Shipments that one call finishes at most. */
export const FINISH_MAX = 100;
/** Lines of a receiving or shipping sheet at most. */
export const SHEET_LINES_MAX = 50;
/** A lock ends this long after the holder's last call. */
export const LOCK_MINUTES = 30;

/** What *Update* changes. */
export const UPDATE_FIELDS = ['waybill', 'cost', 'carton_count', 'attr_1'] as const;
export type UpdateField = (typeof UPDATE_FIELDS)[number];
/** Text for the waybill and the attribute; an amount or a whole number, also as text, for the others. */
const UpdateValue = z.union([z.number(), z.string().trim().max(255)]);
/** One property by its name, or any of them at once; what is left out keeps its value. */
export const ShipmentUpdate = z
  .object({
    field: z.enum(UPDATE_FIELDS).optional(),
    value: UpdateValue.optional(),
    waybill: UpdateValue.optional(),
    cost: UpdateValue.optional(),
    carton_count: UpdateValue.optional(),
    attr_1: UpdateValue.optional(),
  })
  .superRefine(({ field, value, ...properties }, context) => {
    const isNamed = field !== undefined && value !== undefined;
    if (isNamed || Object.values(properties).some((property) => property !== undefined)) return;
    context.addIssue({ code: 'custom', path: [field === undefined ? 'field' : 'value'], message: 'Required' });
  })
  .meta({ example: { field: 'waybill', value: '1Z999' } });
export type ShipmentUpdate = z.output<typeof ShipmentUpdate>;
const formText = z.string().trim().max(255);
/** The form of *Update*. */
export const ShipmentUpdateForm = z.object({
  waybill: formText,
  cost: formText,
  carton_count: formText,
  attr_1: formText,
});

/** A courier and how it is paid, as a form has it. */
export const CarrierInput = z.object({
  courier_id: CourierId,
  ...courierTerms,
});
export type CarrierInput = z.output<typeof CarrierInput>;

/** What is left out is as the courier has it. */
export const CarrierChoice = z.object({
  courier_id: CourierId,
  payment_method: courierTerms.payment_method.unwrap().optional(),
  account: courierTerms.account.unwrap().optional(),
  billing_country_code: courierTerms.billing_country_code.unwrap().optional(),
  billing_zip: courierTerms.billing_zip.unwrap().optional(),
});
export type CarrierChoice = z.output<typeof CarrierChoice>;

export const LineQuantityInput = z.object({
  quantity: z
    .number({ error: () => 'NewQuantityIsInvalid' })
    .int('NewQuantityIsInvalid')
    .min(0, 'NewQuantityIsInvalid')
    .max(1_000_000, 'NewQuantityIsInvalid'),
  /** The order line changes by as much, so that nothing is left over. */
  shouldUpdateOrderLine: FlagIn.default(0),
});
export type LineQuantityInput = z.output<typeof LineQuantityInput>;

export const FinishInput = z.object({
  ids: z.array(Id).min(1, 'AtLeastOneShipment').max(FINISH_MAX),
  options: z.object({ bill: FlagIn.default(0), email: FlagIn.default(1) }).default({ bill: 0, email: 1 }),
});
export type FinishInput = z.output<typeof FinishInput>;

export const FinishResult = z.object({
  id: Id,
  result: z.boolean(),
  message: z.string(),
  /** The message as it can be shown in another language; empty for a success. */
  message_key: z.string(),
});
export type FinishResult = z.output<typeof FinishResult>;

const params = { id: idOf('shipments', 40001) };
const named = { client_id: Id.optional(), inventory_id: Id };

export const shipments = {
  list: listEndpoint({
    path: '/shipments',
    access: 'view_shipments_list',
    summary: 'List shipments of all clients',
    list: shipmentList,
  }),
  get: endpoint({
    method: 'GET',
    path: '/shipments/:id',
    access: 'view_shipment_model',
    summary: 'Read a shipment with lines, fulfilments, cartons, comments and files',
    params,
    response: ShipmentDetail,
    errors: [40001],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/shipments/:id',
    access: 'update_shipment_tracking',
    summary: 'Change waybill, shipping charge, carton count or attribute 1',
    params,
    body: ShipmentUpdate,
    response: Shipment,
    errors: [40001, 40005],
  }),
  closeShort: endpoint({
    method: 'PUT',
    path: '/shipments/:id/receive/short',
    access: 'update_shipment_line',
    summary: 'Lower the lines of a receipt to what came; the rest is left of the order',
    params,
    response: Shipment,
    errors: [40001, 40005, 40008, 40011],
  }),
  void: endpoint({
    method: 'DELETE',
    path: '/shipments/:id',
    access: 'void_shipment',
    summary: 'Void a shipment that is not finished: its fulfilments and reservations are undone',
    params,
    response: z.literal(true),
    errors: [40001, 40002, 40005, 40010],
  }),
  voidFinished: endpoint({
    method: 'DELETE',
    path: '/shipments/:id/finished/void',
    access: 'void_shipment',
    summary: 'Void a finished shipment, with its billing entries',
    params,
    response: z.literal(true),
    errors: [40001, 40002, 40005],
  }),
  changeQuantity: endpoint({
    method: 'PUT',
    path: '/shipments/:id/quantity/:lineId',
    access: 'update_shipment_line',
    summary: 'Change the quantity of a line',
    params: { ...params, lineId: idOf('shipment_lines', 40005) },
    body: LineQuantityInput,
    response: Shipment,
    errors: [40001, 40002, 40004, 40005, 40008, 40011],
  }),
  carriers: endpoint({
    method: 'GET',
    path: '/shipments/:id/util/carrier',
    access: 'view_shipment_model',
    summary: "Couriers that the shipment can go with: those of all clients and the client's own",
    params,
    response: z.array(
      z.object({
        id: Id,
        name: z.string(),
        payment_method: z.enum(PAYMENTS),
        account: z.string(),
        billing_zip: z.string(),
        billing_country_code: z.string(),
      }),
    ),
    errors: [40001],
  }),
  setCarrier: endpoint({
    method: 'PUT',
    path: '/shipments/:id/util/carrier',
    access: 'update_shipment_tracking',
    summary: 'Change the courier of a shipment and how it is paid',
    params,
    body: CarrierChoice,
    response: Shipment,
    errors: [40001, 40003, 40005],
  }),
  setIncoterm: endpoint({
    method: 'PUT',
    path: '/shipments/:id/util/incoterm',
    access: 'update_shipment_tracking',
    summary: 'Choose the Incoterm and its named place, which the commercial invoice prints',
    params,
    body: IncotermInput,
    response: Shipment,
    errors: [40001, 40005, 40006],
  }),
  lock: endpoint({
    method: 'PUT',
    path: '/shipments/:id/lock',
    access: 'fulfill_shipment',
    summary: 'Hold a shipment: nobody else can change it; with take_over also when another holds it',
    params,
    body: z.object({ take_over: FlagIn.default(0) }).optional(),
    response: Shipment,
    errors: [40001, 40005],
  }),
  unlock: endpoint({
    method: 'DELETE',
    path: '/shipments/:id/lock',
    access: 'fulfill_shipment',
    summary: 'Let go of a shipment that I hold',
    params,
    response: Shipment,
    errors: [40001, 40005],
  }),
  finishMany: endpoint({
    method: 'POST',
    path: '/shipments/action/batch/finish',
    access: 'fulfill_shipment',
    summary: 'Finish several shipments that are Ready, each on its own; answers the outcome of each',
    body: FinishInput,
    response: z.array(FinishResult),
    errors: [50005],
  }),
  trackingSheet: endpoint({
    method: 'GET',
    path: '/shipments/util/tracking',
    access: 'view_shipments_list',
    summary: 'Waybills and costs of the listed shipments, as CSV text',
    query: ListQueryText,
    response: z.string(),
  }),
  findPlaces: endpoint({
    method: 'POST',
    path: '/shipments/fulfill/licenses-lot',
    access: 'fulfill_shipment',
    summary: 'Plates and lots by text, or all of a location by its name, where an item can be taken from or put to',
    reads: true,
    body: z.object({ ...named, license: text(64), action: FulfilDirection.default('outbound') }),
    response: z.array(PlaceFound),
  }),
  findSerials: endpoint({
    method: 'POST',
    path: '/shipments/fulfill/sn',
    access: 'fulfill_shipment',
    summary: 'Serial buckets of an item that a shipment can take or receive, by a serial or a part of the lead',
    reads: true,
    body: z.object({ ...named, shipment_id: Id.optional(), serial: text(64) }),
    response: z.array(BucketFound),
  }),
  findLots: endpoint({
    method: 'POST',
    path: '/shipments/fulfill/lot',
    access: 'fulfill_shipment',
    summary: 'Lots of an item that a shipment can take or receive, by text',
    reads: true,
    body: z.object({ ...named, shipment_id: Id.optional(), lot: text(64) }),
    response: z.array(LotFound),
  }),
  findScanned: endpoint({
    method: 'POST',
    path: '/shipments/:id/fulfill/scan',
    access: 'fulfill_shipment',
    summary: 'What a scanned code names for a shipment: plates, lots, serials and items of its client, and locations',
    reads: true,
    params,
    body: z.object({ code: text(LINK_MAX) }),
    response: z.array(ScannedForShipment),
  }),
  fulfilLine: endpoint({
    method: 'POST',
    path: '/shipments/:id/fulfill/line',
    access: 'fulfill_shipment',
    summary: 'Fulfil units of a line at one place; answers the line and the status',
    params,
    body: FulfilLineInput,
    response: LinesFulfilled,
    errors: [40001, 40002, 40005, 40007, 40008, 40011, 60003],
  }),
  unfulfil: endpoint({
    method: 'DELETE',
    path: '/shipments/:id/line/:lineId/fulfill/:fulfillId',
    access: 'delete_fulfillment_line',
    summary: 'Remove a fulfilment: the goods return to where they were',
    params: { ...params, lineId: idOf('shipment_lines', 40005), fulfillId: idOf('fulfillments', 40005) },
    response: Shipment,
    errors: [40001, 40002, 40005],
  }),
  proposal: endpoint({
    method: 'GET',
    path: '/shipments/:id/fulfill/all',
    access: 'fulfill_shipment',
    summary: 'What quick fulfil would choose, with the reason of each choice; changes nothing',
    params,
    response: Allocation,
    errors: [40001, 40005, 40009, 40011],
  }),
  fulfilAll: endpoint({
    method: 'POST',
    path: '/shipments/:id/fulfill/all',
    access: 'fulfill_shipment',
    summary:
      'Quick fulfil: everything that is left, as chosen by the rule or by the person; answers the lines and the status',
    params,
    body: QuickFulfilInput.optional(),
    response: LinesFulfilled,
    errors: [40001, 40002, 40005, 40007, 40008, 40009, 40011, 60003],
  }),
  allocation: endpoint({
    method: 'GET',
    path: '/shipments/:id/allocation',
    access: 'view_shipment_model',
    summary: 'Where the picking ticket tells to take the goods; no reservation',
    params,
    response: Allocation,
    errors: [40001],
  }),
  allocate: endpoint({
    method: 'PUT',
    path: '/shipments/:id/allocation',
    access: 'fulfill_shipment',
    summary: 'Choose bins and lots for the picking ticket by the rule, and store the choice',
    params,
    response: Allocation,
    errors: [40001, 40005, 40011],
  }),
  pack: endpoint({
    method: 'PUT',
    path: '/shipments/:id/utility/pack',
    access: 'pack',
    summary: 'Save the cartons of a shipment; answers what that changed',
    params,
    body: PackInput,
    response: Packed,
    errors: [40001, 40005, 40006],
  }),
  repack: endpoint({
    method: 'DELETE',
    path: '/shipments/:id/utility/rePack',
    access: 'pack',
    summary: 'Remove the cartons of a shipment; answers what that changed',
    params,
    response: Packed,
    errors: [40001, 40005, 40006],
  }),
  sheet: endpoint({
    method: 'GET',
    path: '/shipments/:id/util/excel/pt',
    access: 'view_shipment_model',
    summary: 'The receiving or shipping sheet of a shipment, filled in with what is left to do',
    params,
    file: true,
    response: z.string(),
    errors: [40001],
  }),
  packingSheet: endpoint({
    method: 'GET',
    path: '/shipments/:id/util/excel/packing',
    access: 'view_shipment_model',
    summary: 'ItemPackingList.xlsx: what is in which carton',
    params,
    file: true,
    response: z.string(),
    errors: [40001, 40005, 40006],
  }),
  putAwaySheet: endpoint({
    method: 'GET',
    path: '/shipments/:id/util/excel/putaway',
    access: 'view_shipment_model',
    summary: 'Putaway.xlsx: the plates that the shipment was received on, to be uploaded with the bin of each',
    params,
    file: true,
    response: z.string(),
    errors: [40001, 40006],
  }),
};
