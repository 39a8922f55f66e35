import {
  type AmazonBox,
  type AmazonPlacement,
  type AmazonPlan,
  type AmazonShipment,
  type AmazonTransport,
  type DeliveryWindow,
  numbersOf,
  type PlanItem,
  US,
} from './seller.ts';

const seconds = (at: Date) => `${at.toISOString().slice(0, 19)}Z`;
const minutes = (at: Date) => `${at.toISOString().slice(0, 16)}Z`;
export const money = (cents: number) => ({ amount: cents / 100, code: 'USD' });

export const presentItem = ({ msku, quantity, labelOwner, prepOwner, expiration, manufacturingLotCode }: PlanItem) => ({
  msku,
  ...numbersOf(msku),
  quantity,
  labelOwner,
  prepInstructions: [{ prepOwner, prepType: prepOwner === 'NONE' ? 'ITEM_NO_PREP' : 'ITEM_POLYBAGGING' }],
  ...(expiration ? { expiration } : {}),
  ...(manufacturingLotCode ? { manufacturingLotCode } : {}),
});

export const presentPlanSummary = ({ id, name, status, from, createdAt, updatedAt }: AmazonPlan) => ({
  inboundPlanId: id,
  name,
  status,
  sourceAddress: from,
  marketplaceIds: [US],
  createdAt: seconds(createdAt),
  lastUpdatedAt: seconds(updatedAt),
});

export function presentPlan(plan: AmazonPlan) {
  const { placements } = plan;
  const chosen = placements.find(({ status }) => status === 'ACCEPTED');
  const shown = chosen ? [chosen] : placements;
  return {
    ...presentPlanSummary(plan),
    packingOptions: [],
    ...(shown.length > 0
      ? { placementOptions: shown.map(({ id, status }) => ({ placementOptionId: id, status })) }
      : {}),
    ...(chosen ? { shipments: chosen.shipments.map(({ id, status }) => ({ shipmentId: id, status })) } : {}),
  };
}

export const presentPlacement = ({ id, status, feeCents, expiresAt, shipments }: AmazonPlacement) => ({
  placementOptionId: id,
  status,
  fees:
    feeCents > 0
      ? [
          {
            type: 'FEE',
            target: 'Placement Services',
            description: 'Placement service fee represents service to inbound with minimal shipment splits.',
            value: money(feeCents),
          },
        ]
      : [],
  discounts: [],
  shipmentIds: shipments.map((shipment) => shipment.id),
  ...(status === 'ACCEPTED' ? {} : { expiration: expiresAt.toISOString() }),
});

const presentChosenWindow = ({ id, startsAt, endsAt, availability, validUntil }: DeliveryWindow) => ({
  deliveryWindowOptionId: id,
  availabilityType: availability,
  startDate: minutes(startsAt),
  endDate: minutes(endsAt),
  editableUntil: minutes(validUntil),
});

export const presentWindow = ({ id, startsAt, endsAt, availability, validUntil }: DeliveryWindow) => ({
  deliveryWindowOptionId: id,
  availabilityType: availability,
  startDate: minutes(startsAt),
  endDate: minutes(endsAt),
  validUntil: minutes(validUntil),
});

export function presentShipment(plan: AmazonPlan, shipment: AmazonShipment) {
  const { confirmationId, transport, window, warehouse, readyAt, tracking } = shipment;
  return {
    shipmentId: shipment.id,
    placementOptionId: shipment.placementId,
    name: shipment.name,
    status: shipment.status,
    source: { sourceType: 'SELLER_FACILITY', address: plan.from },
    destination: { destinationType: 'AMAZON_WAREHOUSE', warehouseId: warehouse.id, address: warehouse.address },
    ...(confirmationId ? { shipmentConfirmationId: confirmationId } : {}),
    ...(transport ? { selectedTransportationOptionId: transport.id } : {}),
    ...(window ? { selectedDeliveryWindow: presentChosenWindow(window) } : {}),
    ...(readyAt
      ? {
          dates: {
            readyToShipWindow: { start: minutes(readyAt), end: minutes(new Date(readyAt.getTime() + 6 * 86_400_000)) },
          },
        }
      : {}),
    ...(tracking.size > 0
      ? {
          trackingDetails: {
            spdTrackingDetail: {
              spdTrackingItems: [...tracking].map(([boxId, trackingId]) => ({
                boxId,
                trackingId,
                trackingNumberValidationStatus: 'NOT_VALIDATED',
              })),
            },
          },
        }
      : {}),
  };
}

export const presentBox = (box: AmazonBox, { warehouse }: AmazonShipment) => ({
  packageId: box.packageId,
  ...(box.boxId ? { boxId: box.boxId } : {}),
  contentInformationSource: box.contentInformationSource,
  quantity: box.quantity,
  dimensions: box.dimensions,
  weight: box.weight,
  items: (box.items ?? []).map(presentItem),
  destinationRegion: { countryCode: 'US', warehouseId: warehouse.id },
});

export const presentTransport = (transport: AmazonTransport, voidableUntil: Date | null) => ({
  transportationOptionId: transport.id,
  shipmentId: transport.shipmentId,
  shippingSolution: transport.solution,
  shippingMode: transport.mode,
  carrier: transport.carrier,
  preconditions: transport.needsWindow ? ['CONFIRMED_DELIVERY_WINDOW'] : [],
  ...(transport.quote
    ? {
        quote: {
          cost: money(transport.quote.cents),
          expiration: transport.quote.expiresAt.toISOString(),
          ...(voidableUntil ? { voidableUntil: voidableUntil.toISOString() } : {}),
        },
      }
    : {}),
});
