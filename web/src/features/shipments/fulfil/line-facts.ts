import {
  api,
  type BucketFound,
  type FulfilmentLine,
  NO_LICENSE,
  type PlaceFound,
  type Shipment,
} from '@longshore/contract';
import { queryClient, readOf, refresh, useRead } from '../../../lib/api.ts';
import { type FactsSearch, type LineFacts, noFacts } from './fulfil-scans.ts';

/** Which look-ups a line needs: outbound its places, inbound its lots, both its serial buckets. */
function questionsOf(shipment: Shipment, line: FulfilmentLine | undefined, search: FactsSearch) {
  const { client_id, direction } = shipment;
  const inventory_id = line?.inventory_id ?? 0;
  const config = line?.inventory.config ?? { lot: 0, serial: 0 };
  const { place = '', lot = '', serial = '' } = search;
  const ofShipment = { client_id, inventory_id, shipment_id: shipment.id };
  return {
    places: { body: { client_id, inventory_id, license: place, action: direction } },
    lots: { body: { ...ofShipment, lot } },
    buckets: { body: { ...ofShipment, serial } },
    asksPlaces: line !== undefined && direction === 'outbound' && config.serial === 0,
    asksLots: line !== undefined && direction === 'inbound' && config.lot === 1,
    asksBuckets: line !== undefined && config.serial === 1,
  };
}

/** The API names a missing plate; here it has no number. */
export const withoutPlate = <Found extends PlaceFound | BucketFound>(found: readonly Found[]): Found[] =>
  found.map((one) => (one.license === NO_LICENSE ? { ...one, license: '' } : one));

/** Facts of a line as the screen shows them. */
export function useLineFacts(
  shipment: Shipment,
  line: FulfilmentLine | undefined,
  search: FactsSearch,
): LineFacts & { isFetching: boolean } {
  const { places, lots, buckets, asksPlaces, asksLots, asksBuckets } = questionsOf(shipment, line, search);
  const foundPlaces = useRead(api.shipments.findPlaces, places, { enabled: asksPlaces });
  const foundLots = useRead(api.shipments.findLots, lots, { enabled: asksLots });
  const foundBuckets = useRead(api.shipments.findSerials, buckets, { enabled: asksBuckets });
  return {
    isFetching: foundPlaces.isFetching || foundLots.isFetching || foundBuckets.isFetching,
    places: withoutPlate((asksPlaces && foundPlaces.data) || []),
    lots: (asksLots && foundLots.data) || noFacts.lots,
    buckets: withoutPlate((asksBuckets && foundBuckets.data) || []),
  };
}

/** The same for a command; what the screen has just read is not read again. Throws without a connection. */
export async function readLineFacts(
  shipment: Shipment,
  line: FulfilmentLine | undefined,
  search: FactsSearch,
): Promise<LineFacts> {
  const { places, lots, buckets, asksPlaces, asksLots, asksBuckets } = questionsOf(shipment, line, search);
  const once = { retry: false } as const;
  const [foundPlaces, foundLots, foundBuckets] = await Promise.all([
    asksPlaces ? queryClient.fetchQuery({ ...readOf(api.shipments.findPlaces, places), ...once }) : noFacts.places,
    asksLots ? queryClient.fetchQuery({ ...readOf(api.shipments.findLots, lots), ...once }) : noFacts.lots,
    asksBuckets ? queryClient.fetchQuery({ ...readOf(api.shipments.findSerials, buckets), ...once }) : noFacts.buckets,
  ]);
  return { places: withoutPlate(foundPlaces), lots: foundLots, buckets: withoutPlate(foundBuckets) };
}

/** After a command the places, lots and buckets hold something else. */
export function forgetLineFacts(): void {
  void refresh(api.shipments.findPlaces);
  void refresh(api.shipments.findLots);
  void refresh(api.shipments.findSerials);
  void refresh(api.shipments.allocation);
}
