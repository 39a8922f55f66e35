import { FinishedShipment } from '@longshore/contract';
import type { DescribeRecord } from '../clients/index.ts';
import { readOrderIfThere } from '../orders/index.ts';
import { findShipmentRecord } from './shipment-record.view.ts';
import { readShipment } from './shipments.view.ts';
import { shipmentsOfOrders } from './shipments-of-orders.view.ts';

/** A webhook receives the order as it is when the call is prepared, with the shipments that it has by then. */
export const describeOrder: DescribeRecord = async (tx, { subject_id }) => {
  const order = await readOrderIfThere(tx, subject_id ?? 0, shipmentsOfOrders);
  if (!order) return undefined;
  // The server reads it as staff, who see internal comments.
  const { comments: _, ...payload } = order;
  return { subject: order.reference, payload };
};

/** A webhook receives the shipment as its order shows it; nothing when it was voided before the call was prepared. */
export const describeShipment: DescribeRecord = async (tx, { subject_id }) => {
  const shipment = await readShipment(tx, subject_id ?? 0);
  return shipment && { subject: shipment.pt_number, payload: shipment };
};

/** A finished one is sent with its fulfilments and cartons, without what only the company may know. */
export const describeFinished: DescribeRecord = async (tx, { subject_id }) => {
  const shipment = await findShipmentRecord(tx, subject_id ?? 0);
  return shipment && { subject: shipment.pt_number, payload: FinishedShipment.parse(shipment) };
};
