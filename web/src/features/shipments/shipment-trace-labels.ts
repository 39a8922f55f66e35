import type { TraceLabels } from '../records/index.ts';

export const shipmentTraceLabels: TraceLabels<'Shipment'> = {
  waybill: 'records.shipment.waybill',
  cost: 'records.shipment.cost',
  carton_count: 'records.shipment.carton_count',
  attr_1: 'records.shipment.attr_1',
  courier_id: 'records.shipment.courier',
  payment_method: 'records.shipment.payment',
  account: 'records.shipment.account',
  billing_zip: 'records.shipment.zip',
  billing_country_code: 'records.shipment.country',
  incoterm: 'records.shipment.incoterm',
  incoterm_place: 'records.shipment.incotermPlace',
  status: 'records.shipment.status',
  lock: 'records.shipment.lock',
  line: 'records.shipment.line',
  'line.quantity': 'records.shipment.lineQuantity',
  packed: 'records.shipment.packed',
  goods: 'records.shipment.goods',
  charge: 'records.shipment.charge',
};
