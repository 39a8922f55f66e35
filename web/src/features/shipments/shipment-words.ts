import { DIRECTIONS, type Direction, TRACKING_STATUSES } from '@longshore/contract';
import { useParams } from '@tanstack/react-router';
import { useText } from '../../lib/text/text.ts';
import { shipmentPath } from '../records/index.ts';

/** The list of a direction, and the packing screen of one of its shipments. */
export const shipmentsPath = (direction: Direction) => `/f/${direction}/default`;
export const packPath = (direction: Direction, id: number) => `${shipmentPath(direction, id)}/action/pack`;

/** The direction in the address; the router knows no other. */
export function useDirection(): Direction {
  const { type }: { type?: string } = useParams({ strict: false });
  return DIRECTIONS.find((known) => known === type) ?? 'outbound';
}

/** Names are cut in the list, so that its columns stay narrow: clients after 12 characters, couriers after 17. */
export const CLIENT_SHOWN = 12;
export const COURIER_SHOWN = 17;

/** The beginning of a text that is longer than so many characters. */
export function cut(text: string, characters: number): string {
  const all = Array.from(text);
  return all.length > characters ? `${all.slice(0, characters).join('')}…` : text;
}

/** What a tracking entry says, in the reader's language; words of partners are shown as they came. */
export function useTrackingName(): (status: string) => string {
  const t = useText();
  return (status) => {
    const known = TRACKING_STATUSES.find((word) => word === status);
    return known ? t(`orders.shipmentView.trackingStatuses.${known}`) : status;
  };
}
