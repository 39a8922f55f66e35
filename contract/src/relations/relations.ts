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
  Moment,
  OptionalEmail,
  PAYMENTS,
  Payment,
  Rate,
  required,
  Stamp,
  text,
} from '../kit/scalars.ts';

export const RELATION_TYPES = ['customer', 'vendor'] as const;
export const RelationType = z.enum(RELATION_TYPES);
export type RelationType = z.output<typeof RelationType>;

export const ADDRESS_TYPES = ['Billing', 'Shipping', 'Both'] as const;

/** Relations every client has for orders that come without one. People neither list nor edit them. */
export const SYSTEM_RELATIONS = {
  __CustomerByWebService: 'customer',
  __VendorByWebService: 'vendor',
  __InventoryAdjustment: 'customer',
} as const;

/** How a relation's name is shown; the system's own ones are shown by where the order came from. */
export function relationDisplayName(name: string, source = ''): string {
  if (name === '__CustomerByWebService') return source.charAt(0).toUpperCase() + source.slice(1);
  if (name === '__VendorByWebService') return 'Web Service';
  if (name === '__InventoryAdjustment') return 'NA';
  return name;
}

/** The country of a new address that names none. */
export const DEFAULT_COUNTRY = { country: 'United States', country_code: 'US' } as const;

export const AddressInput = z.object({
  type: z.enum(ADDRESS_TYPES).default('Both'),
  company: required('AddressCompanyIsRequired'),
  contact: text(),
  phone: text(64),
  street1: text(),
  street2: text(),
  street3: text(),
  city: text(),
  postal_code: text(32),
  state: text(),
  state_code: text(16),
  country: text(),
  country_code: CountryCode,
});

export const Address = z.object({
  id: Id,
  type: z.enum(ADDRESS_TYPES),
  company: z.string(),
  contact: z.string(),
  phone: z.string(),
  street1: z.string(),
  street2: z.string(),
  street3: z.string(),
  city: z.string(),
  postal_code: z.string(),
  state: z.string(),
  state_code: z.string(),
  country: z.string(),
  country_code: z.string(),
});
export type Address = z.output<typeof Address>;
export type AddressInput = z.output<typeof AddressInput>;

const relationFields = {
  name: required('CompanyNameIsRequired'),
  account: text(),
  email: OptionalEmail,
  phone: text(64),
  is_active: FlagIn.default(1),
  default_term: text().transform((term) => term || 'NA'),
  default_tax_rate: Rate.default(0),
  default_instruction: text(2000),
  print_instruction: FlagIn.default(0),
  default_courier: z.number().int().min(0).max(2_147_483_647).default(0),
  default_courier_account: text(),
  default_collect_postal: text(32),
  default_collect_country: CountryCode,
  default_shipping_payment: Payment,
};

export const RelationInput = z.object({ ...relationFields, type: RelationType, client_id: Id.optional() });
export const RelationUpdate = z.object({ ...relationFields, updated_at: Stamp });
export type RelationInput = z.output<typeof RelationInput>;
export type RelationUpdate = z.output<typeof RelationUpdate>;

export const Relation = z.object({
  id: Id,
  client_id: Id,
  type: RelationType,
  name: z.string(),
  account: z.string(),
  email: z.string(),
  phone: z.string(),
  is_active: Flag,
  default_term: z.string(),
  default_tax_rate: z.number(),
  default_instruction: z.string(),
  print_instruction: Flag,
  default_courier: z.number().int(),
  default_courier_account: z.string(),
  default_collect_postal: z.string(),
  default_collect_country: z.string(),
  default_shipping_payment: z.enum(PAYMENTS),
  is_system: z.boolean(),
  created_at: Moment,
  updated_at: Moment,
  addresses: z.array(Address),
});
export type Relation = z.output<typeof Relation>;

export const RelationRow = z.object({
  id: Id,
  client_id: Id,
  type: RelationType,
  name: z.string(),
  account: z.string(),
  email: z.string(),
  is_active: Flag,
  updated_at: Moment,
});
export type RelationRow = z.output<typeof RelationRow>;

export const relationList = list({
  resource: 'relations',
  row: RelationRow,
  sort: ['name', 'account', 'email', 'updated_at'],
  defaultSort: { name: 'asc' },
  filters: { type: RELATION_TYPES, is_active: ['1', '0'] },
  defaultFilters: { is_active: ['1'] },
  conditions: {
    '': { name: 'text', account: 'text', email: 'text', phone: 'text', default_term: 'text', updated_at: 'date' },
    addresses: { company: 'text', city: 'text', state: 'text', postal_code: 'text', country_code: 'text' },
  },
  exported: {
    id: 'ID',
    type: 'Type',
    name: 'Company',
    account: 'Account',
    email: 'Email',
    is_active: 'Status',
    updated_at: 'Updated at',
  },
});

export const RelationOption = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  relation: Relation,
});

const id = idOf('relations');
const addressParams = { id, addrId: idOf('addresses') };

export const relations = {
  ...resource({
    one: 'a relation',
    many: 'customers and vendors',
    list: relationList,
    record: Relation,
    input: RelationInput,
    changed: RelationUpdate,
    access: { list: 'user', create: 'user', update: 'user' },
    errors: [30006],
  }),
  selector: endpoint({
    method: 'POST',
    path: '/relations/selector',
    access: 'user',
    summary: 'Find active relations of a type by a few characters',
    body: z.object({ type: RelationType, search: text(100) }),
    response: z.array(RelationOption),
    reads: true,
  }),
  addresses: endpoint({
    method: 'GET',
    path: '/relations/:id/addresses',
    access: 'user',
    summary: "List a relation's addresses",
    params: { id },
    response: z.array(Address),
  }),
  address: endpoint({
    method: 'GET',
    path: '/relations/:id/addresses/:addrId',
    access: 'user',
    summary: 'Read an address',
    params: addressParams,
    response: Address,
  }),
  createAddress: endpoint({
    method: 'POST',
    path: '/relations/:id/addresses',
    access: 'user',
    summary: 'Add an address',
    params: { id },
    body: AddressInput,
    response: Address,
  }),
  updateAddress: endpoint({
    method: 'PUT',
    path: '/relations/:id/addresses/:addrId',
    access: 'user',
    summary: 'Save an address',
    params: addressParams,
    body: AddressInput,
    response: Address,
  }),
  deleteAddress: endpoint({
    method: 'DELETE',
    path: '/relations/:id/addresses/:addrId',
    access: 'user',
    summary: 'Delete an address',
    params: addressParams,
    response: z.literal(true),
  }),
};
