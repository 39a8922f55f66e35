import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { list } from '../kit/list.ts';
import { resource } from '../kit/resource.ts';
import { Flag, FlagIn, Id, Moment, MoneyIn, MoneyOut, required, Stamp, text } from '../kit/scalars.ts';

export const BillingItemInput = z.object({
  name: required('CompanyNameIsRequired'),
  description: text(1000),
  /** What the quantity counts: Order, Sku, Unit, or the name of a unit of measure. */
  uom: text(64),
  /** What an activity is offered when the item is added to it. */
  rate: MoneyIn.default('0'),
  is_active: FlagIn.default(1),
  tax_code: text(64),
  /** Listed apart in the report by item. */
  internal: FlagIn.default(0),
  accounting_class: text(64),
  /** Reports list each entry instead of their sum. */
  report_breakdown: FlagIn.default(0),
});
export const BillingItemUpdate = BillingItemInput.extend({ updated_at: Stamp });
export type BillingItemInput = z.output<typeof BillingItemInput>;
export type BillingItemUpdate = z.output<typeof BillingItemUpdate>;

export const BillingItem = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  uom: z.string(),
  rate: MoneyOut,
  is_active: Flag,
  tax_code: z.string(),
  internal: Flag,
  accounting_class: z.string(),
  report_breakdown: Flag,
  created_at: Moment,
  updated_at: Moment,
});
export type BillingItem = z.output<typeof BillingItem>;

export const billingItemList = list({
  resource: 'billing_items',
  row: BillingItem,
  sort: ['name'],
  defaultSort: { name: 'asc' },
  filters: { is_active: ['1', '0'] },
  defaultFilters: { is_active: ['1'] },
  exported: {
    name: 'Name',
    rate: 'Default rate',
    uom: 'UOM',
    internal: 'Internal',
    accounting_class: 'Accounting class',
    tax_code: 'Tax code',
    is_active: 'Status',
  },
});

/** Characters from which items are searched for an activity. */
export const ITEM_SEARCH_MIN = 3;

export const billingItems = {
  ...resource({
    one: 'a billing item',
    many: 'billing items',
    path: '/billing/items',
    list: billingItemList,
    record: BillingItem,
    input: BillingItemInput,
    changed: BillingItemUpdate,
    access: {
      list: 'view_billing_item_list',
      get: 'view_billing_item_model',
      create: 'create_billing_item_model',
      update: 'update_billing_item_model',
    },
    errors: [50001],
  }),
  selector: endpoint({
    method: 'POST',
    path: '/billing/items/selector',
    access: ['update_billing_items', 'view_billing_item_list'],
    summary: 'Find active billing items by a few characters of their name, without those that are already there',
    reads: true,
    body: z.object({ search: text(100), excepts: z.array(Id).max(1000).default([]) }),
    response: z.array(BillingItem),
  }),
};
