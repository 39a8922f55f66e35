import { BODIES, readBody } from './check-body.ts';
import { badRequest } from './errors.ts';
import {
  accepted,
  activePlan,
  assertParameters,
  begin,
  confirmedShipments,
  pageOf,
  planOf,
  problem,
  type SellerAnswer,
  type SellerCall,
  shipmentOf,
} from './operations.ts';
import { presentItem, presentPlacement, presentPlan, presentPlanSummary, presentShipment } from './present.ts';
import {
  type AmazonAddress,
  type AmazonPlacement,
  type AmazonPlan,
  type AmazonSeller,
  type AmazonShipment,
  type PlanItem,
  type Problem,
  US,
} from './seller.ts';

interface PlanBody {
  destinationMarketplaces: [string];
  items: PlanItem[];
  name?: string;
  sourceAddress: AmazonAddress;
}

/** Fulfilment centres, with the addresses that the imitation gives them. */
const WAREHOUSES: { id: string; address: AmazonAddress }[] = [
  {
    id: 'ONT8',
    city: 'Moreno Valley',
    stateOrProvinceCode: 'CA',
    postalCode: '92551',
    addressLine1: '24300 Nandina Ave',
  },
  {
    id: 'ABE8',
    city: 'Florence',
    stateOrProvinceCode: 'NJ',
    postalCode: '08518',
    addressLine1: '401 Independence Road',
  },
  { id: 'FTW1', city: 'Dallas', stateOrProvinceCode: 'TX', postalCode: '75241', addressLine1: '33333 LBJ Freeway' },
].map(({ id, ...address }) => ({ id, address: { ...address, name: 'Amazon.com Services, Inc.', countryCode: 'US' } }));

/** A plan is split into three at most. */
const SPLITS_MAX = WAREHOUSES.length;
const FEE_CENTS_PER_UNIT = 27;

/** What the owner of a preparation may be, as the API says it. */
function ownerProblems({ switches }: AmazonSeller, items: readonly PlanItem[]): string[] {
  return items.flatMap(({ msku, labelOwner, prepOwner }) => {
    const isPrepared = switches.preparedSkus.has(msku);
    const wanted = isPrepared ? 'SELLER' : 'NONE';
    const says = isPrepared ? 'requires' : 'does not require';
    return [
      // Amazon neither labels nor prepares in this marketplace since 2026.
      ...(labelOwner === 'SELLER'
        ? []
        : [`ERROR: ${msku} requires labelOwner but ${labelOwner} was assigned. Accepted values: [SELLER]`]),
      ...(prepOwner === wanted
        ? []
        : [`ERROR: ${msku} ${says} prepOwner but ${prepOwner} was assigned. Accepted values: [${wanted}]`]),
    ];
  });
}

const itemKey = ({ msku, expiration = '', manufacturingLotCode = '' }: PlanItem) =>
  JSON.stringify([msku, expiration, manufacturingLotCode]);

export function createPlan(sellerCall: SellerCall): SellerAnswer {
  const { seller, call } = sellerCall;
  const body = readBody<PlanBody>(call, BODIES.plan);
  if (body.destinationMarketplaces[0] !== US) throw badRequest('Invalid destinationMarketplace provided.');
  const owners = ownerProblems(seller, body.items);
  if (owners.length > 0) throw badRequest(owners);
  if (new Set(body.items.map(itemKey)).size < body.items.length)
    throw badRequest('ERROR: The items have the same MSKU more than once.');
  const plan: AmazonPlan = {
    id: seller.newId('wf'),
    name: body.name ?? `FBA (${call.at.toISOString().slice(0, 10)})`,
    status: 'ACTIVE',
    from: body.sourceAddress,
    items: body.items,
    createdAt: call.at,
    updatedAt: call.at,
    placements: [],
    confirmedAt: null,
  };
  seller.plans.set(plan.id, plan);
  const begun = begin(sellerCall, 'createInboundPlan', () => {
    const problems = body.items
      .filter(({ msku }) => seller.switches.unknownSkus.has(msku))
      .map(({ msku }) =>
        problem(
          'ERROR',
          'FBA_INB_0004',
          'This SKU is not in your catalog.',
          `There's an input error with the resource '${msku}'.`,
        ),
      );
    if (problems.length > 0) plan.status = 'ERRORED';
    return problems;
  });
  return accepted(begun, { inboundPlanId: plan.id });
}

const PAGE = { usual: 10, most: 30 };
const SORTS = { CREATION_TIME: 'createdAt', LAST_UPDATED_TIME: 'updatedAt' } as const;

export function listPlans({ seller, call }: SellerCall): SellerAnswer {
  assertParameters(call, ['pageSize', 'paginationToken', 'status', 'sortBy', 'sortOrder']);
  const status = call.query.get('status');
  if (status !== null && !['ACTIVE', 'VOIDED', 'SHIPPED'].includes(status)) throw badRequest('Invalid status.');
  const by = SORTS[(call.query.get('sortBy') ?? 'LAST_UPDATED_TIME') as keyof typeof SORTS];
  const order = call.query.get('sortOrder') ?? 'DESC';
  if (!by || !['ASC', 'DESC'].includes(order)) throw badRequest('Invalid sort.');
  const direction = order === 'ASC' ? 1 : -1;
  const plans = [...seller.plans.values()]
    .filter((plan) => status === null || plan.status === status)
    .sort((a, b) => direction * (a[by].getTime() - b[by].getTime()));
  const { rows, more } = pageOf(call, plans, PAGE);
  return { status: 200, value: { inboundPlans: rows.map(presentPlanSummary), ...more } };
}

export const readPlan = (sellerCall: SellerCall): SellerAnswer => ({
  status: 200,
  value: presentPlan(planOf(sellerCall)),
});

export function listPlanItems(sellerCall: SellerCall): SellerAnswer {
  const { rows, more } = pageOf(sellerCall.call, planOf(sellerCall).items, { usual: 10, most: 1000 });
  return { status: 200, value: { items: rows.map(presentItem), ...more } };
}

/** The items of each part, the units dealt out one by one. */
function split(items: readonly PlanItem[], parts: number): PlanItem[][] {
  return Array.from({ length: parts }, (_, part) =>
    items
      .map((item) => ({
        ...item,
        quantity: Math.floor(item.quantity / parts) + (part < item.quantity % parts ? 1 : 0),
      }))
      .filter(({ quantity }) => quantity > 0),
  ).filter((part) => part.length > 0);
}

function makePlacement(
  seller: AmazonSeller,
  plan: AmazonPlan,
  parts: number,
  feeCents: number,
  at: Date,
): AmazonPlacement {
  const id = seller.newId('pl');
  return {
    id,
    status: 'OFFERED',
    feeCents,
    expiresAt: new Date(at.getTime() + seller.switches.placementLivesMs),
    shipments: split(plan.items, parts).map(
      (items, index): AmazonShipment => ({
        id: seller.newId('sh'),
        placementId: id,
        name: `${plan.name}-${index + 1}`,
        confirmationId: '',
        status: 'UNCONFIRMED',
        warehouse: WAREHOUSES[index] ?? (WAREHOUSES[0] as (typeof WAREHOUSES)[0]),
        items,
        boxes: [],
        transports: [],
        transport: null,
        voidableUntil: null,
        windows: [],
        window: null,
        readyAt: null,
        tracking: new Map(),
        cartonIds: [],
      }),
    ),
  };
}

const INTERNAL = problem('ERROR', 'InternalServerError', 'We encountered an internal error. Please try again.');

export function generatePlacements(sellerCall: SellerCall): SellerAnswer {
  const { seller, call } = sellerCall;
  readBody(call, BODIES.placements);
  const plan = activePlan(sellerCall, 'GeneratePlacementOptions');
  if (plan.confirmedAt) throw badRequest('ERROR: A placement option is already confirmed for the inbound plan.');
  const begun = begin(sellerCall, 'generatePlacementOptions', (at): Problem[] => {
    const { switches } = seller;
    if (switches.brokenPlacements > 0) {
      switches.brokenPlacements--;
      return [INTERNAL];
    }
    const units = plan.items.reduce((sum, { quantity }) => sum + quantity, 0);
    const parts = Math.min(Math.max(switches.splits, 1), SPLITS_MAX);
    plan.placements = [makePlacement(seller, plan, parts, 0, at)];
    // All goods in one place cost the seller a fee.
    if (parts > 1) plan.placements.push(makePlacement(seller, plan, 1, units * FEE_CENTS_PER_UNIT, at));
    plan.updatedAt = at;
    return [];
  });
  return accepted(begun);
}

/** An offer ends by itself. */
function expireOffers(plan: AmazonPlan, at: Date): void {
  for (const placement of plan.placements)
    if (placement.status === 'OFFERED' && placement.expiresAt <= at) placement.status = 'EXPIRED';
}

export function listPlacements(sellerCall: SellerCall): SellerAnswer {
  const plan = planOf(sellerCall);
  expireOffers(plan, sellerCall.call.at);
  const { rows, more } = pageOf(sellerCall.call, plan.placements, { usual: 10, most: 20 });
  return { status: 200, value: { placementOptions: rows.map(presentPlacement), ...more } };
}

export function confirmPlacement(sellerCall: SellerCall): SellerAnswer {
  const { seller } = sellerCall;
  const plan = activePlan(sellerCall, 'ConfirmPlacementOption');
  const placement = plan.placements.find(({ id }) => id === sellerCall.ids[1]);
  if (!placement) throw badRequest('ERROR: The placement option does not belong to the inbound plan.');
  if (plan.confirmedAt) throw badRequest('ERROR: A placement option is already confirmed for the inbound plan.');
  const begun = begin(sellerCall, 'confirmPlacementOption', (at) => {
    expireOffers(plan, at);
    if (plan.confirmedAt) return [problem('ERROR', 'BadRequest', 'A placement option is already confirmed.')];
    if (placement.status !== 'OFFERED')
      return [problem('ERROR', 'FBA_INB_0115', 'The placement option has expired. Generate placement options again.')];
    placement.status = 'ACCEPTED';
    plan.confirmedAt = at;
    plan.updatedAt = at;
    seller.charged += placement.feeCents;
    for (const shipment of placement.shipments) {
      shipment.status = 'WORKING';
      shipment.confirmationId = seller.newConfirmationId();
    }
    return [];
  });
  return accepted(begun);
}

export function readShipment(sellerCall: SellerCall): SellerAnswer {
  const { plan, shipment } = shipmentOf(sellerCall);
  return { status: 200, value: presentShipment(plan, shipment) };
}

export function listShipmentItems(sellerCall: SellerCall): SellerAnswer {
  const { rows, more } = pageOf(sellerCall.call, shipmentOf(sellerCall).shipment.items, { usual: 10, most: 1000 });
  return { status: 200, value: { items: rows.map(presentItem), ...more } };
}

/** Within the time for it, it costs nothing; later the transport is charged all the same. */
export function cancelPlan(sellerCall: SellerCall): SellerAnswer {
  const { seller } = sellerCall;
  const plan = planOf(sellerCall);
  if (plan.status === 'VOIDED') throw badRequest('ERROR: The inbound plan is already cancelled.');
  if (plan.status === 'SHIPPED') throw badRequest('ERROR: The inbound plan has been shipped.');
  const begun = begin(sellerCall, 'cancelInboundPlan', (at) => {
    const shipments = confirmedShipments(plan);
    const late = shipments.filter(({ voidableUntil }) => voidableUntil !== null && voidableUntil <= at);
    for (const { voidableUntil, transport } of shipments)
      if (voidableUntil && voidableUntil > at) seller.charged -= transport?.quote?.cents ?? 0;
    for (const shipment of shipments) shipment.status = 'CANCELLED';
    plan.status = 'VOIDED';
    plan.updatedAt = at;
    return late.map(({ id }) =>
      problem(
        'WARNING',
        'VoidWindowEnded',
        'The shipment was cancelled after its void window. Charges apply.',
        `There's an issue with the resource '${id}'.`,
      ),
    );
  });
  return accepted(begun);
}
