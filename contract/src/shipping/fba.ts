import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Email, Flag, FlagIn, Id, idOf, Moment, MoneyOut, required, requiredSecret, text } from '../kit/scalars.ts';

/** How the marketplace learns what is in a box: by hand, by a barcode on it, or from us. */
export const FEED_TYPES = ['NONE', '2D_BARCODE', 'FEED'] as const;
export type FeedType = (typeof FEED_TYPES)[number];

/** The codes that the specification gives to what was done. */
export const FBA_ACTIONS = [
  '_SUBMIT_FBA_CARTON_FEED',
  '_SUBMIT_TRANSPORT_CONTENT',
  '_SHIPPING_ESTIMATE_REQUESTED',
  '_SHIPPING_COST_ESTIMATE_REQUESTED',
  '_FBA_SHIPPING_FINAL_CONFIRMED',
  '_FBA_SHIPPING_SHIPMENT_SHIPPED',
  '_FBA_SHIPPING_LABEL_VOIDED',
] as const;
export type FbaAction = (typeof FBA_ACTIONS)[number];

/** What is done at the marketplace, one after the other; `plan` and `create` are of a whole plan. */
export const FBA_KINDS = [
  'plan',
  'create',
  'feed',
  'weights',
  'estimate',
  'cost',
  'confirm',
  'complete',
  'void',
  'update',
] as const;
export type FbaKind = (typeof FBA_KINDS)[number];

/** The line of steps on the page of a shipment; the feed is a step only for the feed type FEED. */
export const FBA_STEPS = ['feed', 'weights', 'estimate', 'cost', 'confirm', 'complete'] as const;
export type FbaStep = (typeof FBA_STEPS)[number];

/** Heavier boxes need a label that says so. */
export const HEAVY_BOX = { KG: 22.7, LB: 50 } as const;
/** A shipment is confirmed within so many hours of its plan, unless the marketplace names a moment. */
export const FBA_CONFIRM_HOURS = 48;
/** An accepted cost is taken back within so many hours, unless the marketplace names a moment. */
export const FBA_VOID_HOURS = 24;
/** An invitation works for so many days. */
export const FBA_INVITATION_DAYS = 7;
export const FBA_INVITATION_ATTEMPTS = 10;
export const FBA_ADDRESSES_MAX = 10;

export const FBA_PAPERS = ['PackageLabel_Letter_2', 'PackageLabel_Thermal'] as const;
export type FbaPaper = (typeof FBA_PAPERS)[number];

export const FeedResult = z.object({
  FeedSubmissionId: z.string(),
  FeedProcessingStatus: z.enum(['_SUBMITTED_', '_IN_PROGRESS_', '_DONE_', '_CANCELLED_', '_FAILED_']),
  StartedProcessingDate: Moment.nullable(),
  CompletedProcessingDate: Moment.nullable(),
});
export type FeedResult = z.output<typeof FeedResult>;

/** A price of the marketplace, exact. */
const Price = z.object({ amount: z.string(), currency: z.string() });

/** What was done for a shipment, oldest first. */
export const FbaHistory = z.object({
  id: Id,
  action: z.enum(FBA_ACTIONS),
  action_date: Moment,
  /** JSON, with the cost where the action has one. */
  response: z.object({
    cost: MoneyOut.nullable(),
    currency: z.string(),
    carrier: z.string(),
    operation: z.string(),
    voidable_until: Moment.nullable(),
  }),
  user: z.string(),
});
export type FbaHistory = z.output<typeof FbaHistory>;

const Said = z.object({
  id: Id,
  step: z.enum(FBA_KINDS),
  state: z.enum(['running', 'done', 'failed']),
  started_at: Moment,
  ended_at: Moment.nullable(),
  operation: z.string(),
  /** Why it did not go on, or is tried again. */
  problem: z.string(),
  problem_key: z.string(),
  /** The marketplace's own words about something that went on nevertheless. */
  warnings: z.array(z.string()),
  result: z.object({
    options: z.number().int().nullable(),
    cost: Price.nullable(),
    carrier: z.string(),
    /** The state that was read. */
    status: z.string(),
  }),
  user: z.string(),
});
export type FbaStepRun = z.output<typeof Said>;

export const FbaBox = z.object({
  id: z.string(),
  length: z.number(),
  width: z.number(),
  height: z.number(),
  weight: z.number(),
  is_heavy: z.boolean(),
  items: z.array(z.object({ sku: z.string(), quantity: z.number().int() })),
  units: z.number().int(),
});
export type FbaBox = z.output<typeof FbaBox>;

const Document = z.object({
  paper: z.enum(FBA_PAPERS),
  state: z.enum(['later', 'waiting', 'ready', 'refused']),
  /** Prints it, for some minutes; empty while there is nothing to print. */
  url: z.string(),
  problem: z.string(),
  problem_key: z.string(),
});
export type FbaDocument = z.output<typeof Document>;

/** How far a shipment is at the marketplace. */
export const FbaShipment = z.object({
  shipment_id: Id,
  order_id: Id,
  reference: z.string(),
  client: z.string(),
  fba_shipment_id: z.string(),
  feed_type: z.enum(FEED_TYPES),
  exist_in_fba: Flag,
  packed: Flag,
  status: z.string(),
  /** The marketplace's own word; empty until it was read. */
  at_marketplace: z.string(),
  destination: z.object({ warehouse: z.string(), city: z.string(), state: z.string(), postal_code: z.string() }),
  ship_date: z.string(),
  unit_system: z.enum(['METRIC', 'IMPERIAL']),
  /**
   * What is to be done next. `create`: it does not exist at the marketplace yet; `restart`: too late, or cancelled
   * there.
   */
  next: z.enum(['create', ...FBA_STEPS, 'done', 'voided', 'restart']),
  steps: z.array(
    z.object({
      name: z.enum(FBA_STEPS),
      state: z.enum(['done', 'next', 'working', 'failed', 'later']),
      at: Moment.nullable(),
      cost: Price.nullable(),
    }),
  ),
  /** What the marketplace is doing, also for another shipment of the plan. */
  working: z
    .object({ step: z.enum(FBA_KINDS), since: Moment, shipment_id: Id.nullable(), user: z.string() })
    .nullable(),
  failed: z.object({ step: z.enum(FBA_KINDS), at: Moment, problem: z.string(), problem_key: z.string() }).nullable(),
  /** `create`: of the plan; `confirm`: of the cost. */
  deadline: z.object({ of: z.enum(['create', 'confirm', 'void']), from: Moment, until: Moment }).nullable(),
  transport: z
    .object({
      cost: Price.nullable(),
      carrier: z.string(),
      mode: z.string(),
      is_partnered: z.boolean(),
      /** A carrier of our own can be chosen instead. */
      has_own: z.boolean(),
      expires_at: Moment.nullable(),
      voidable_until: Moment.nullable(),
    })
    .nullable(),
  boxes: z.array(FbaBox),
  feed: FeedResult.nullable(),
  said: z.array(Said),
  documents: z.array(Document),
  /** The other shipments of the plan: their cost is confirmed, and the plan is voided, together. */
  others: z.array(
    z.object({ shipment_id: Id, fba_shipment_id: z.string(), is_ready: z.boolean(), warehouse: z.string() }),
  ),
});
export type FbaShipment = z.output<typeof FbaShipment>;

/** The plan of an order. */
export const FbaPlan = z.object({
  state: z.enum(['none', 'working', 'planned', 'failed']),
  since: Moment.nullable(),
  problem: z.string(),
  problem_key: z.string(),
  shipments: z.array(z.object({ id: Id, fba_shipment_id: z.string(), warehouse: z.string(), units: z.number().int() })),
});
export type FbaPlan = z.output<typeof FbaPlan>;

const addresses = (first: 'EmailIsInvalid') =>
  z
    .union([z.string(), z.array(z.string())], { error: () => first })
    .transform((given) =>
      [given]
        .flat()
        .flatMap((each) => each.split(/[,;\s]+/))
        .filter(Boolean),
    )
    .pipe(z.array(Email).max(FBA_ADDRESSES_MAX, `TooManyRecipients:${FBA_ADDRESSES_MAX}`));

export const FbaInvite = z
  .object({
    client_id: z
      .number({ error: () => 'ClientIsRequired' })
      .int('ClientIsRequired')
      .positive('ClientIsRequired'),
    to: addresses('EmailIsInvalid').pipe(z.array(z.string()).min(1, 'EmailIsInvalid')),
    cc: addresses('EmailIsInvalid').optional(),
  })
  .meta({ example: { client_id: 1, to: 'seller@example.test', cc: '' } });

export const FbaDeveloper = z.object({ developer_name: z.string(), developer_id: z.string(), client: z.string() });
export type FbaDeveloper = z.output<typeof FbaDeveloper>;

export const FbaCredentials = z
  .object({
    token: z.string().max(200),
    sellerId: required('SellerIdIsInvalid', 64).refine((id) => /^[A-Za-z0-9]+$/.test(id), 'SellerIdIsInvalid'),
    mwsToken: requiredSecret('MwsTokenIsInvalid', 2000).refine(
      (token) => /^[\x21-\x7e]+$/.test(token),
      'MwsTokenIsInvalid',
    ),
  })
  .meta({ example: { token: 'token', sellerId: 'A1SELLER', mwsToken: 'amzn.mws.token' } });
export type FbaCredentials = z.output<typeof FbaCredentials>;

const params = { id: idOf('shipments') };
const STEP = 'update_shipment_tracking';
const errors = [40005, 90001, 90003] as const;

/** A step of a shipment at the marketplace: it is begun, and the answer says so at once. */
const step = (path: string, summary: string) =>
  endpoint({ method: 'PUT', path, access: STEP, summary, params, response: FbaShipment, errors });

/** The calls of the specification for shipments to a marketplace's warehouses. */
export const fba = {
  plan: endpoint({
    method: 'PUT',
    path: '/fba/plan/:id',
    access: 'order_controller',
    summary:
      'Plan the shipments of an open customer order at the marketplace. `success`: they are here; `working`: asked, and to be followed by GET',
    params: { id: idOf('orders') },
    response: z.enum(['success', 'working']),
    errors: [30007, 40002, 90001, 90003],
  }),
  readPlan: endpoint({
    method: 'GET',
    path: '/fba/plan/:id',
    access: 'user',
    summary: 'How far the plan of an order is at the marketplace',
    params: { id: idOf('orders') },
    response: FbaPlan,
  }),
  get: endpoint({
    method: 'GET',
    path: '/fba/shipment/:id',
    access: 'view_shipment_model',
    summary: 'How far a shipment is at the marketplace: steps, boxes, cost, deadlines, documents',
    params,
    response: FbaShipment,
    errors: [90001],
  }),
  history: endpoint({
    method: 'GET',
    path: '/fba/history/:id',
    access: 'view_shipment_model',
    summary: 'What was done for a shipment at the marketplace, oldest first',
    params,
    response: z.array(FbaHistory),
  }),
  create: endpoint({
    method: 'PUT',
    path: '/fba/confirm/:id',
    access: STEP,
    summary: 'Create the shipments of the plan at the marketplace, within 48 hours; `type` chooses the feed type',
    params,
    body: z.object({ type: z.enum(FEED_TYPES).optional() }).meta({ example: { type: 'FEED' } }),
    response: FbaShipment,
    errors,
  }),
  changeFeed: endpoint({
    method: 'PUT',
    path: '/fba/feed/:id/change',
    access: STEP,
    summary: 'Change how the marketplace learns what is in the boxes; boxes that were sent are to be sent again',
    params,
    body: z
      .object({ type: z.enum(FEED_TYPES, { error: () => 'FeedTypeIsUnknown' }) })
      .meta({ example: { type: 'FEED' } }),
    response: FbaShipment,
    errors,
  }),
  submitFeed: step('/fba/feed/:id/submit', 'Send what is in each box'),
  updateFeed: step('/fba/feed/:id/update', 'Send what is in each box again, as it is packed now'),
  cancelFeed: step(
    '/fba/feed/:id/cancel',
    'Take back what was to be sent; what has arrived is replaced by sending it again',
  ),
  checkFeed: endpoint({
    method: 'PUT',
    path: '/fba/feed/:id/check',
    access: STEP,
    summary: 'What became of the contents that were sent; null when nothing was',
    params,
    response: FeedResult.nullable(),
    errors: [90001],
  }),
  submitTransport: step('/fba/transport/:id/submit', 'Send weights and dimensions of the boxes'),
  requestTransport: step('/fba/transport/:id/request', 'Ask the marketplace to estimate the shipping'),
  costTransport: endpoint({
    method: 'PUT',
    path: '/fba/transport/:id/cost',
    access: STEP,
    summary: 'Read the cost, of the marketplace’s carrier or, with `own_courier`, of a carrier of ours',
    params,
    body: z.object({ own_courier: FlagIn.optional() }).meta({ example: { own_courier: 0 } }),
    response: FbaShipment,
    errors,
  }),
  confirmTransport: step('/fba/transport/:id/confirm', 'Accept the cost, for all shipments of the plan at once'),
  voidTransport: step(
    '/fba/transport/:id/void',
    'Take the accepted cost back within 24 hours: it cancels the whole plan',
  ),
  complete: endpoint({
    method: 'PUT',
    path: '/fba/shipment/:id/complete',
    access: STEP,
    summary: 'The boxes have left; of a carrier of ours with a tracking number for each box, or one for all',
    params,
    body: z
      .object({ tracking_numbers: z.array(text(64)).max(5000).optional() })
      .meta({ example: { tracking_numbers: ['1Z999'] } }),
    response: FbaShipment,
    errors,
  }),
  update: step('/fba/shipment/:id/update', 'Read the state of the shipment at the marketplace'),
  invite: endpoint({
    method: 'POST',
    path: '/fba/invite',
    access: 'create_api_model',
    summary: 'Mail a link by which a client connects its seller account; only where the company uses it',
    body: FbaInvite,
    response: z.literal(true),
    errors: [90001],
    attempts: 20,
  }),
  invitation: endpoint({
    method: 'POST',
    path: '/auth/fba/token',
    access: 'guest',
    summary: 'The developer to authorise in the seller account, for whoever has an invitation',
    body: z.object({ token: z.string().max(200) }).meta({ example: { token: 'token' } }),
    response: FbaDeveloper,
    reads: true,
    attempts: 20,
  }),
  accept: endpoint({
    method: 'POST',
    path: '/auth/fba/save',
    access: 'guest',
    summary: 'Connect the seller account of an invitation, which works once',
    body: FbaCredentials,
    response: z.literal(true),
    errors: [90001, 90003],
    attempts: 10,
    secret: true,
  }),
};
