import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { list } from '../kit/list.ts';
import { resource } from '../kit/resource.ts';
import { Day, Flag, FlagIn, ID_MAX, Id, idOf, Moment, MoneyIn, MoneyOut, required, Stamp } from '../kit/scalars.ts';
import { CHARGES } from './charges.ts';

const client_id = z
  .number({ error: () => 'ClientIsRequired' })
  .int()
  .positive('ClientIsRequired')
  .max(ID_MAX, 'ClientIsRequired');

export const ActivityInput = z.object({
  name: required('ActivityNameIsRequired'),
  client_id,
  charge: z.enum(CHARGES).default('Manual'),
  is_active: FlagIn.default(1),
  /** The first and the last day on which it charges. Null: from the beginning, without an end. */
  valid_from: Day.nullable().default(null),
  valid_to: Day.nullable().default(null),
});
/** An activity stays with its client: its entries and rates are the client's. */
export const ActivityUpdate = ActivityInput.omit({ client_id: true }).extend({
  /** The day from which another charge type, or disabling and enabling, counts; left out: today. */
  changes_on: Day.optional(),
  updated_at: Stamp,
});
export type ActivityInput = z.output<typeof ActivityInput>;
export type ActivityUpdate = z.output<typeof ActivityUpdate>;

/** What an item costs in an activity, from a day on. A rate of 0 takes the item out of the activity from that day. */
export const LinkInput = z.object({
  rate: MoneyIn.default('1'),
  quantity: MoneyIn.refine((quantity) => Number(quantity) > 0, 'LinkQuantityAboveZero').default('1'),
  minimum_charge: MoneyIn.default('0'),
  minimum_quantity: MoneyIn.default('0'),
  /** Left out: today; for the first rate of an item in an activity, from the beginning. */
  valid_from: Day.optional(),
});
export type LinkInput = z.output<typeof LinkInput>;

const Link = z.object({
  rate: MoneyOut,
  quantity: MoneyOut,
  minimum_charge: MoneyOut,
  minimum_quantity: MoneyOut,
  valid_from: z.string(),
});

/** A change of a link, with who made it. */
export const LinkChange = Link.extend({ user: z.string(), created_at: Moment });
export type LinkChange = z.output<typeof LinkChange>;

export const ActivityItem = z.object({
  id: Id,
  name: z.string(),
  uom: z.string(),
  is_active: Flag,
  /** What counts today; for an item that starts later, what counts from then on. */
  pivot: Link,
  /** Every change of it, newest day first. */
  history: z.array(LinkChange),
});
export type ActivityItem = z.output<typeof ActivityItem>;

const ActivityState = z.object({ valid_from: z.string(), charge: z.enum(CHARGES), is_active: z.boolean() });

const client = z.object({ id: Id, company: z.string() });

export const Activity = z.object({
  id: Id,
  name: z.string(),
  client_id: Id,
  client,
  /** As it is today. */
  charge: z.enum(CHARGES),
  is_active: Flag,
  valid_from: z.string().nullable(),
  valid_to: z.string().nullable(),
  /** What it is from which day on, oldest first. */
  states: z.array(ActivityState),
  items: z.array(ActivityItem),
  created_at: Moment,
  updated_at: Moment,
});
export type Activity = z.output<typeof Activity>;

export const ActivityRow = Activity.omit({ items: true, states: true, valid_from: true, valid_to: true }).extend({
  company: z.string(),
  item_count: z.number().int(),
});
export type ActivityRow = z.output<typeof ActivityRow>;

export const activityList = list({
  resource: 'billing_activities',
  row: ActivityRow,
  sort: ['name', 'company', 'created_at'],
  defaultSort: { name: 'asc' },
  filters: { is_active: ['1', '0'], charge: CHARGES, client_id: [] },
  defaultFilters: { is_active: ['1'] },
  exported: { name: 'Name', charge: 'Charge', company: 'Client', item_count: 'Items', is_active: 'Status' },
});

const params = { id: idOf('billing_activities') };
const linkParams = { ...params, itemId: idOf('billing_items') };

export const billingActivities = {
  ...resource({
    one: 'a billing activity',
    many: 'billing activities of all clients',
    path: '/billing/activities',
    list: activityList,
    record: Activity,
    input: ActivityInput,
    changed: ActivityUpdate,
    access: {
      list: 'view_activity_list',
      get: 'view_activity_model',
      create: 'create_activity_model',
      update: 'update_activity_model',
    },
    errors: [50001],
  }),
  addItem: endpoint({
    method: 'POST',
    path: '/billing/activities/:id/items/:itemId',
    access: 'update_billing_items',
    summary: 'Add an item to an activity',
    params: linkParams,
    body: LinkInput,
    response: Activity,
    errors: [50003],
  }),
  saveItem: endpoint({
    method: 'PUT',
    path: '/billing/activities/:id/items/:itemId',
    access: 'update_billing_items',
    summary: 'Change what an item costs in an activity from a day on; a rate of 0 takes it out',
    params: linkParams,
    body: LinkInput,
    response: Activity,
    errors: [50004],
  }),
  load: endpoint({
    method: 'GET',
    path: '/billing/activities/:clientId/load',
    access: ['create_entry_model', 'view_activity_list'],
    summary: 'The active activities of a client with their items, for entries typed in by hand',
    params: { clientId: idOf('clients') },
    /** With a day: the items that are charged on it, at its rates. */
    query: z.object({ day: Day.optional() }),
    response: z.array(Activity),
  }),
};
