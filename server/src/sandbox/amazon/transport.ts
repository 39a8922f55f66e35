import { BODIES, readBody } from './check-body.ts';
import { badRequest } from './errors.ts';
import {
  accepted,
  activePlan,
  assertParameters,
  begin,
  confirmedShipments,
  failWith,
  isPlacementKnown,
  pageOf,
  planOf,
  problem,
  type SellerAnswer,
  type SellerCall,
  shipmentOf,
  shipmentsOf,
} from './operations.ts';
import { presentBox, presentTransport, presentWindow } from './present.ts';
import {
  type AmazonPlan,
  type AmazonSeller,
  type AmazonShipment,
  type AmazonTransport,
  DAY_MS,
  type PlanItem,
  type Problem,
  type SentBox,
} from './seller.ts';

interface Grouping {
  boxes: SentBox[];
  packingGroupId?: string;
  shipmentId?: string;
}

const HEAVY_POUNDS = 50;
const POUNDS_PER_KILOGRAM = 2.204_622_6;
const pounds = ({ weight: { unit, value } }: SentBox) => (unit === 'LB' ? value : value * POUNDS_PER_KILOGRAM);

function shipmentOfGrouping(plan: AmazonPlan, { packingGroupId, shipmentId }: Grouping): AmazonShipment {
  if ((packingGroupId === undefined) === (shipmentId === undefined))
    throw badRequest('ERROR: Exactly one of packingGroupId and shipmentId must be provided.');
  // The imitation has no packing options, so that no group can exist.
  if (packingGroupId !== undefined)
    throw badRequest('ERROR: The packing group does not belong to a confirmed packing option.');
  const shipment = confirmedShipments(plan).find(({ id }) => id === shipmentId);
  if (!shipment)
    throw badRequest('ERROR: The shipmentId can only be provided after placement confirmation and must belong to it.');
  return shipment;
}

function assertContents(boxes: readonly SentBox[]): void {
  for (const { contentInformationSource, items = [] } of boxes) {
    const isNamed = contentInformationSource === 'BOX_CONTENT_PROVIDED';
    if (!isNamed && items.length > 0)
      throw badRequest(`ERROR: Items must be empty when contentInformationSource is ${contentInformationSource}.`);
    if (isNamed && items.length === 0) throw badRequest('ERROR: Items must be provided for the box.');
  }
}

const countBySku = (items: readonly PlanItem[], times = 1) =>
  items.reduce(
    (counts, { msku, quantity }) => counts.set(msku, (counts.get(msku) ?? 0) + quantity * times),
    new Map<string, number>(),
  );

/** Boxes whose content is named must have exactly what the shipment has. */
function contentProblems(shipment: AmazonShipment, boxes: readonly SentBox[]): Problem[] {
  if (boxes.some(({ contentInformationSource }) => contentInformationSource !== 'BOX_CONTENT_PROVIDED')) return [];
  const packed = countBySku(
    boxes.flatMap(({ items = [], quantity }) => items.map((item) => ({ ...item, quantity: item.quantity * quantity }))),
  );
  const planned = countBySku(shipment.items);
  return [...new Set([...packed.keys(), ...planned.keys()])]
    .filter((msku) => packed.get(msku) !== planned.get(msku))
    .map((msku) =>
      problem(
        'ERROR',
        'FBA_INB_0313',
        `The boxes have ${packed.get(msku) ?? 0} units and the shipment ${planned.get(msku) ?? 0}.`,
        `There's an input error with the resource '${msku}'.`,
      ),
    );
}

const weightProblems = (boxes: readonly SentBox[]): Problem[] =>
  boxes.flatMap((box, index) =>
    pounds(box) > HEAVY_POUNDS
      ? [
          problem(
            'WARNING',
            'FBA_INB_0361',
            `Box ${index + 1} weighs more than ${HEAVY_POUNDS} lb. Put a Heavy Package label on it.`,
          ),
        ]
      : [],
  );

export function setPacking(sellerCall: SellerCall): SellerAnswer {
  const { seller, call } = sellerCall;
  const { packageGroupings } = readBody<{ packageGroupings: Grouping[] }>(call, BODIES.packing);
  const plan = activePlan(sellerCall, 'SetPackingInformation');
  const groups = packageGroupings.map((grouping) => ({
    shipment: shipmentOfGrouping(plan, grouping),
    boxes: grouping.boxes,
  }));
  for (const { shipment, boxes } of groups) {
    if (shipment.transport) throw badRequest('ERROR: The transportation of the shipment is already confirmed.');
    assertContents(boxes);
  }
  const begun = begin(sellerCall, 'setPackingInformation', (at) => {
    const wrong = groups.flatMap(({ shipment, boxes }) => contentProblems(shipment, boxes));
    if (wrong.length > 0) return wrong;
    for (const { shipment, boxes } of groups) {
      shipment.boxes = boxes.map((box) => ({ ...box, packageId: seller.newId('pk'), boxId: '' }));
      // Prices were for other boxes.
      shipment.transports = [];
    }
    plan.updatedAt = at;
    return groups.flatMap(({ boxes }) => weightProblems(boxes));
  });
  return accepted(begun);
}

export function listBoxes(sellerCall: SellerCall): SellerAnswer {
  const { shipment } = shipmentOf(sellerCall);
  // Not in the order in which they were sent.
  const { rows, more } = pageOf(sellerCall.call, [...shipment.boxes].reverse(), { usual: 10, most: 1000 });
  return { status: 200, value: { boxes: rows.map((box) => presentBox(box, shipment)), ...more } };
}

interface TransportBody {
  placementOptionId: string;
  shipmentTransportationConfigurations: { shipmentId: string; readyToShipWindow: { start: string } }[];
}

/** What Amazon's own carrier takes: a price for each box and for its weight. */
const quotedCents = ({ boxes }: AmazonShipment) =>
  Math.round(boxes.reduce((sum, box) => sum + box.quantity * (350 + pounds(box) * 32), 0));

function offers(seller: AmazonSeller, shipment: AmazonShipment, at: Date): AmazonTransport[] {
  const { windowsForOwn, windowsForPartnered, quoteLivesMs } = seller.switches;
  const option = (given: Omit<AmazonTransport, 'id' | 'shipmentId'>): AmazonTransport => ({
    id: seller.newId('to'),
    shipmentId: shipment.id,
    ...given,
  });
  const own = { solution: 'USE_YOUR_OWN_CARRIER', mode: 'GROUND_SMALL_PARCEL', needsWindow: windowsForOwn } as const;
  return [
    option({ ...own, carrier: { name: 'UPS', alphaCode: 'UPSN' } }),
    option({
      solution: 'AMAZON_PARTNERED_CARRIER',
      mode: 'GROUND_SMALL_PARCEL',
      carrier: { name: 'UPS', alphaCode: 'UPSN' },
      needsWindow: windowsForPartnered,
      quote: { cents: quotedCents(shipment), expiresAt: new Date(at.getTime() + quoteLivesMs) },
    }),
    option({ ...own, carrier: { name: 'FedEx', alphaCode: 'FDEG' } }),
    option({ ...own, carrier: { name: 'Other', alphaCode: 'OTHER' } }),
  ];
}

const PALLET = problem('WARNING', 'FBA_INB_0197', 'Pallet information is needed for freight options.');

function assertOpen(plan: AmazonPlan): void {
  if (shipmentsOf(plan).some(({ transport }) => transport))
    throw badRequest('ERROR: Transportation options are already confirmed for the inbound plan.');
}

export function generateTransports(sellerCall: SellerCall): SellerAnswer {
  const { seller, call } = sellerCall;
  const body = readBody<TransportBody>(call, BODIES.transports);
  const plan = activePlan(sellerCall, 'GenerateTransportationOptions');
  assertOpen(plan);
  const placement = plan.placements.find(({ id }) => id === body.placementOptionId);
  const wanted = body.shipmentTransportationConfigurations.map((config) => ({
    shipment: placement?.shipments.find(({ id }) => id === config.shipmentId),
    readyAt: new Date(config.readyToShipWindow.start),
  }));
  const shipments = wanted.flatMap(({ shipment, readyAt }) => (shipment ? [{ shipment, readyAt }] : []));
  if (shipments.length < wanted.length) throw badRequest('ERROR: A shipment does not belong to the placement option.');
  if (wanted.some(({ readyAt }) => readyAt < call.at))
    throw badRequest('ERROR: The ready to ship window must not be in the past.');
  const begun = begin(sellerCall, 'generateTransportationOptions', (at): Problem[] => {
    const { switches } = seller;
    if (switches.busyTransports > 0) {
      switches.busyTransports--;
      const about = `There's an input error with the resource '${shipments[0]?.shipment.id ?? ''}'.`;
      return [problem('ERROR', 'FBA_INB_0344', 'No placement option was confirmed.', about)];
    }
    const unpacked = shipments.filter(({ shipment }) => shipment.boxes.length === 0);
    if (unpacked.length > 0)
      return unpacked.map(({ shipment }) =>
        problem(
          'ERROR',
          'FBA_INB_0322',
          'Packing information is missing.',
          `There's an input error with the resource '${shipment.id}'.`,
        ),
      );
    for (const { shipment, readyAt } of shipments) {
      shipment.transports = switches.noTransports ? [] : offers(seller, shipment, at);
      shipment.readyAt = readyAt;
    }
    if (switches.noTransports === 'FAILED') return failWith([PALLET]);
    return switches.noTransports ? [PALLET] : [];
  });
  return accepted(begun);
}

export function listTransports(sellerCall: SellerCall): SellerAnswer {
  const { call } = sellerCall;
  assertParameters(call, ['pageSize', 'paginationToken', 'placementOptionId', 'shipmentId']);
  const [placementId, shipmentId] = [call.query.get('placementOptionId'), call.query.get('shipmentId')];
  if (!placementId && !shipmentId) throw badRequest('ERROR: One of placementOptionId and shipmentId must be provided.');
  const options = shipmentsOf(planOf(sellerCall))
    .filter((each) => (!placementId || each.placementId === placementId) && (!shipmentId || each.id === shipmentId))
    .flatMap(({ transports, transport, voidableUntil }) =>
      // After the confirmation only the chosen one is left.
      (transport ? [transport] : transports).map((option) => presentTransport(option, voidableUntil)),
    );
  const { rows, more } = pageOf(call, options, { usual: 10, most: 20 });
  return { status: 200, value: { transportationOptions: rows, ...more } };
}

export function generateWindows(sellerCall: SellerCall): SellerAnswer {
  const { seller } = sellerCall;
  const { plan, shipment } = shipmentOf(sellerCall);
  activePlan(sellerCall, 'GenerateDeliveryWindowOptions');
  if (!confirmedShipments(plan).includes(shipment))
    throw badRequest(`ERROR: No placement option is confirmed for inboundPlan ${plan.id}.`);
  const begun = begin(sellerCall, 'generateDeliveryWindowOptions', (at) => {
    const ready = shipment.readyAt ?? at;
    const day = Date.UTC(ready.getUTCFullYear(), ready.getUTCMonth(), ready.getUTCDate());
    const validUntil = new Date(at.getTime() + DAY_MS);
    shipment.windows = (['BLOCKED', 'AVAILABLE', 'CONGESTED'] as const).map((availability, week) => ({
      id: seller.newId('dw'),
      startsAt: new Date(day + (3 + week * 7) * DAY_MS),
      endsAt: new Date(day + (9 + week * 7) * DAY_MS),
      availability,
      validUntil,
    }));
    return [];
  });
  return accepted(begun);
}

export function listWindows(sellerCall: SellerCall): SellerAnswer {
  const { rows, more } = pageOf(sellerCall.call, shipmentOf(sellerCall).shipment.windows, { usual: 10, most: 100 });
  return { status: 200, value: { deliveryWindowOptions: rows.map(presentWindow), ...more } };
}

export function confirmWindow(sellerCall: SellerCall): SellerAnswer {
  const { shipment } = shipmentOf(sellerCall);
  activePlan(sellerCall, 'ConfirmDeliveryWindowOptions');
  const window = shipment.windows.find(({ id }) => id === sellerCall.ids[2]);
  if (!window) throw badRequest('ERROR: The delivery window option does not belong to the shipment.');
  const begun = begin(sellerCall, 'confirmDeliveryWindowOptions', (at) => {
    if (window.validUntil <= at)
      return [problem('ERROR', 'BadRequest', 'The delivery window option is no longer valid.')];
    if (window.availability === 'BLOCKED')
      return [problem('ERROR', 'BadRequest', 'The delivery window option is not available.')];
    shipment.window = window;
    return [];
  });
  return accepted(begun);
}

interface Selection {
  shipmentId: string;
  transportationOptionId: string;
}

/** Each shipment with the option that was chosen for it. All must be there, and no other. */
function chosen(plan: AmazonPlan, selections: readonly Selection[]) {
  const shipments = confirmedShipments(plan);
  const ids = new Set(selections.map(({ shipmentId }) => shipmentId));
  if (ids.size !== selections.length || ids.size !== shipments.length || !shipments.every(({ id }) => ids.has(id)))
    throw badRequest(
      `ERROR: Provided shipment ids [${[...ids].join(', ')}] do not match the shipments in the confirmed placement option`,
    );
  return shipments.map((shipment) => {
    const { transportationOptionId = '' } = selections.find(({ shipmentId }) => shipmentId === shipment.id) ?? {};
    return { shipment, transport: shipment.transports.find(({ id }) => id === transportationOptionId) };
  });
}

const CARRIERS = problem('ERROR', 'BadRequest', 'Fail to execute CONFIRM_CARRIERS API with errors.');

export function confirmTransports(sellerCall: SellerCall): SellerAnswer {
  const { seller, call } = sellerCall;
  const { transportationSelections } = readBody<{ transportationSelections: Selection[] }>(call, BODIES.selections);
  const plan = activePlan(sellerCall, 'ConfirmTransportationOptions');
  if (!isPlacementKnown(seller, plan, call.at))
    throw badRequest(`ERROR: No placement option is confirmed for inboundPlan ${plan.id}.`);
  assertOpen(plan);
  const choices = chosen(plan, transportationSelections);
  const begun = begin(sellerCall, 'confirmTransportationOptions', (at): Problem[] => {
    const all = choices.flatMap(({ shipment, transport }) => (transport ? [{ shipment, transport }] : []));
    if (all.length < choices.length) return [CARRIERS];
    const late = all.filter(({ transport: { quote } }) => quote && quote.expiresAt <= at);
    if (late.length > 0)
      return [problem('ERROR', 'BadRequest', 'The quote has expired. Generate transportation options again.')];
    if (all.some(({ transport, shipment }) => transport.needsWindow && !shipment.window))
      return [problem('ERROR', 'BadRequest', 'A delivery window must be confirmed for the shipment.')];
    for (const { shipment, transport } of all) {
      shipment.transport = transport;
      shipment.status = 'READY_TO_SHIP';
      for (const [index, box] of shipment.boxes.entries())
        box.boxId = `${shipment.confirmationId}U${String(index + 1).padStart(6, '0')}`;
      if (!transport.quote) continue;
      seller.charged += transport.quote.cents;
      shipment.voidableUntil = new Date(at.getTime() + DAY_MS);
    }
    plan.updatedAt = at;
    return [];
  });
  return accepted(begun);
}

interface TrackingBody {
  trackingDetails: { spdTrackingDetail?: { spdTrackingItems: { boxId: string; trackingId: string }[] } };
}

export function updateTracking(sellerCall: SellerCall): SellerAnswer {
  const { trackingDetails } = readBody<TrackingBody>(sellerCall.call, BODIES.tracking);
  const { shipment } = shipmentOf(sellerCall);
  activePlan(sellerCall, 'UpdateShipmentTrackingDetails');
  if (shipment.transport?.solution !== 'USE_YOUR_OWN_CARRIER')
    throw badRequest('ERROR: Tracking details can only be provided for a non-Amazon partnered carrier.');
  const items = trackingDetails.spdTrackingDetail?.spdTrackingItems ?? [];
  const strange = items.filter(({ boxId }) => !shipment.boxes.some((box) => box.boxId === boxId));
  if (items.length === 0 || strange.length > 0) throw badRequest('ERROR: The boxes are not of the shipment.');
  const begun = begin(sellerCall, 'updateShipmentTrackingDetails', () => {
    for (const { boxId, trackingId } of items) shipment.tracking.set(boxId, trackingId);
    shipment.status = 'SHIPPED';
    return [];
  });
  return accepted(begun);
}
