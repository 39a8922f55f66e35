import { api, type Direction, type Movement } from '@longshore/contract';
import { useSession } from '../../lib/session.ts';
import { RouteLink } from '../../ui/route-link.tsx';
import { shipmentPath } from '../records/index.ts';

/** Goods leave by an outbound shipment and come back when it is reversed; with an inbound one it is the other way. */
const directionOf = ({ kind, quantity }: Movement): Direction =>
  kind === 'ship' || (kind === 'reverse' && quantity > 0) ? 'outbound' : 'inbound';

/** The reference of a movement, linked to the shipment that caused it for users who may see it. */
export function MovementReference({ movement }: { movement: Movement }) {
  const { can } = useSession();
  const [, id] = /^shipment (\d+)$/.exec(movement.cause) ?? [];
  if (!id || !can(api.shipments.get.access)) return movement.reference;
  return <RouteLink href={shipmentPath(directionOf(movement), Number(id))}>{movement.reference || id}</RouteLink>;
}
