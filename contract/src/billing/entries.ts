import { z } from 'zod';
import { endpoint, listEndpoint } from '../kit/endpoint.ts';
import { list } from '../kit/list.ts';
import { Day, Flag, ID_MAX, Id, idOf, Moment, MoneyIn, MoneyOut, required, Stamp, text } from '../kit/scalars.ts';

/** What an entry can be about. */
export const BILLABLES = ['shipment', 'count', 'snapshot'] as const;

/** Lines that one call makes entries of at most. */
export const ENTRIES_MAX = 200;

const idRequired = (key: 'ClientIsRequired' | 'ActivityIsReuqired') =>
  z
    .number({ error: () => key })
    .int()
    .positive(key)
    .max(ID_MAX, key);

export const EntryLineInput = z.object({
  billing_item_id: Id,
  /** Left out: the activity's rate for the item on the bill date. */
  price: MoneyIn.optional(),
  quantity: MoneyIn.default('1').refine((quantity) => Number(quantity) > 0, 'EntryQuantityAboveZero'),
  /** Left out: as the item has them. */
  meta_name: text(),
  meta_uom: text(64),
});

export const EntriesInput = z.object({
  client_id: idRequired('ClientIsRequired'),
  billing_activity_id: idRequired('ActivityIsReuqired'),
  bill_date: z.iso.date({ error: () => 'DateIsReuqired' }).pipe(Day),
  reference: required('ReferenceIsRequired'),
  note: text(1000),
  billable_id: Id.nullable().default(null),
  billable_type: z.enum(BILLABLES).nullable().default(null),
  entries: z
    .array(EntryLineInput, { error: () => 'AtLeastOneItemIsRequired' })
    .min(1, 'AtLeastOneItemIsRequired')
    .max(ENTRIES_MAX),
});
export type EntriesInput = z.output<typeof EntriesInput>;

export const EntryUpdate = z.object({
  bill_date: Day,
  reference: required('ReferenceIsRequired'),
  /** 0 removes the entry. */
  quantity: MoneyIn,
  price: MoneyIn,
  note: text(1000),
  updated_at: Stamp,
});
export type EntryUpdate = z.output<typeof EntryUpdate>;

/** What an entry in a closed month should have been; it is taken back and charged again in the first open month. */
export const CorrectionInput = z.object({
  /** 0: it is only taken back. */
  quantity: MoneyIn,
  price: MoneyIn,
  note: text(1000),
});
export type CorrectionInput = z.output<typeof CorrectionInput>;

export const Entry = z.object({
  id: Id,
  bill_date: z.string(),
  client_id: Id,
  /** Company of the client. */
  client: z.string(),
  reference: z.string(),
  billing_activity_id: Id,
  activity: z.string(),
  billing_item_id: Id,
  item: z.object({ id: Id, name: z.string() }),
  /** Name and unit of the item, as they were when the entry was made. */
  meta_name: z.string(),
  meta_uom: z.string(),
  price: MoneyOut,
  quantity: MoneyOut,
  /** Price × quantity with four decimals; only totals are rounded to the currency's. */
  total: MoneyOut,
  note: z.string(),
  billable_id: Id.nullable(),
  billable_type: z.enum(BILLABLES).nullable(),
  /** Its month is closed: only a correction changes what was charged. */
  is_closed: Flag,
  /** The entry in a closed month that this one takes back or replaces. */
  corrects: Id.nullable(),
  /** The entries that take this one back or replace it. */
  corrected_by: z.array(Id),
  created_by: z.string(),
  created_at: Moment,
  updated_at: Moment,
});
export type Entry = z.output<typeof Entry>;

export const entryList = list({
  resource: 'billing_entries',
  row: Entry,
  sort: ['bill_date'],
  defaultSort: { bill_date: 'desc' },
  filters: { client_id: [], month: [], activity_id: [], item_id: [] },
  defaultFilters: {},
  conditions: {
    '': { bill_date: 'day', reference: 'text', meta_name: 'text', price: 'number', quantity: 'number', note: 'text' },
    activity: { name: 'text', charge: 'text' },
  },
  exported: {
    bill_date: 'Bill date',
    client: 'Client',
    activity: 'Activity',
    reference: 'Reference',
    meta_name: 'Item',
    meta_uom: 'UOM',
    price: 'Price',
    quantity: 'Quantity',
    total: 'Total',
    note: 'Note',
  },
});

const params = { id: idOf('billing_entries') };

export const billingEntries = {
  list: listEndpoint({
    path: '/billing/entries',
    access: 'view_entry_list',
    summary: 'List billing entries of all clients',
    list: entryList,
  }),
  get: endpoint({
    method: 'GET',
    path: '/billing/entries/:id',
    access: 'view_entry_list',
    summary: 'Read a billing entry',
    params,
    response: Entry,
  }),
  create: endpoint({
    method: 'POST',
    path: '/billing/entries',
    access: 'create_entry_model',
    summary: 'Enter charges of an activity by hand',
    body: EntriesInput,
    response: z.array(Entry),
    errors: [40001, 50002, 50004],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/billing/entries/:id',
    access: 'update_entry_model',
    summary: 'Correct a billing entry; a quantity of 0 removes it and answers true',
    params,
    body: EntryUpdate,
    response: z.union([Entry, z.literal(true)]),
  }),
  correct: endpoint({
    method: 'POST',
    path: '/billing/entries/:id/correction',
    access: 'update_entry_model',
    summary:
      'Take back an entry of a closed month and charge what is right, on the first open day; answers the new entries',
    params,
    body: CorrectionInput,
    response: z.array(Entry),
  }),
};
