import { api, type LinesFulfilled, type Shipment } from '@longshore/contract';
import { refresh, remember, remembered } from '../../lib/api.ts';

/** Shows a changed shipment without a second call; refreshes lists, its order and the history. */
export function rememberShipment(shipment: Shipment): void {
  const input = { params: { id: shipment.id } };
  const known = remembered(api.shipments.get, input);
  // Commands answer the shipment without what is attached to it.
  if (known) remember(api.shipments.get, input, { ...known, ...shipment });
  else void refresh(api.shipments.get, input);
  refreshAround(shipment.order_id);
}

/** A shipment after some of its lines were fulfilled. What else has changed comes with the event of the change. */
export function withFulfilled(shipment: Shipment, { status, updated_at, shipment_lines: changed }: LinesFulfilled) {
  const shipment_lines = shipment.shipment_lines.map((line) => ({
    ...line,
    ...changed.find(({ id }) => id === line.id),
  }));
  return { ...shipment, status, updated_at, shipment_lines };
}

/** What shows a part of the shipment. */
export function refreshAround(orderId: number): void {
  void refresh(api.shipments.list);
  void refresh(api.orders.get, { params: { id: orderId } });
  void refresh(api.orders.shipment);
  void refresh(api.records.traces);
}
