import { api, type Shipment } from '@longshore/contract';
import { refresh, remember } from '../../lib/api.ts';

/** Shows a changed shipment without a second call; refreshes what else shows it. */
export function rememberShipment(shipment: Shipment): void {
  remember(api.shipments.get, { params: { id: shipment.id } }, shipment);
  void refresh(api.shipments.list);
  void refresh(api.shipments.allocation);
  void refresh(api.orders.get);
  void refresh(api.records.traces);
}
