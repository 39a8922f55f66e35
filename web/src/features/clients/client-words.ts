import type { PlainKey } from '../../lib/text/text.ts';
import { labelsUnder } from '../../ui/fields.ts';
import type { TraceLabels } from '../records/index.ts';

/** Labels of a client's fields, for list, page, form and history. */
export const clientLabels = {
  company: 'clients.company',
  email: 'clients.email',
  account: 'clients.account',
  is_active: 'clients.status',
  is_fba: 'clients.isFba',
  custom_1: 'clients.custom.one',
  custom_2: 'clients.custom.two',
  custom_3: 'clients.custom.three',
  custom_4: 'clients.custom.four',
  custom_5: 'clients.custom.five',
} as const satisfies Record<string, PlainKey>;

export const addressLabels = {
  company: 'clients.address.company',
  contact: 'clients.address.contact',
  phone: 'clients.address.phone',
  street1: 'clients.address.street1',
  street2: 'clients.address.street2',
  street3: 'clients.address.street3',
  city: 'clients.address.city',
  state: 'clients.address.state',
  state_code: 'clients.address.stateCode',
  postal_code: 'clients.address.postalCode',
  country_code: 'clients.address.country',
} as const satisfies Record<string, PlainKey>;

export const detailLabels = {
  invoice_prefix: 'clients.detail.invoicePrefix',
  next_inv_num: 'clients.detail.nextInvoice',
  packing_slip_prefix: 'clients.detail.slipPrefix',
  next_picking_num: 'clients.detail.nextSlip',
  logo_uri: 'clients.detail.logo',
  qb_mapping_name: 'clients.detail.quickBooks',
  invoice_term: 'clients.detail.invoiceTerm',
  due_date: 'clients.detail.dueDays',
  use_ship_station: 'clients.detail.useStation',
  ss_warehouse: 'clients.detail.stationWarehouse',
  shipping_charge_modify: 'clients.detail.chargeModifier',
  order_notification: 'clients.detail.orderNotice',
  order_notification_email: 'clients.detail.orderNoticeEmail',
  tax_code: 'clients.detail.taxCode',
  tax_rate: 'clients.detail.taxRate',
  email_upon_receiving: 'clients.detail.mailReceiving',
  email_upon_shipping: 'clients.detail.mailShipping',
  receiving_notification_emails: 'clients.detail.receivingEmails',
  shipping_notification_emails: 'clients.detail.shippingEmails',
} as const satisfies Record<string, PlainKey>;

export const webhookLabels = {
  trigger: 'clients.hooks.trigger',
  type: 'clients.hooks.type',
  method: 'clients.hooks.method',
  endpoint: 'clients.hooks.endpoint',
  hash_key: 'clients.hooks.hashKey',
  ftp_username: 'clients.hooks.ftpUser',
  ftp_password: 'clients.hooks.ftpPassword',
  ftp_path: 'clients.hooks.ftpPath',
} as const satisfies Record<string, PlainKey>;

const { ftp_username: username, ftp_password: password, ftp_path: path, ...ownLabels } = webhookLabels;

export const clientTraceLabels: TraceLabels<'Client'> = {
  ...clientLabels,
  ...labelsUnder('address', addressLabels),
  ...labelsUnder('detail', detailLabels),
  webhook: 'clients.hooks.webhook',
  ...labelsUnder('webhook', ownLabels),
  ...labelsUnder('webhook.ftp_config', { username, password, path }),
  auto_task: 'reports.name',
  'auto_task.receivers': 'reports.tasks.sendTo',
  billing_month: 'billing.statement.month',
  'billing_month.total': 'billing.statement.total',
  'billing_month.entries': 'billing.statement.entries',
  'billing_month.unbilled': 'billing.statement.unbilled',
  'waiver.reason': 'billing.unbilled.reason',
  'waiver.charge': 'billing.unbilled.charge',
  'waiver.from_day': 'billing.unbilled.fromDay',
  'waiver.to_day': 'billing.unbilled.toDay',
  'waiver.count': 'billing.unbilled.times',
  'waiver.note': 'billing.unbilled.note',
};

export const clientsPath = '/clients';
export const clientPath = (id: number | 'new', action: 'view' | 'edit') => `${clientsPath}/${id}/action/${action}`;
