import { api, type Shipment } from '@longshore/contract';
import { useRead } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { useShipmentRules } from './use-shipment-rules.ts';

/** Cartons without a label, of a shipment of which others have one and whose labels can be bought now. */
export function useMissingLabels(shipment: Shipment): number {
  const { can } = useSession();
  const hasLabels = useShipmentRules(shipment).panel('labels') && can(api.labels.get.access);
  const { data } = useRead(api.labels.get, { params: { id: shipment.id } }, { enabled: hasLabels });
  if (!data || data.blocked || !data.labels.some(({ state }) => state === 'bought')) return 0;
  return data.parcels.filter(({ label_id }) => label_id === null).length;
}
