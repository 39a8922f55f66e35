import { ProfileInput } from '../accounts/session.ts';
import { UserInput } from '../accounts/users.ts';
import { ActivityInput, LinkInput } from '../billing/activities.ts';
import { EntryUpdate } from '../billing/entries.ts';
import { BillingItemInput } from '../billing/items.ts';
import { IntegrationUpdate } from '../channels/integrations.ts';
import { ClientAddress, ClientDetail, ClientInput } from '../clients/clients.ts';
import { WebhookInput } from '../clients/webhooks.ts';
import { CompanyInput, CourierInput, settingInputs } from '../company/company.ts';
import { CartInput, ToteInput } from '../floor/carts.ts';
import { InventoryInput, UomInput } from '../inventory/inventories.ts';
import { LocationInput } from '../locations/locations.ts';
import { OrderInput } from '../orders/order-input.ts';
import { AddressInput, RelationInput } from '../relations/relations.ts';
import { CarrierInput, UPDATE_FIELDS } from '../shipments/shipments.ts';
import { LicenseInput } from '../stock/licenses.ts';
import type { Traceable } from './records.ts';
import { panelFields } from './trace-names.ts';

type Name<Shape> = Extract<keyof Shape, string>;

/** The names of a schema's fields, but for those that are no change of the record itself. */
const fieldsOf = <Shape extends object, const Left extends Name<Shape> = never>(
  { shape }: { shape: Shape },
  ...left: Left[]
) => Object.keys(shape).filter((name) => !(left as string[]).includes(name)) as Exclude<Name<Shape>, Left>[];

const under = <const Part extends string, const Field extends string>(part: Part, fields: readonly Field[]) =>
  fields.map((field) => `${part}.${field}` as const);

/** One of the company's own lists: the record by its name, then its fields. */
const configured = <const Kind extends string, const Field extends string>(kind: Kind, fields: readonly Field[]) => [
  kind,
  ...under(kind, fields),
];

/**
 * Every field a trace may name, by kind of record: the field's own path in the contract (`detail.tax_rate`). What
 * belongs to a record (an address, a webhook, a unit) comes as its name first (`address`), then as its fields. The
 * server writes no other field, and the web has a label for each.
 */
export const traceFields = {
  Relation: [
    ...panelFields,
    ...fieldsOf(RelationInput, 'client_id'),
    'address',
    ...under('address', fieldsOf(AddressInput)),
  ],
  Inventory: [
    ...panelFields,
    ...fieldsOf(InventoryInput, 'client_id', 'international', 'config', 'units'),
    ...under('international', fieldsOf(InventoryInput.shape.international.unwrap())),
    ...under('config', fieldsOf(InventoryInput.shape.config.unwrap())),
    'uom' as const,
    ...fieldsOf(UomInput, 'uom_id'),
    'component',
    'item_qty',
    'lot_named',
    'lot_number',
    'expire_date',
  ],
  Order: [
    ...panelFields,
    ...fieldsOf(
      OrderInput,
      'client_id',
      'accounting',
      'shipping',
      'shipping_address_id',
      'billing_address_id',
      'lines',
      'source',
    ),
    'accounting.tax_rate',
    'accounting.payment_term',
    'shipping.courier_id',
    'shipping.payment',
    ...under('shipping.collect_account', ['account', 'collect_country_code', 'collect_zip_code'] as const),
    'status',
    'line',
    'line.quantity',
    'line.cancelled',
    'line.price',
    'line.comment',
    'line.sku',
    'line.name',
    'shipment',
  ],
  Shipment: [
    ...panelFields,
    ...UPDATE_FIELDS,
    ...fieldsOf(CarrierInput),
    'incoterm',
    'incoterm_place',
    'status',
    'lock',
    'line',
    'line.quantity',
    'packed',
    'goods',
    'charge',
  ],
  User: [
    ...panelFields,
    ...fieldsOf(UserInput),
    ...fieldsOf(ProfileInput, 'name', 'email', 'lang', 'current_password', 'password_confirmation'),
    'api_token',
    'token_read_only',
    'token_expires_at',
    'badge_name',
    'badge_kind',
    'badge_expires_at',
    'role',
    'role_active',
    'access_added',
    'access_removed',
  ],
  Client: [
    ...panelFields,
    ...fieldsOf(ClientInput, 'address', 'detail'),
    ...under('address', fieldsOf(ClientAddress)),
    ...under('detail', fieldsOf(ClientDetail)),
    'webhook',
    ...under('webhook', fieldsOf(WebhookInput, 'ftp_config')),
    ...under('webhook.ftp_config', fieldsOf(WebhookInput.shape.ftp_config.unwrap())),
    'auto_task',
    'auto_task.receivers',
    'billing_month',
    ...under('billing_month', ['total', 'entries', 'unbilled'] as const),
    ...under('waiver', ['reason', 'charge', 'from_day', 'to_day', 'count', 'note'] as const),
  ],
  Integration: [
    ...panelFields,
    ...fieldsOf(IntegrationUpdate, 'reverify', 'updated_at'),
    'verified',
    'place',
    'service',
    'sku',
    'courier',
  ],
  License: [...panelFields, ...fieldsOf(LicenseInput), 'bin' as const],
  Location: [...panelFields, ...fieldsOf(LocationInput)],
  Cart: fieldsOf(CartInput),
  Tote: fieldsOf(ToteInput),
  Company: [
    ...panelFields,
    ...fieldsOf(CompanyInput, 'updated_at'),
    ...configured('courier', fieldsOf(CourierInput, 'status')),
    ...configured('tax', fieldsOf(settingInputs.tax)),
    ...configured('term', fieldsOf(settingInputs.term)),
    ...configured('package', fieldsOf(settingInputs.package)),
    ...configured('uom', fieldsOf(settingInputs.uom)),
  ],
  BillingItem: [...panelFields, ...fieldsOf(BillingItemInput)],
  BillingActivity: [
    ...panelFields,
    ...fieldsOf(ActivityInput, 'client_id'),
    'changes_on',
    'billing_item',
    ...under('billing_item', fieldsOf(LinkInput)),
  ],
  BillingEntry: [...panelFields, ...fieldsOf(EntryUpdate, 'updated_at')],
} as const satisfies Record<Traceable, readonly string[]>;

export type TraceField<Kind extends Traceable> = (typeof traceFields)[Kind][number];
