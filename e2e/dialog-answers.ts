/** Answers of the server for actions that must not change the demo, or that the demo has no records for. */

/** A record that a scan finds. */
export const hit = (kind: string, id: number) => ({
  kind,
  id,
  title: 'TWICE',
  description: kind,
  path: `/${kind}/${id}`,
  quantity: null,
});

/** An import of which one row was saved and another one was not. */
export const IMPORTED = {
  data: {
    import_id: 1,
    type: 'Relation',
    file_name: 'customers.xlsx',
    state: 'done',
    reason: '',
    reason_key: '',
    rows: 2,
    done: 2,
    success: 1,
    created: 1,
    record_count: 1,
    created_at: '2026-11-01T10:00:00.000Z',
    records: [{ row: 2, title: 'Saved Ltd', path: '/relations/customer/13/action/view', is_new: true }],
    errors: [{ row: 3, column: 'Company', value: '', message: '', key: 'CompanyNameIsRequired' }],
  },
};

/** The refusal of a lot that expires before the ship date. */
export const EXPIRED = { message: '', errors: { allow_expired: [''] }, keys: { allow_expired: ['LotIsExpired'] } };

/** What came of running a row again, without billing shipments of the demo. */
export const RERUN = {
  data: {
    entries: 2,
    shipments: 3,
    left: 1,
    postponed: 0,
    last: 7,
    runs: [],
    refused: [{ shipment_id: 7, message: 'The month is closed', message_key: '' }],
  },
};

/** A commercial invoice of which customs would miss something. */
export const CUSTOMS_GAPS = {
  data: {
    total: 60,
    lines: [
      { shipment_id: 1, pt_number: 'P-1', inventory_id: 1, sku: 'KC-1', name: 'Coffee', missing: ['value', 'hs_code'] },
    ],
  },
};

interface ShopOrders {
  records: { problems: { sku: string; problem_key: string; suggestions: object[] }[] }[];
}

/** Orders that wait for an SKU that resembles an item. */
export const withSuggestion = (page: ShopOrders) => ({
  ...page,
  records: page.records.slice(0, 1).map((order) => ({
    ...order,
    problems: order.problems.map((problem) => ({
      ...problem,
      sku: 'HOLIDAY-250',
      problem_key: 'UnknownSku:HOLIDAY-250',
      suggestions: [{ id: 1, sku: 'KC-COL-250', name: 'Colombia 250 g' }],
    })),
  })),
});

/** A connection to Shopify, in which this warehouse is installed as a fulfilment service. */
export const asInstalled = (integration: object) => ({ ...integration, type: 4, api_version: 'V1', service_id: '9' });

interface Account {
  connected: number;
  verified: number;
}

/** The accounts of the company, as if they were connected. */
export const asConnected = (accounts: Record<string, Account>) =>
  Object.fromEntries(
    Object.entries(accounts).map(([name, account]) => [name, { ...account, connected: 1, verified: 1 }]),
  );

/** A shipment that freight can be booked for. */
export const withFreight = (freight: object) => ({
  ...freight,
  is_offered: true,
  is_connected: true,
  lists: {
    serviceName: [{ code: 'Air Standard', name: 'Air Standard' }],
    quoteType: [{ code: 'door-door', name: 'Door to Door' }],
    incoCode: [{ code: 'DAP', name: 'DAP' }],
    transportMode: [{ code: 'AIR', name: 'AIR' }],
  },
  customer: { id: 'C9', email: 'freight@client.test', currency: 'USD' },
});

/** A shipment whose order is at the shipping station. */
export const atStation = (station: object) => ({
  ...station,
  state: 'pushed',
  ss_order_id: '991',
  number: 'HSL-7',
  is_connected: true,
  pushed_at: '2026-11-17T10:00:00.000Z',
});

const at = '2026-11-17T13:12:00.000Z';
const step = (name: string, state: 'done' | 'next' | 'later') => ({
  name,
  state,
  at: state === 'done' ? at : null,
  cost: null,
});

/** A shipment at the marketplace: `confirmed` can be voided, `over` has to be planned again. */
export const fbaShipment = (how: 'confirmed' | 'open' | 'over') => ({
  shipment_id: 1,
  order_id: 1,
  reference: 'SO-31077',
  client: 'Kestrel Coffee Roasters',
  fba_shipment_id: 'FBA15K7QXW2M',
  feed_type: 'FEED',
  exist_in_fba: how === 'over' ? 0 : 1,
  packed: 1,
  status: 'Ready',
  at_marketplace: how === 'over' ? '' : 'WORKING',
  destination: { warehouse: 'ONT8', city: 'Moreno Valley', state: 'CA', postal_code: '92551' },
  ship_date: '2026-11-18',
  unit_system: 'METRIC',
  next: { confirmed: 'complete', open: 'feed', over: 'restart' }[how],
  steps: ['feed', 'weights', 'estimate', 'cost', 'confirm', 'complete'].map((name, index) =>
    step(name, how === 'confirmed' && index < 5 ? 'done' : index === (how === 'confirmed' ? 5 : 0) ? 'next' : 'later'),
  ),
  working: null,
  failed: null,
  deadline: how === 'confirmed' ? { of: 'void', from: at, until: '2099-01-01T00:00:00.000Z' } : null,
  transport: null,
  boxes: [],
  feed: null,
  said: [],
  documents: [],
  others: [],
});
