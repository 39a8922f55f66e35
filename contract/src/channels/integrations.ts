import { z } from 'zod';
import { isTimezone } from '../company/company.ts';
import { endpoint, listEndpoint } from '../kit/endpoint.ts';
import { list } from '../kit/list.ts';
import { deleteEndpoint } from '../kit/resource.ts';
import { Flag, FlagIn, ID_MAX, Id, idOf, Moment, required, Stamp, secretText, text } from '../kit/scalars.ts';

/** What a partner needs to be called with, by the names that the fields have in the API. */
export const CREDENTIAL_FIELDS = ['access_token', 'o_auth_token', 'key_1', 'key_2', 'key_3', 'key_4', 'key_5'] as const;
export type CredentialField = (typeof CREDENTIAL_FIELDS)[number];

/** Minutes between two runs of a connection, unless somebody chooses others. */
export const SYNC_MINUTES = 5;
export const SYNC_MINUTES_MAX = 1440;

const whole = z.number().int();
const within = (first: number, last: number) =>
  z
    .number({ error: () => 'InvalidFormat' })
    .int('InvalidFormat')
    .min(first, 'InvalidFormat')
    .max(last, 'InvalidFormat');

/** Secrets that are left out or empty on a save stay as they are kept. */
const credentials = {
  access_token: secretText(1000),
  o_auth_token: text(500),
  key_1: secretText(1000),
  key_2: secretText(1000),
  key_3: secretText(1000),
  key_4: secretText(1000),
  key_5: secretText(1000),
};

const options = {
  store_time_zone: text(64)
    .transform((zone) => zone || 'America/New_York')
    .refine(isTimezone, 'TimezoneIsUnknown'),
  /** An SKU that is not known here becomes an item; otherwise its order waits for a person. */
  create_new_item: FlagIn.default(0),
  /** Orders become shipments at once, as far as there is stock. */
  auto_process: FlagIn.default(1),
  synchronize: FlagIn.default(1),
  sync_minutes: within(1, SYNC_MINUTES_MAX).default(SYNC_MINUTES),
  /** Finished shipments are reported to the shop. */
  report_shipments: FlagIn.default(1),
  /** Stock levels are reported: the share of what is available, less what is held back. */
  report_stock: FlagIn.default(0),
  stock_share: within(0, 100).default(100),
  stock_reserve: within(0, 999_999).default(0),
};

const inputs = {
  name: required('NameIsRequired', 120),
  api_version: text(20),
  ...credentials,
  ...options,
};

export const IntegrationInput = z
  .object({
    ...inputs,
    client_id: z
      .number({ error: () => 'ClientIsRequired' })
      .int()
      .positive('ClientIsRequired')
      .max(ID_MAX, 'ClientIsRequired'),
    type: z
      .number({ error: () => 'PleaseSelectAPartner' })
      .int()
      .positive('PleaseSelectAPartner')
      .max(99, 'PleaseSelectAPartner'),
  })
  .meta({
    example: {
      name: 'Kestrel shop',
      client_id: 1,
      type: 5,
      o_auth_token: 'https://shop.example',
      key_1: 'k',
      key_2: 's',
    },
  });
export type IntegrationInput = z.output<typeof IntegrationInput>;

/** `reverify` asks the partner again although no credential changed. */
export const IntegrationUpdate = z.object({ ...inputs, reverify: FlagIn.default(0), updated_at: Stamp });
export type IntegrationUpdate = z.output<typeof IntegrationUpdate>;

export const Integration = z.object({
  id: Id,
  name: z.string(),
  client_id: Id,
  client: z.object({ id: Id, company: z.string() }),
  type: whole,
  partner: z.string(),
  verified: Flag,
  verified_at: Moment.nullable(),
  /** Why it is not verified, in a sentence and as a key with its values. */
  problem: z.string(),
  problem_key: z.string(),
  /** What works differently than one would expect, in every language. */
  warnings: z.array(z.object({ en: z.string(), ch: z.string() })),
  /** What the partner calls the account. */
  account: z.string(),
  /** The shop's address for people; empty when it has none. */
  shop_url: z.string(),
  api_version: z.string(),
  /** Secrets are empty; `secrets_set` says which of them are set, and since when. */
  access_token: z.string(),
  o_auth_token: z.string(),
  key_1: z.string(),
  key_2: z.string(),
  key_3: z.string(),
  key_4: z.string(),
  key_5: z.string(),
  secrets_set: z.array(z.object({ field: z.enum(CREDENTIAL_FIELDS), set_at: Moment })),
  store_time_zone: z.string(),
  create_new_item: Flag,
  auto_process: Flag,
  service_id: z.string(),
  service_loc_id: z.string(),
  is_inv_management: Flag,
  synchronize: z.object({ active: Flag, updated_at: Moment.nullable(), next_at: Moment.nullable() }),
  sync_minutes: whole,
  report_shipments: Flag,
  report_stock: Flag,
  stock_share: whole,
  stock_reserve: whole,
  mapping: z.object({ place: z.string(), skus: whole, couriers: whole, couriers_open: whole }),
  user: z.string(),
  created_at: Moment,
  updated_at: Moment,
});
export type Integration = z.output<typeof Integration>;

export const IntegrationRow = z.object({
  id: Id,
  name: z.string(),
  type: whole,
  partner: z.string(),
  client_id: Id,
  company: z.string(),
  verified: Flag,
  /** Health at a glance: when it last worked, how many orders wait for a person, whether its last run failed. */
  succeeded_at: Moment.nullable(),
  orders_waiting: whole,
  failures: whole,
  created_at: Moment,
});
export type IntegrationRow = z.output<typeof IntegrationRow>;

export const integrationList = list({
  resource: 'integrations',
  row: IntegrationRow,
  sort: ['name', 'created_at'],
  defaultSort: { created_at: 'desc' },
  filters: { type: [] as string[], client_id: [] as string[], verified: ['1', '0'] },
  defaultFilters: {},
  exported: {
    name: 'Name',
    partner: 'Partner',
    company: 'Client',
    verified: 'Verified',
    created_at: 'Created at',
  },
});

/** What the form of a partner asks for, in the caller's language. */
export const PartnerForm = z.object({
  code: whole,
  slug: z.string(),
  name: z.string(),
  is_retired: z.boolean(),
  fields: z.array(
    z.object({
      field: z.enum(CREDENTIAL_FIELDS),
      label: z.string(),
      hint: z.string(),
      kind: z.enum(['secret', 'text', 'url']),
      required: z.boolean(),
    }),
  ),
  api_versions: z.array(z.string()),
  /** The word for a location, store or source of this partner; empty when it has none. */
  place: z.string(),
  can: z.object({
    report_shipments: z.boolean(),
    report_stock: z.boolean(),
    webhooks: z.boolean(),
    service: z.boolean(),
  }),
  /** Of the demo only: what connects its built-in shop. */
  demo: z.array(z.object({ field: z.enum(CREDENTIAL_FIELDS), value: z.string() })),
});
export type PartnerForm = z.output<typeof PartnerForm>;

export const IntegrationHealth = z.object({
  succeeded_at: Moment.nullable(),
  next_at: Moment.nullable(),
  is_running: z.boolean(),
  orders_today: whole,
  errors_today: whole,
  /** When a run last worked after the last error; null when there was none since, or no error. */
  recovered_at: Moment.nullable(),
  /** Orders of the last 14 days, oldest first. */
  orders_by_day: z.array(z.object({ day: z.string(), orders: whole })),
  orders_waiting: whole,
  /** Shipments that the shop does not know yet, and those it refused. */
  reports_waiting: whole,
  reports_refused: whole,
});
export type IntegrationHealth = z.output<typeof IntegrationHealth>;

export const CHANNEL_RUN_STATES = ['waiting', 'running', 'done', 'failed'] as const;
export const CHANNEL_RUN_STARTERS = ['schedule', 'person', 'webhook', 'reference'] as const;

export const ChannelRun = z.object({
  id: Id,
  integration_id: Id,
  started_by: z.enum(CHANNEL_RUN_STARTERS),
  user: z.string(),
  state: z.enum(CHANNEL_RUN_STATES),
  /** Orders read so far, of how many when the partner says so. */
  read: whole,
  total: whole.nullable(),
  created: whole,
  updated: whole,
  skipped: whole,
  failed: whole,
  problem: z.string(),
  problem_key: z.string(),
  created_at: Moment,
  started_at: Moment.nullable(),
  ended_at: Moment.nullable(),
});
export type ChannelRun = z.output<typeof ChannelRun>;

export const channelRunList = list({
  resource: 'channel_runs',
  row: ChannelRun,
  sort: ['id'],
  defaultSort: { id: 'desc' },
  filters: { integration_id: [] as string[], state: CHANNEL_RUN_STATES },
  within: { filter: 'integration_id', of: 'integrations' },
  defaultFilters: {},
  exported: {
    created_at: 'Created at',
    started_by: 'Started by',
    user: 'User',
    state: 'State',
    read: 'Read',
    created: 'New',
    updated: 'Updated',
    skipped: 'Skipped',
    failed: 'Failed',
    problem: 'Problem',
    ended_at: 'Ended at',
  },
});

export const CHANNEL_ORDER_STATES = ['waiting', 'placed', 'changed', 'ignored'] as const;

/** Why an order waits: a sentence, its key, and the SKU when it is about one, with what could be meant. */
export const ChannelOrderProblem = z.object({
  problem: z.string(),
  problem_key: z.string(),
  sku: z.string(),
  item_name: z.string(),
  /** As the shop has it: some sell parts of a unit. */
  quantity: z.number(),
  suggestions: z.array(z.object({ id: Id, sku: z.string(), name: z.string() })),
});
export type ChannelOrderProblem = z.output<typeof ChannelOrderProblem>;

export const ChannelOrderRow = z.object({
  id: Id,
  integration_id: Id,
  source_id: z.string(),
  number: z.string(),
  customer: z.string(),
  state: z.enum(CHANNEL_ORDER_STATES),
  raw_status: z.string(),
  order_id: Id.nullable(),
  problems: z.array(ChannelOrderProblem),
  /** The merchant asks to cancel an order that is processed here: a person accepts or rejects it. */
  asks_cancellation: z.boolean(),
  created_at: Moment,
  updated_at: Moment,
});
export type ChannelOrderRow = z.output<typeof ChannelOrderRow>;

export const channelOrderList = list({
  resource: 'channel_orders',
  row: ChannelOrderRow,
  sort: ['id', 'updated_at'],
  defaultSort: { id: 'desc' },
  filters: { integration_id: [] as string[], state: CHANNEL_ORDER_STATES },
  within: { filter: 'integration_id', of: 'integrations' },
  defaultFilters: {},
  exported: {
    number: 'Order',
    source_id: 'Source',
    customer: 'Customer',
    state: 'State',
    raw_status: 'Status in the shop',
    order_id: 'Order here',
    created_at: 'Created at',
    updated_at: 'Updated at',
  },
});

export const CHANNEL_STEPS = [
  'received',
  'placed',
  'waiting',
  'changed',
  'followed',
  'cancelled',
  'processed',
  'shipped',
  'reported',
  'refused',
  'withdrawn',
  'asked',
  'accepted',
  'rejected',
] as const;

/** What a step says besides, a line each: a sentence, and its key with values when it is ours. */
export const ChannelStepDetail = z.object({ text: z.string(), key: z.string() });

/** An order of a shop with what happened to it. */
export const ChannelOrder = ChannelOrderRow.extend({
  lines: z.array(z.object({ sku: z.string(), name: z.string(), quantity: z.number() })),
  steps: z.array(
    z.object({
      id: Id,
      step: z.enum(CHANNEL_STEPS),
      detail: z.string(),
      details: z.array(ChannelStepDetail),
      created_at: Moment,
    }),
  ),
});
export type ChannelOrder = z.output<typeof ChannelOrder>;

/** A call to the partner. */
export const ChannelCall = z.object({
  id: Id,
  integration_id: Id,
  subject: z.string(),
  /** 0: no answer came. */
  status: whole,
  ms: whole,
  request_id: z.string(),
  problem: z.string(),
  created_at: Moment,
});
export type ChannelCall = z.output<typeof ChannelCall>;

export const channelCallList = list({
  resource: 'channel_calls',
  row: ChannelCall,
  sort: ['id'],
  defaultSort: { id: 'desc' },
  filters: { integration_id: [] as string[] },
  within: { filter: 'integration_id', of: 'integrations' },
  defaultFilters: {},
  exported: {
    created_at: 'Created at',
    subject: 'Subject',
    status: 'Status',
    ms: 'Milliseconds',
    request_id: 'Request',
    problem: 'Problem',
  },
});

export const ChannelSku = z.object({
  id: Id,
  sku: z.string(),
  inventory_id: Id,
  item_sku: z.string(),
  item_name: z.string(),
});
export type ChannelSku = z.output<typeof ChannelSku>;

export const ChannelCourier = z.object({
  id: Id,
  method: z.string(),
  /** Null: nobody chose one. */
  courier_id: Id.nullable(),
  /** The chosen one, else the one that the method is named like; empty when its orders wait. */
  courier: z.string(),
});
export type ChannelCourier = z.output<typeof ChannelCourier>;

export const ChannelPlaces = z.object({
  /** The chosen one; empty when none was chosen. */
  key: z.string(),
  places: z.array(z.object({ id: z.string(), name: z.string(), is_active: z.boolean() })),
});
export type ChannelPlaces = z.output<typeof ChannelPlaces>;

/** What became of an order that was imported by its reference: made now, there already, or waiting for a decision. */
export const ImportedReference = z.object({
  outcome: z.enum(['created', 'exists', 'updated', 'waiting']),
  order_id: Id.nullable(),
  order_type: z.string(),
  channel_order_id: Id,
  number: z.string(),
});
export type ImportedReference = z.output<typeof ImportedReference>;

const path = '/integrations';
const one = { id: idOf('integrations') };
const reader = 'channel_reader';
const writer = 'update_api_model';
const PARTNER_CODES = [90001, 90003, 90006] as const;
const NOT_FOUND_CODES = [90002, 90004, 90005, 90007, 90008, 90009, 90010, 90011, 90012] as const;

/** The place of one partner, as the specification names the calls; all of them do the same. */
const places = (under: string, what: string) => ({
  get: endpoint({
    method: 'GET',
    path: `${path}/:id/${under}`,
    access: 'view_api_model',
    summary: `Read ${what} of a connection and the chosen one`,
    params: one,
    response: ChannelPlaces,
    errors: PARTNER_CODES,
  }),
  update: endpoint({
    method: 'PUT',
    path: `${path}/:id/${under}`,
    access: writer,
    summary: `Choose one of ${what} of a connection`,
    params: one,
    body: z.object({ key: required('InvalidFormat', 200) }),
    response: ChannelPlaces,
    errors: PARTNER_CODES,
  }),
});

const shopifyPlaces = places('shopify/fulfillment', 'the locations');
const tradeGeckoPlaces = places('tg/fulfillment', 'the locations');
const shipStationStores = places('ss/stores', 'the stores');

/** Which item an SKU of the shop is. */
export const SkuMapping = z.object({ sku: required('SkuIsRequired', 255), inventory_id: Id });

/** Which courier a shipping method of the shop is. */
export const CourierMapping = z.object({
  method: text(255),
  /** 0: none, its orders wait for a choice. */
  courier_id: z.number().int().min(0).max(ID_MAX),
});

export const integrations = {
  list: listEndpoint({ path, access: reader, summary: 'List connections to shops', list: integrationList }),
  partners: endpoint({
    method: 'GET',
    path: `${path}/partners`,
    access: reader,
    summary: 'Partners that clients can be connected to, with the fields of their forms',
    response: z.array(PartnerForm),
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    access: reader,
    summary: 'Read a connection; secrets are never in the answer',
    params: one,
    response: Integration,
  }),
  create: endpoint({
    method: 'POST',
    path,
    access: 'create_api_model',
    summary: 'Connect a shop; the partner is asked whether it accepts the credentials',
    body: IntegrationInput,
    response: Integration,
    errors: [90001, 90003, 90006, 90008],
  }),
  update: endpoint({
    method: 'PUT',
    path: `${path}/:id`,
    access: writer,
    summary: 'Save a connection; with new credentials or `reverify` the partner is asked again',
    params: one,
    body: IntegrationUpdate,
    response: Integration,
    errors: [90001, 90003, 90006, 90008],
    fixed: ['client_id', 'type'],
  }),
  importReference: endpoint({
    method: 'PUT',
    path: `${path}/:id/import/reference`,
    access: writer,
    summary: 'Import an order by its number in the shop',
    params: one,
    body: z.object({ reference: required('ReferenceIsRequired', 100) }),
    response: ImportedReference,
    errors: [...PARTNER_CODES, ...NOT_FOUND_CODES],
  }),
  shopifyPlaces: shopifyPlaces.get,
  chooseShopifyPlace: shopifyPlaces.update,
  tradeGeckoPlaces: tradeGeckoPlaces.get,
  chooseTradeGeckoPlace: tradeGeckoPlaces.update,
  shipStationStores: shipStationStores.get,
  chooseShipStationStore: shipStationStores.update,
  installService: endpoint({
    method: 'POST',
    path: `${path}/:id/shopify/install-service`,
    access: writer,
    summary: 'Install this warehouse as a fulfilment service of the shop',
    params: one,
    body: z.object({ isStockSharing: FlagIn.default(0) }),
    response: Integration,
    errors: PARTNER_CODES,
  }),
  removeService: endpoint({
    method: 'DELETE',
    path: `${path}/:id/shopify/remove-service`,
    access: writer,
    summary: 'Remove the fulfilment service; its stock goes to another location of the shop, or stays where it is',
    params: one,
    /** The location that its stock goes to; left out, the service becomes a location of the merchant. */
    query: z.object({ transfer_to: text(200) }),
    response: Integration,
    errors: PARTNER_CODES,
  }),
  health: endpoint({
    method: 'GET',
    path: `${path}/:id/health`,
    access: reader,
    summary: 'How a connection does: last success, next run, orders and errors of today',
    params: one,
    response: IntegrationHealth,
  }),
  sync: endpoint({
    method: 'POST',
    path: `${path}/:id/sync`,
    access: writer,
    summary: 'Read the changes of the shop now; a run that waits already is answered instead of another',
    params: one,
    response: ChannelRun,
    errors: PARTNER_CODES,
  }),
  runs: listEndpoint({ path: `${path}/runs`, access: reader, summary: 'Runs of a connection', list: channelRunList }),
  orders: listEndpoint({
    path: `${path}/orders`,
    access: reader,
    summary: "A shop's orders that were seen, and what each waits for",
    list: channelOrderList,
  }),
  order: endpoint({
    method: 'GET',
    path: `${path}/orders/:id`,
    access: reader,
    summary: "One of a shop's orders with what happened to it",
    params: { id: idOf('channel_orders') },
    response: ChannelOrder,
  }),
  resume: endpoint({
    method: 'PUT',
    path: `${path}/orders/:id/resume`,
    access: writer,
    summary: "Try again to place an order that waits, with the shop's newest version of it",
    params: { id: idOf('channel_orders') },
    response: ChannelOrder,
    errors: PARTNER_CODES,
  }),
  dismiss: endpoint({
    method: 'PUT',
    path: `${path}/orders/:id/dismiss`,
    access: writer,
    summary: 'A person has dealt with an order that changed in the shop, or with one that waits',
    params: { id: idOf('channel_orders') },
    response: ChannelOrder,
  }),
  answerCancellation: endpoint({
    method: 'PUT',
    path: `${path}/orders/:id/cancellation`,
    access: writer,
    summary:
      'Accept or reject what a merchant asks for: to cancel an order that is processed; nothing when it asks for nothing',
    params: { id: idOf('channel_orders') },
    body: z.object({ accepted: FlagIn, message: text(255) }),
    response: ChannelOrder,
  }),
  calls: listEndpoint({
    path: `${path}/calls`,
    access: reader,
    summary: 'Calls to the partner, newest first; kept for 90 days',
    list: channelCallList,
  }),
  skus: endpoint({
    method: 'GET',
    path: `${path}/:id/skus`,
    access: reader,
    summary: 'SKUs of the shop that are called otherwise here',
    params: one,
    response: z.array(ChannelSku),
  }),
  mapSku: endpoint({
    method: 'POST',
    path: `${path}/:id/skus`,
    access: writer,
    summary: 'Say which item an SKU of the shop is; orders that wait for it resume',
    params: one,
    body: SkuMapping,
    response: ChannelSku,
  }),
  unmapSku: endpoint({
    method: 'DELETE',
    path: `${path}/skus/:id`,
    access: writer,
    summary: 'Forget which item an SKU of the shop is',
    params: { id: idOf('channel_skus') },
    response: z.literal(true),
  }),
  createItem: endpoint({
    method: 'POST',
    path: `${path}/:id/items`,
    access: writer,
    summary: 'Create the item of an unknown SKU as the shop names it; orders that wait for it resume',
    params: one,
    body: z.object({ sku: required('SkuIsRequired', 64) }),
    response: z.object({ inventory_id: Id }),
  }),
  couriers: endpoint({
    method: 'GET',
    path: `${path}/:id/couriers`,
    access: reader,
    summary: 'Shipping methods of the shop and the courier of each',
    params: one,
    response: z.array(ChannelCourier),
  }),
  mapCourier: endpoint({
    method: 'POST',
    path: `${path}/:id/couriers`,
    access: writer,
    summary: 'Choose the courier of a shipping method; orders that wait for it resume',
    params: one,
    body: CourierMapping,
    response: ChannelCourier,
    errors: [30006],
  }),
  remove: deleteEndpoint({
    path,
    list: integrationList,
    access: 'delete_api_model',
    summary: 'Delete a connection for good; its orders stay',
  }),
};
