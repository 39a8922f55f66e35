import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { conditionsOf, exportsOf, inputsOf, outputsOf, rowOf, sortsOf } from '../kit/fields.ts';
import { list } from '../kit/list.ts';
import { resource } from '../kit/resource.ts';
import { ID_MAX, Id, idOf, Moment, Stamp, text } from '../kit/scalars.ts';
import { addressFields, relationFields } from './relation-fields.ts';
import { RELATION_TYPES } from './relation-names.ts';

export const RelationType = z.enum(RELATION_TYPES);
export type RelationType = z.output<typeof RelationType>;

/** The country of a new address that names none. */
export const DEFAULT_COUNTRY = { country: 'United States', country_code: 'US' } as const;

export const AddressInput = z.object(inputsOf(addressFields));
export const Address = z.object({ id: Id, ...outputsOf(addressFields) });
export type Address = z.output<typeof Address>;
export type AddressInput = z.output<typeof AddressInput>;

/** The id of a courier; 0 for none. */
const default_courier = z.number().int().min(0).max(ID_MAX).default(0);
const input = { ...inputsOf(relationFields), default_courier };

export const RelationInput = z.object({ ...input, type: RelationType, client_id: Id.optional() });
export const RelationUpdate = z.object({ ...input, updated_at: Stamp });
export type RelationInput = z.output<typeof RelationInput>;
export type RelationUpdate = z.output<typeof RelationUpdate>;

export const Relation = z.object({
  id: Id,
  client_id: Id,
  type: RelationType,
  ...outputsOf(relationFields),
  default_courier: z.number().int(),
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
  ...rowOf(relationFields),
  updated_at: Moment,
});
export type RelationRow = z.output<typeof RelationRow>;

export const relationList = list({
  resource: 'relations',
  row: RelationRow,
  sort: [...sortsOf(relationFields), 'updated_at'],
  defaultSort: { name: 'asc' },
  filters: { type: RELATION_TYPES, is_active: ['1', '0'] },
  defaultFilters: { is_active: ['1'] },
  conditions: {
    '': { ...conditionsOf(relationFields), updated_at: 'date' },
    addresses: conditionsOf(addressFields),
  },
  exported: { id: 'ID', type: 'Type', ...exportsOf(relationFields), updated_at: 'Updated at' },
});

export const RelationOption = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  relation: Relation,
});

const RelationSelector = z.object({
  type: RelationType,
  search: text(100),
  /** The client whose relations a main user looks for; left out: the working client. */
  cid: Id.optional(),
});
export type RelationSelector = z.output<typeof RelationSelector>;

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
    body: RelationSelector,
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
