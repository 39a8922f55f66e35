import { api, type Shipment } from '@longshore/contract';
import { refresh, remember } from '../../lib/api.ts';

/** Shows a changed shipment without a second call; refreshes lists, its order and the history. */
export function rememberShipment(shipment: Shipment): void {
  remember(api.shipments.get, { params: { id: shipment.id } }, shipment);
  refreshAround(shipment.order_id);
}

/** What shows a part of the shipment. */
export function refreshAround(orderId: number): void {
  void refresh(api.shipments.list);
  void refresh(api.orders.get, { params: { id: orderId } });
  void refresh(api.orders.shipment);
  void refresh(api.records.traces);
}
