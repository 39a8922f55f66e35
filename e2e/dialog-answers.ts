/** Answers of the server to what must not be done to the demo, or does not happen with it. */

/** What a scan names. */
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
