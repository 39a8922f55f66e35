import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { list } from '../kit/list.ts';
import { resource } from '../kit/resource.ts';
import {
  CountryCode,
  Flag,
  FlagIn,
  Id,
  idOf,
  isEmail,
  Moment,
  OptionalEmail,
  Rate,
  required,
  Stamp,
  text,
} from '../kit/scalars.ts';
import { Category } from '../records/panels.ts';
import { Webhook } from './webhooks.ts';

export const ClientOption = z.object({ id: Id, company: z.string(), account: z.string() });
export type ClientOption = z.output<typeof ClientOption>;

export const ClientAddress = z
  .object({
    company: text(),
    contact: text(),
    phone: text(64),
    street1: text(),
    street2: text(),
    street3: text(),
    city: text(),
    state: text(),
    state_code: text(16),
    postal_code: text(32),
    country_code: CountryCode,
  })
  .meta({ whole: true });
export type ClientAddress = z.output<typeof ClientAddress>;

export const ORDER_NOTIFICATIONS = ['Created', 'Processed', 'None'] as const;

/** A list of addresses to notify; every one must be valid. */
const Emails = z.array(z.string().trim().toLowerCase().max(254).refine(isEmail, 'EmailIsInvalid')).max(20).default([]);

/**
 * When it is left out, the stored number stays, so that a save does not conflict with a number that was assigned in the
 * meantime. A new client begins at 1000.
 */
const nextNumber = z
  .number({ error: () => 'InvliadNumberFormat' })
  .int('InvliadNumberFormat')
  .positive('InvliadNumberFormat')
  .max(2_000_000_000, 'InvliadNumberFormat')
  .optional();

/** Cost × (1 + this) is charged: from −1 (free) to 5 (six times). */
const Modifier = z
  .union([z.number(), z.string().regex(/^-?\d(\.\d{1,4})?$/)], { error: () => 'ModifierOutOfRange' })
  .transform(Number)
  .refine((value) => value >= -1 && value <= 5 && Math.round(value * 10_000) / 10_000 === value, 'ModifierOutOfRange');

const WebAddress = z.url({ protocol: /^https?$/ });

export const ClientDetail = z
  .object({
    invoice_prefix: text(16),
    next_inv_num: nextNumber,
    packing_slip_prefix: text(16),
    next_picking_num: nextNumber,
    logo_uri: text(500).refine((uri) => uri === '' || WebAddress.safeParse(uri).success, 'LogoIsInvalid'),
    qb_mapping_name: text(),
    invoice_term: text(),
    due_date: z.number().int().min(0).max(365).default(0),
    use_ship_station: FlagIn.default(0),
    ss_warehouse: text(64),
    shipping_charge_modify: Modifier.default(0),
    order_notification: z.enum(ORDER_NOTIFICATIONS).default('None'),
    order_notification_email: text(254),
    tax_code: text(32),
    tax_rate: Rate.default(0),
    email_upon_receiving: FlagIn.default(0),
    email_upon_shipping: FlagIn.default(0),
    receiving_notification_emails: Emails,
    shipping_notification_emails: Emails,
  })
  .superRefine((detail, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (detail.use_ship_station && !detail.ss_warehouse) refuse('ss_warehouse', 'ShipStationNeedsWarehouse');
    if (detail.order_notification !== 'None' && !isEmail(detail.order_notification_email))
      refuse('order_notification_email', 'EmailIsInvalid');
    if (detail.email_upon_receiving && !detail.receiving_notification_emails.length)
      refuse('receiving_notification_emails', 'NotificationNeedsEmail');
    if (detail.email_upon_shipping && !detail.shipping_notification_emails.length)
      refuse('shipping_notification_emails', 'NotificationNeedsEmail');
  });
export type ClientDetail = z.output<typeof ClientDetail>;

const clientFields = {
  company: required('CompanyNameIsRequired'),
  email: OptionalEmail,
  account: text(64),
  is_active: FlagIn.default(1),
  is_fba: FlagIn.default(0),
  custom_1: text(),
  custom_2: text(),
  custom_3: text(),
  custom_4: text(),
  custom_5: text(),
};

export const ClientInput = z.object({
  ...clientFields,
  address: ClientAddress.optional(),
  detail: ClientDetail.optional(),
});
export const ClientUpdate = ClientInput.extend({ updated_at: Stamp });
export type ClientInput = z.output<typeof ClientInput>;
export type ClientUpdate = z.output<typeof ClientUpdate>;

export const Client = z.object({
  id: Id,
  company: z.string(),
  email: z.string(),
  account: z.string(),
  is_active: Flag,
  is_fba: Flag,
  custom_1: z.string(),
  custom_2: z.string(),
  custom_3: z.string(),
  custom_4: z.string(),
  custom_5: z.string(),
  address: z.object({
    company: z.string(),
    contact: z.string(),
    phone: z.string(),
    street1: z.string(),
    street2: z.string(),
    street3: z.string(),
    city: z.string(),
    state: z.string(),
    state_code: z.string(),
    postal_code: z.string(),
    country_code: z.string(),
  }),
  /**
   * Address of our copy of the logo, for a logo that is hosted elsewhere; papers print this copy. Empty when there is
   * none.
   */
  logo_picture: z.string(),
  /** Why there is no copy, as a message of the catalogue; empty otherwise. */
  logo_problem: z.string(),
  detail: z.object({
    invoice_prefix: z.string(),
    next_inv_num: z.number().int(),
    packing_slip_prefix: z.string(),
    next_picking_num: z.number().int(),
    logo_uri: z.string(),
    qb_mapping_name: z.string(),
    invoice_term: z.string(),
    due_date: z.number().int(),
    use_ship_station: Flag,
    ss_warehouse: z.string(),
    shipping_charge_modify: z.number(),
    order_notification: z.enum(ORDER_NOTIFICATIONS),
    order_notification_email: z.string(),
    tax_code: z.string(),
    tax_rate: z.number(),
    email_upon_receiving: Flag,
    email_upon_shipping: Flag,
    receiving_notification_emails: z.array(z.string()),
    shipping_notification_emails: z.array(z.string()),
  }),
  categories: z.array(Category),
  webhooks: z.array(Webhook),
  created_at: Moment,
  updated_at: Moment,
});
export type Client = z.output<typeof Client>;

export const ClientRow = Client.pick({
  id: true,
  company: true,
  account: true,
  email: true,
  is_active: true,
  updated_at: true,
});
export type ClientRow = z.output<typeof ClientRow>;

export const clientList = list({
  resource: 'clients',
  row: ClientRow,
  sort: ['company', 'account', 'email'],
  defaultSort: { company: 'asc' },
  filters: { is_active: ['1', '0'] },
  defaultFilters: { is_active: ['1'] },
  exported: { id: 'ID', company: 'Company', account: 'Account', email: 'Email', is_active: 'Status' },
});

export const ClientStatistics = z.object({
  inventory_count: z.number().int(),
  order_count: z.number().int(),
  relation_count: z.number().int(),
  entries_count: z.number().int(),
});
export type ClientStatistics = z.output<typeof ClientStatistics>;

const id = idOf('clients');

export const clients = {
  // Any of the three permissions admits a save; the address, the detail and the other fields then each need their own.
  ...resource({
    one: 'a client',
    many: 'clients',
    list: clientList,
    record: Client,
    input: ClientInput,
    changed: ClientUpdate,
    access: {
      list: 'view_client_list',
      get: 'view_client_model',
      create: 'create_client_model',
      update: ['update_client_model', 'update_client_address', 'update_client_detail'],
    },
  }),
  statistics: endpoint({
    method: 'GET',
    path: '/clients/:id/statistics',
    access: 'view_client_model',
    summary: 'How much a client has',
    params: { id },
    response: ClientStatistics,
  }),
  selector: endpoint({
    method: 'POST',
    path: '/clients/selector',
    access: 'main',
    summary: 'Find active clients by name or account',
    body: z.object({ search: text(100), id: Id.optional().describe('Only this client, also when it is not active') }),
    response: z.array(ClientOption),
    reads: true,
  }),
};
