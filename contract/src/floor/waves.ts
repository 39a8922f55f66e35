import { z } from 'zod';
import { DocumentIds, PdfText } from '../kit/documents.ts';
import { endpoint, listEndpoint } from '../kit/endpoint.ts';
import { list } from '../kit/list.ts';
import { Day, Flag, FlagIn, ID_MAX, Id, idOf, Moment, required, text } from '../kit/scalars.ts';
import { CART_TOTES_MAX } from './carts.ts';

export const WAVE_STATES = ['picking', 'done', 'void'] as const;
export type WaveState = (typeof WAVE_STATES)[number];

/** Shipments that are offered for a wave at most: the most urgent ones. */
export const CANDIDATES_MAX = 200;

const whole = z.number().int();
const ids = z.array(Id).max(500);

/** Any shipment, those of one line, or those of one line that are all of one item. */
export const WAVE_LINES = ['any', 'single', 'same'] as const;

/** Which shipments a wave is made of. An empty list allows all. */
export const WaveRule = z.object({
  couriers: ids.default([]),
  clients: ids.default([]),
  /** To be shipped on this day or before; empty for any day. */
  leaves_by: z.union([Day, z.literal('')]).default(''),
  lines: z.enum(WAVE_LINES).default('any'),
});
export type WaveRule = z.output<typeof WaveRule>;

export const WavePlanInput = z.object({
  rule: WaveRule.default({ couriers: [], clients: [], leaves_by: '', lines: 'any' }),
  cart_id: Id.nullable().default(null),
  /** As a person chose them, in this order; null to be proposed some. */
  shipments: z.array(Id).max(CART_TOTES_MAX, `TooManyForCart:${CART_TOTES_MAX}`).nullable().default(null),
  /** How many are proposed, if the cart carries so many; and their weight together, 0 for any. */
  orders: z
    .number({ error: () => 'WaveOrdersAreInvalid' })
    .int('WaveOrdersAreInvalid')
    .min(1, 'WaveOrdersAreInvalid')
    .max(CART_TOTES_MAX, 'WaveOrdersAreInvalid')
    .default(8),
  max_weight: z
    .number({ error: () => 'CartWeightIsInvalid' })
    .min(0, 'CartWeightIsInvalid')
    .max(99_999, 'CartWeightIsInvalid')
    .default(0),
});
export type WavePlanInput = z.output<typeof WavePlanInput>;

const ofShipment = {
  shipment_id: Id,
  order_id: Id,
  order_type: z.string(),
  reference: z.string(),
  client_id: Id,
  company: z.string(),
  courier_id: Id,
  courier: z.string(),
  ship_date: z.string(),
};

export const WaveCandidate = z.object({
  ...ofShipment,
  lines: whole,
  units: whole,
  /** In kg or lb, of what was weighed. */
  weight: z.number(),
  /** Its ship date has passed. */
  late: Flag,
  /** Its place among the chosen ones, from 1; null for one that is not chosen. */
  chosen: whole.nullable(),
  /** Metres that it adds: to those chosen before it, or to all chosen ones. */
  adds: whole,
});
export type WaveCandidate = z.output<typeof WaveCandidate>;

/** Units of a shipment line to be taken from a place, or taken. */
export const WavePick = z.object({
  line_id: Id,
  shipment_id: Id,
  client_id: Id,
  /** The tote that it goes into; empty in a plan without totes. */
  tote: z.string(),
  inventory_id: Id,
  sku: z.string(),
  name: z.string(),
  upc: z.string(),
  /** Its other barcodes. */
  barcodes: z.array(z.string()),
  serial: z.boolean(),
  license_id: Id.nullable(),
  license: z.string(),
  /** Of the plate; empty while it has none. */
  sscc: z.string(),
  lot_id: Id.nullable(),
  lot: z.string(),
  expire: z.string().nullable(),
  quantity: whole,
  /** The fulfilment that took it, by which it can be taken back; null while it is to be picked. */
  fulfillment_id: Id.nullable(),
  done: z.boolean(),
});
export type WavePick = z.output<typeof WavePick>;

/** A bin where a wave stops, with what is taken there. */
export const WaveStop = z.object({
  /** In walking order, from 1. */
  number: whole,
  location_id: Id.nullable(),
  /** Empty for goods in no bin. */
  location: z.string(),
  aisle: z.string(),
  position: whole,
  side: z.string(),
  done: z.boolean(),
  picks: z.array(WavePick),
});
export type WaveStop = z.output<typeof WaveStop>;

/** What is picked together is compared with picking one shipment after the other. */
const walked = { metres: whole, minutes: whole, alone_metres: whole, alone_minutes: whole };

/** The front end of an aisle is 0 m; aisles lie side by side. */
const Point = z.object({ x: z.number(), y: z.number() });

/** The racks along the aisles, seen from above. */
export const WaveMap = z.object({
  aisles: z.array(z.object({ aisle: z.string(), x: z.number() })),
  /** From the front end of the aisles to the back, in metres. */
  depth: z.number(),
  /** Each is one bay: the bins above each other. */
  bays: z.array(
    z.object({
      aisle: z.string(),
      position: whole,
      side: z.string(),
      y: z.number(),
      fill: z.enum(['full', 'part', 'empty']),
    }),
  ),
  /** From the cart park over the stops to the pack stations. */
  path: z.array(Point),
});
export type WaveMap = z.output<typeof WaveMap>;

const person = z.object({ id: Id, name: z.string() });

const Reason = { reason: z.string(), reason_key: z.string() };

export const WavePlan = z.object({
  candidates: z.array(WaveCandidate),
  /** There are more than are shown. */
  more: z.boolean(),
  /** Couriers and clients of what the rest of the rule allows, with how many shipments each has. */
  couriers: z.array(z.object({ id: Id, name: z.string(), count: whole })),
  clients: z.array(z.object({ id: Id, name: z.string(), count: whole })),
  /** The item that all of them are of, with the rule `same`; empty otherwise. */
  same_item: z.string(),
  /**
   * Shipments that wait for a wave whatever the rule, and the part of the rule that leaves out most; empty for none.
   */
  waiting: whole,
  loosen: z.enum(['', 'couriers', 'clients', 'leaves_by', 'lines']),
  /** Chosen ones that cannot be in a wave any more. */
  dropped: z.array(z.object({ shipment_id: Id, reference: z.string(), ...Reason })),
  ...walked,
  stops: z.array(WaveStop),
  lines: whole,
  units: whole,
  weight: z.number(),
  /** Units that no place was found for. */
  short: z.array(z.object({ shipment_id: Id, sku: z.string(), quantity: whole })),
  /** The totes that they would go into, in the order of the chosen shipments. */
  totes: z.array(z.object({ shipment_id: Id, tote: z.string(), units: whole })),
  map: WaveMap,
  /** The carts, with the wave that each is used for, and the people who may pick. */
  carts: z.array(z.object({ id: Id, cart: z.string(), totes: whole, wave_id: Id.nullable() })),
  people: z.array(person),
  /** Why it cannot be started, as sentences with their messages; empty when it can. */
  problems: z.array(z.object(Reason)),
});
export type WavePlan = z.output<typeof WavePlan>;

export const WaveInput = z.object({
  cart_id: z
    .number({ error: () => 'CartIsRequired' })
    .int()
    .positive('CartIsRequired'),
  /** In the order of the totes on the cart. */
  shipments: z.array(Id).min(1, 'WaveNeedsShipments').max(CART_TOTES_MAX, `TooManyForCart:${CART_TOTES_MAX}`),
  /** Who picks it; null for whoever takes it. */
  assignee_id: Id.nullable().default(null),
});
export type WaveInput = z.output<typeof WaveInput>;

const ofWave = {
  id: Id,
  state: z.enum(WAVE_STATES),
  cart_id: Id,
  cart: z.string(),
  assignee: person.nullable(),
  created_at: Moment,
  /** Who started it. */
  user: z.string(),
  ended_at: Moment.nullable(),
  ...walked,
};

export const WaveShipment = z.object({
  ...ofShipment,
  /** The tote that is filled now. */
  tote: z.string(),
  /** Those that are full, in the order in which they were filled. */
  full_totes: z.array(z.string()),
  /** Units of its lines, and those that are picked. */
  units: whole,
  picked: whole,
  lines: whole,
  status: z.string(),
  /** `left`: it is no longer part of the wave, for the reason beside. */
  state: z.enum(['picking', 'picked', 'left']),
  ...Reason,
});
export type WaveShipment = z.output<typeof WaveShipment>;

/** Why units were not there to be picked. */
export const SHORT_REASONS = ['missing', 'damaged', 'expired', 'other'] as const;

export const WaveShort = z.object({
  id: Id,
  shipment_id: Id,
  line_id: Id,
  inventory_id: Id,
  sku: z.string(),
  location: z.string(),
  quantity: whole,
  why: z.enum(SHORT_REASONS),
  note: z.string(),
  user: z.string(),
  at: Moment,
});
export type WaveShort = z.output<typeof WaveShort>;

export const Wave = z.object({
  ...ofWave,
  shipments: z.array(WaveShipment),
  stops: z.array(WaveStop),
  shorts: z.array(WaveShort),
  /** Units that are still promised and that no place has. */
  missing: z.array(z.object({ shipment_id: Id, line_id: Id, sku: z.string(), quantity: whole })),
  lines: whole,
  units: whole,
  picked: whole,
  map: WaveMap,
});
export type Wave = z.output<typeof Wave>;

/** All that a device needs to pick a wave without the network. */
export const WaveToPick = Wave.omit({ map: true });
export type WaveToPick = z.output<typeof WaveToPick>;

export const WaveRow = z.object({
  ...ofWave,
  /** The name of `assignee`. */
  picker: z.string(),
  shipments: whole,
  units: whole,
  picked: whole,
});
export type WaveRow = z.output<typeof WaveRow>;

export const waveList = list({
  resource: 'waves',
  row: WaveRow,
  sort: ['id', 'created_at'],
  defaultSort: { id: 'desc' },
  filters: { state: WAVE_STATES },
  defaultFilters: {},
  exported: {
    id: 'Wave',
    state: 'State',
    cart: 'Cart',
    picker: 'Picked by',
    shipments: 'Shipments',
    units: 'Units',
    picked: 'Picked',
    metres: 'Metres',
    alone_metres: 'Metres one by one',
    user: 'Started by',
    created_at: 'Created at',
    ended_at: 'Ended at',
  },
});

/**
 * One pick. Codes are sent as they were scanned: bins and plates by name, label or SSCC, items by any of their codes.
 */
export const WavePickInput = z.object({
  line_id: z
    .number({ error: () => 'MissingLineId' })
    .int()
    .positive('MissingLineId')
    .max(ID_MAX, 'LineIsNotInWave'),
  /** The bin or the plate that was scanned; empty for goods in no bin. */
  place: text(),
  /** The item's code; empty when it was not scanned. */
  item: text(),
  tote: required('ScanTheTote', 64),
  /** The lot's number; empty for the one of the proposal, or what expires first. */
  lot: text(64),
  /** A serial of the bucket that is taken. */
  serial: text(64),
  quantity: z
    .number({ error: () => 'InvalidQuantity' })
    .int('InvalidQuantity')
    .positive('InvalidQuantity')
    .max(1_000_000, 'InvalidQuantity')
    .default(1),
  allow_expired: FlagIn.default(0),
});
export type WavePickInput = z.output<typeof WavePickInput>;

/** What a pick changed: enough to go on without reading the wave again. */
export const WavePickResult = z.object({
  wave_id: Id,
  state: z.enum(WAVE_STATES),
  shipment_id: Id,
  line_id: Id,
  status: z.string(),
  /** Units of the line that are still to be picked. */
  left: whole,
  fulfillments: z.array(Id),
});
export type WavePickResult = z.output<typeof WavePickResult>;

export const WaveShortInput = z.object({
  line_id: z
    .number({ error: () => 'MissingLineId' })
    .int()
    .positive('MissingLineId')
    .max(ID_MAX, 'LineIsNotInWave'),
  quantity: z
    .number({ error: () => 'InvalidQuantity' })
    .int('InvalidQuantity')
    .positive('InvalidQuantity')
    .max(1_000_000, 'InvalidQuantity'),
  why: z.enum(SHORT_REASONS, { error: () => 'ShortReasonIsRequired' }),
  /** Where they were looked for. */
  place: text(),
  note: text(),
});
export type WaveShortInput = z.output<typeof WaveShortInput>;

const Shipment = z
  .number({ error: () => 'MissingShipmentId' })
  .int()
  .positive('MissingShipmentId')
  .max(ID_MAX, 'ShipmentIsNotInWave');

/** A tote is full: the rest of its shipment goes into another one. Totes by name or label. */
export const WaveToteInput = z.object({
  shipment_id: Shipment,
  tote: required('ScanTheTote', 64),
  next: required('ScanAFreeTote', 64),
});
export type WaveToteInput = z.output<typeof WaveToteInput>;

/** Takes that back: `tote` is the one that was said to be next. */
export const WaveToteUndo = z.object({ shipment_id: Shipment, tote: required('ScanTheTote', 64) });
export type WaveToteUndo = z.output<typeof WaveToteUndo>;

/** The totes of a shipment of a wave. */
export const WaveShipmentTotes = z.object({
  wave_id: Id,
  state: z.enum(WAVE_STATES),
  shipment_id: Id,
  tote: z.string(),
  full_totes: z.array(z.string()),
});
export type WaveShipmentTotes = z.output<typeof WaveShipmentTotes>;

const params = { id: idOf('waves') };

export const waves = {
  list: listEndpoint({
    path: '/waves',
    access: 'view_shipments_list',
    summary: 'List waves',
    list: waveList,
  }),
  plan: endpoint({
    method: 'POST',
    path: '/waves/action/plan',
    access: 'fulfill_shipment',
    summary: 'Shipments that can be picked together, a proposal, and what it saves; changes nothing',
    reads: true,
    body: WavePlanInput,
    response: WavePlan,
  }),
  create: endpoint({
    method: 'POST',
    path: '/waves',
    access: 'fulfill_shipment',
    summary: 'Start a wave: shipments get a tote each, and the places to pick them from',
    body: WaveInput,
    response: Wave,
    errors: [40001, 40005, 40011],
  }),
  get: endpoint({
    method: 'GET',
    path: '/waves/:id',
    access: 'view_shipments_list',
    summary: 'Read a wave with its shipments, stops and short picks',
    params,
    response: Wave,
  }),
  toPick: endpoint({
    method: 'GET',
    path: '/waves/:id/action/pick',
    access: 'fulfill_shipment',
    summary: 'What is to be picked, stop by stop in walking order',
    params,
    response: WaveToPick,
  }),
  pick: endpoint({
    method: 'POST',
    path: '/waves/:id/picks',
    access: 'fulfill_shipment',
    summary: 'Pick units of a line into its tote: they are fulfilled at once',
    params,
    body: WavePickInput,
    response: WavePickResult,
    errors: [40001, 40002, 40005, 40007, 40008, 40011, 60003],
  }),
  short: endpoint({
    method: 'POST',
    path: '/waves/:id/shorts',
    access: { all: ['fulfill_shipment', 'update_shipment_line'] },
    summary: 'Short pick: units that are not there leave the line, and are left to ship of the order',
    params,
    body: WaveShortInput,
    response: WavePickResult,
    errors: [40001, 40005, 40008, 40011],
  }),
  nextTote: endpoint({
    method: 'POST',
    path: '/waves/:id/totes',
    access: 'fulfill_shipment',
    summary: 'A tote is full: the rest of its shipment is picked into another, free one',
    params,
    body: WaveToteInput,
    response: WaveShipmentTotes,
  }),
  undoNextTote: endpoint({
    method: 'POST',
    path: '/waves/:id/totes/undo',
    access: 'fulfill_shipment',
    summary: 'The tote was not full: it is filled again, while nothing is in the one after it',
    params,
    body: WaveToteUndo,
    response: WaveShipmentTotes,
  }),
  assign: endpoint({
    method: 'PUT',
    path: '/waves/:id/assignee',
    access: 'fulfill_shipment',
    summary: 'Say who picks a wave',
    params,
    body: z.object({ assignee_id: Id.nullable() }),
    response: Wave,
  }),
  void: endpoint({
    method: 'POST',
    path: '/waves/:id/void',
    access: 'fulfill_shipment',
    summary: 'End a wave: what is picked stays picked, the other shipments wait for another one',
    params,
    response: Wave,
  }),
  ticket: endpoint({
    method: 'GET',
    path: '/docs/pdf/waves/ticket',
    access: 'view_shipments_list',
    summary: 'Wave tickets: the walk with what goes into which tote, as a PDF',
    query: DocumentIds,
    response: PdfText,
  }),
};
