import { api, type Direction } from '@longshore/contract';
import { useSession } from '../../lib/session.ts';
import { Mono } from '../../ui/mono.tsx';
import { RouteLink } from '../../ui/route-link.tsx';

export const licensePath = (id: number) => `/licenses/${id}/action/view`;
export const locationPath = (id: number) => `/locations/${id}/action/view`;
/** The page of a shipment in the warehouse, which its readers of the client do not see. */
export const shipmentPath = (direction: Direction, id: number) => `/f/${direction}/${id}`;

/** The same as its order shows it to client users. */
export const orderShipmentPath = (orderId: number, shipmentId: number) =>
  `/orders/${orderId}/shipment/${shipmentId}/view`;

/** A plate's number, linked to its page for users who may see it. */
export function PlateLink({ id, license }: { id: number | null; license: string }) {
  const { can } = useSession();
  const number = <Mono>{license}</Mono>;
  return id !== null && can(api.licenses.get.access) ? <RouteLink href={licensePath(id)}>{number}</RouteLink> : number;
}

/** A bin's name, linked to its page for users who may see it. */
export function BinLink({ id, location }: { id: number | null; location: string }) {
  const { can } = useSession();
  const name = <Mono>{location}</Mono>;
  return id !== null && can(api.locations.get.access) ? <RouteLink href={locationPath(id)}>{name}</RouteLink> : name;
}
