import type {
  ChannelOrder,
  ChannelOrderProblem,
  ChannelOrderRow,
  ChannelRun,
  Integration,
  IntegrationHealth,
  PartnerForm,
} from '@longshore/contract';
import { answerBy, type Sent } from './render.tsx';

const AT = '2026-11-18T15:00:00.000Z';

export const shopify: PartnerForm = {
  code: 4,
  slug: 'shopify',
  name: 'Shopify',
  is_retired: false,
  fields: [
    { field: 'o_auth_token', label: 'Shop address', hint: 'your-shop.myshopify.com', kind: 'url', required: true },
    { field: 'access_token', label: 'Admin API token', hint: '', kind: 'secret', required: true },
  ],
  api_versions: ['V1', 'default'],
  place: 'Location',
  can: { report_shipments: true, report_stock: true, webhooks: true, service: true },
  demo: [],
};

export const wooCommerce: PartnerForm = {
  code: 5,
  slug: 'woocommerce',
  name: 'WooCommerce',
  is_retired: false,
  fields: [
    { field: 'o_auth_token', label: 'Store URL', hint: 'https://shop.example', kind: 'url', required: true },
    { field: 'key_1', label: 'Consumer key', hint: '', kind: 'secret', required: true },
    { field: 'key_2', label: 'Consumer secret', hint: '', kind: 'secret', required: true },
  ],
  api_versions: [],
  place: '',
  can: { report_shipments: true, report_stock: false, webhooks: true, service: false },
  demo: [
    { field: 'o_auth_token', value: 'http://localhost/sandbox/woocommerce' },
    { field: 'key_1', value: 'ck_demo' },
    { field: 'key_2', value: 'cs_demo' },
  ],
};

export const connection = (fields: Partial<Integration> = {}): Integration => ({
  id: 3,
  name: 'Kestrel Shopify',
  client_id: 1,
  client: { id: 1, company: 'Kestrel Coffee Roasters' },
  type: 4,
  partner: 'Shopify',
  verified: 1,
  verified_at: AT,
  problem: '',
  problem_key: '',
  warnings: [],
  account: 'Kestrel Coffee',
  shop_url: 'https://kestrel-coffee.myshopify.com',
  api_version: 'V1',
  access_token: '',
  o_auth_token: 'kestrel-coffee.myshopify.com',
  key_1: '',
  key_2: '',
  key_3: '',
  key_4: '',
  key_5: '',
  secrets_set: [{ field: 'access_token', set_at: '2026-10-02T15:00:00.000Z' }],
  store_time_zone: 'America/Los_Angeles',
  create_new_item: 0,
  auto_process: 1,
  service_id: '',
  service_loc_id: '',
  is_inv_management: 0,
  synchronize: { active: 1, updated_at: AT, next_at: AT },
  sync_minutes: 5,
  report_shipments: 1,
  report_stock: 1,
  stock_share: 90,
  stock_reserve: 2,
  mapping: { place: '', skus: 1, couriers: 1, couriers_open: 0 },
  user: 'Dana Reyes',
  created_at: AT,
  updated_at: AT,
  ...fields,
});

export const health = (fields: Partial<IntegrationHealth> = {}): IntegrationHealth => ({
  succeeded_at: AT,
  next_at: AT,
  is_running: false,
  orders_today: 37,
  errors_today: 0,
  recovered_at: null,
  orders_by_day: [
    { day: '2026-11-17', orders: 12 },
    { day: '2026-11-18', orders: 37 },
  ],
  orders_waiting: 1,
  reports_waiting: 0,
  reports_refused: 0,
  ...fields,
});

export const problem = (fields: Partial<ChannelOrderProblem> = {}): ChannelOrderProblem => ({
  problem: 'Unknown SKU KC-HOLIDAY-250',
  problem_key: 'UnknownSku:KC-HOLIDAY-250',
  sku: 'KC-HOLIDAY-250',
  item_name: 'Holiday Blend 250 g',
  quantity: 6,
  suggestions: [{ id: 9, sku: 'KC-WIN-250', name: 'Winter Blend 250 g' }],
  ...fields,
});

export const shopOrder = (fields: Partial<ChannelOrderRow> = {}): ChannelOrderRow => ({
  id: 48,
  integration_id: 3,
  source_id: '5501',
  number: '#1048',
  customer: 'Oak & Ember Cafés',
  state: 'waiting',
  raw_status: 'unfulfilled',
  order_id: null,
  problems: [problem()],
  asks_cancellation: false,
  created_at: AT,
  updated_at: AT,
  ...fields,
});

export const wholeOrder = (fields: Partial<ChannelOrder> = {}): ChannelOrder => ({
  ...shopOrder(),
  lines: [{ sku: 'KC-HOLIDAY-250', name: 'Holiday Blend 250 g', quantity: 6 }],
  steps: [
    { id: 1, step: 'received', detail: '', details: [], created_at: AT },
    {
      id: 2,
      step: 'waiting',
      detail: 'Unknown SKU KC-HOLIDAY-250',
      details: [{ text: 'Unknown SKU KC-HOLIDAY-250', key: 'UnknownSku:KC-HOLIDAY-250' }],
      created_at: AT,
    },
  ],
  ...fields,
});

export const run = (fields: Partial<ChannelRun> = {}): ChannelRun => ({
  id: 7,
  integration_id: 3,
  started_by: 'schedule',
  user: '',
  state: 'done',
  read: 9,
  total: 9,
  created: 2,
  updated: 0,
  skipped: 7,
  failed: 0,
  problem: '',
  problem_key: '',
  created_at: AT,
  started_at: AT,
  ended_at: '2026-11-18T15:00:03.000Z',
  ...fields,
});

const page = (records: object[]) => ({ records, on_page: 1, per_page: 15, total: records.length });

/** What the server knows of one connection; the first answer whose part of the path matches is given. */
export interface ServerAnswers {
  integration?: Integration;
  partners?: PartnerForm[];
  health?: IntegrationHealth;
  orders?: ChannelOrderRow[];
  order?: ChannelOrder;
  runs?: ChannelRun[];
  calls?: object[];
  skus?: object[];
  couriers?: object[];
  places?: object;
  /** Answers of writes, by method and the end of the path. */
  writes?: Record<string, { status?: number; body: unknown }>;
}

function readAnswer(path: string, given: ServerAnswers): unknown {
  const answers: [RegExp, () => unknown][] = [
    [/\/integrations\/partners/, () => given.partners ?? [shopify, wooCommerce]],
    [/\/integrations\/runs/, () => page(given.runs ?? [run()])],
    [/\/integrations\/orders\/\d+/, () => given.order ?? wholeOrder()],
    [/\/integrations\/orders/, () => page(given.orders ?? [])],
    [/\/integrations\/calls/, () => page(given.calls ?? [])],
    [/\/integrations\/\d+\/health/, () => given.health ?? health()],
    [/\/integrations\/\d+\/skus/, () => given.skus ?? []],
    [/\/integrations\/\d+\/couriers/, () => given.couriers ?? []],
    [/\/integrations\/\d+\/(shopify|tg|ss)\//, () => given.places ?? { key: '', places: [] }],
    [/\/integrations\/\d+/, () => given.integration ?? connection()],
    [/\/integrations\?/, () => page([])],
    [/\/traces/, () => ({ data: [], last_page: 1 })],
  ];
  return answers.find(([pattern]) => pattern.test(path))?.[1]() ?? [];
}

/** Answers the calls of a connection's screens; returns what was written. */
export function answerConnection(given: ServerAnswers = {}): Sent[] {
  const written: Sent[] = [];
  answerBy((call) => {
    const write = Object.entries(given.writes ?? {}).find(
      ([name]) => name.startsWith(`${call.method} `) && call.path.split('?')[0]?.endsWith(name.split(' ')[1] ?? ''),
    )?.[1];
    if (call.method !== 'GET' && !call.path.endsWith('/selector')) written.push(call);
    return write ?? { body: { data: readAnswer(call.path, given) } };
  });
  return written;
}
