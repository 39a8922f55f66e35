import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Day, ID_MAX, Id, idOf, MoneyIn, MoneyOut, required, text } from '../kit/scalars.ts';
import { Shipment } from '../shipments/shipment-record.ts';
import { CHARGES } from './charges.ts';
import { ENTRIES_MAX, EntryLineInput } from './entries.ts';

/** Units of one SKU, and what they are in the unit that is charged: 120 units are 5 cartons of 24. */
export const CountedSku = z.object({
  /** The item; entries of earlier releases have its SKU only. */
  id: Id.optional(),
  sku: z.string(),
  units: z.number().int(),
  /** Units in one of the unit of measure; 1 when single units are counted. */
  per: z.number().int(),
  count: z.number().int(),
});

/** How a charge was computed: kept with the entry, so that it explains itself later. */
export const ChargeComputation = z.object({
  charge: z.enum(CHARGES),
  /** What was counted: Order, Sku, Unit, a unit of measure, the shipping cost, Volume, Location, or Line of a count. */
  by: z.string(),
  /** Whole numbers, but for a volume of four decimals. */
  counted: z.number(),
  /** Of a shipment. What was counted of a day's stock is in its snapshot. */
  skus: z.array(CountedSku),
  /** Of the activity's link: the count is multiplied by it. */
  link_quantity: z.string(),
  rate: z.string(),
  /** The first day of the rate. */
  valid_from: z.string().optional(),
  /** Of storage by location: the minimum that was charged instead of what was counted, and which one it was. */
  minimum: z.enum(['quantity', 'charge']).optional(),
  minimum_quantity: z.string().optional(),
  minimum_charge: z.string().optional(),
  /** Of storage by location: the category whose locations were counted; left out: all. */
  category: z.string().optional(),
  /** Of a shipping charge: what the courier cost, and the client's modifier. */
  cost: z.string().optional(),
  modifier: z.string().optional(),
});
export type ChargeComputation = z.output<typeof ChargeComputation>;

export const ProposedEntry = z.object({
  billing_activity_id: Id,
  activity: z.string(),
  billing_item_id: Id,
  meta_name: z.string(),
  meta_uom: z.string(),
  price: MoneyOut,
  quantity: MoneyOut,
  how: ChargeComputation,
});
export type ProposedEntry = z.output<typeof ProposedEntry>;

/** What could not be proposed, and why: a person enters it by hand or corrects the cause. */
export const NotProposed = z.object({
  activity: z.string(),
  item: z.string(),
  reason: z.string(),
  /** The reason as it can be shown in another language. */
  reason_key: z.string(),
});
export type NotProposed = z.output<typeof NotProposed>;

/** A charge that a person may add: of the shipment's direction, of shipping, or by hand, at the rate of the day. */
export const AddableCharge = ProposedEntry.omit({ quantity: true, how: true });
export type AddableCharge = z.output<typeof AddableCharge>;

/** The charges of a shipment as they are proposed. */
export const ShipmentBilling = z.object({
  billing: z.object({
    client_id: Id,
    /** Of the first proposed entry; 0 when nothing is proposed. */
    billing_activity_id: z.number().int(),
    bill_date: z.string(),
    reference: z.string(),
    note: z.string(),
    billable_id: Id,
    billable_type: z.literal('shipment'),
    entries: z.array(ProposedEntry),
  }),
  not_proposed: z.array(NotProposed),
  addable: z.array(AddableCharge),
  /** Something has to be entered by hand: nothing was proposed, or not everything. */
  need_entries: z.boolean(),
  /** The shipping charge is among the entries. */
  courier_charged: z.boolean(),
  tracking: z.object({ waybill: z.string(), cost: MoneyOut, status: z.string() }),
  /** The order's note to the warehouse. */
  comment: z.string(),
  /** Why the shipping station did not tell the cost; empty without one. */
  ss_error: z.string(),
  /** The reason as it can be shown in another language. */
  ss_error_key: z.string(),
});
export type ShipmentBilling = z.output<typeof ShipmentBilling>;

const requiredId = (key: 'ClientIsRequired' | 'ActivityIsReuqired') =>
  z
    .number({ error: () => key })
    .int()
    .positive(key)
    .max(ID_MAX, key);

export const ShipmentChargeInput = z.object({
  client_id: requiredId('ClientIsRequired'),
  /** Of entries that name none themselves. */
  billing_activity_id: requiredId('ActivityIsReuqired'),
  bill_date: z.iso.date({ error: () => 'DateIsReuqired' }).pipe(Day),
  reference: required('ReferenceIsRequired'),
  note: text(1000),
  billable_id: Id.nullable().optional(),
  billable_type: z.literal('shipment').nullable().optional(),
  entries: z
    .array(EntryLineInput.extend({ price: MoneyIn, billing_activity_id: Id.optional() }), {
      error: () => 'AtLeastOneItemIsRequired',
    })
    .min(1, 'AtLeastOneItemIsRequired')
    .max(ENTRIES_MAX),
});
export type ShipmentChargeInput = z.output<typeof ShipmentChargeInput>;

const params = { id: idOf('shipments', 40001) };

export const shipmentBilling = {
  load: endpoint({
    method: 'GET',
    path: '/shipments/:id/billing/activities',
    access: 'create_entry_model',
    summary: 'The charges of a shipment as its activities propose them, each with how it was computed',
    params,
    /** The bill date, whose rates are proposed. Left out: the day on which it was finished, else today. */
    query: z.object({ day: Day.optional() }),
    response: ShipmentBilling,
    errors: [40001, 40005, 50005],
  }),
  charge: endpoint({
    method: 'PUT',
    path: '/billing/:id/shipment/charge',
    access: 'create_entry_model',
    summary: 'Bill a shipment that is Ready or Finished; it is billed and Finished afterwards',
    params,
    body: ShipmentChargeInput,
    response: Shipment,
    errors: [40001, 40005, 50002, 50004, 50005],
  }),
};
