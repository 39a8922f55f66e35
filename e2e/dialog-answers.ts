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
