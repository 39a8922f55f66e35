import { RELATION_TYPES, type RelationType } from '@longshore/contract';
import { useParams } from '@tanstack/react-router';
import type { PlainKey } from '../../lib/text/text.ts';
import { labelsUnder } from '../../ui/fields.ts';
import type { TraceLabels } from '../records/index.ts';

/** Labels of a relation's fields, for list, page, form and history. */
export const relationLabels = {
  name: 'relations.company',
  account: 'relations.account',
  email: 'relations.email',
  phone: 'relations.phone',
  is_active: 'relations.status',
  default_term: 'relations.term',
  default_tax_rate: 'relations.taxRate',
  default_instruction: 'relations.note',
  print_instruction: 'relations.displayNote',
  default_courier: 'relations.courier',
  default_courier_account: 'relations.courierAccount',
  default_collect_postal: 'relations.courierPostal',
  default_collect_country: 'relations.courierCountry',
  default_shipping_payment: 'relations.courierPayment',
} as const satisfies Record<string, PlainKey>;

/** The same for its addresses. */
export const addressLabels = {
  type: 'relations.addressType',
  company: 'relations.company',
  contact: 'relations.contact',
  phone: 'relations.phone',
  street1: 'relations.street',
  street2: 'relations.street2',
  street3: 'relations.street3',
  city: 'relations.city',
  postal_code: 'relations.postalCode',
  state: 'relations.state',
  state_code: 'relations.stateCode',
  country: 'relations.country',
  country_code: 'relations.countryCode',
} as const satisfies Record<string, PlainKey>;

export const relationTraceLabels: TraceLabels<'Relation'> = {
  ...relationLabels,
  type: 'relations.type',
  address: 'relations.address',
  ...labelsUnder('address', addressLabels),
};

/** The relation type in the address; the router rejects any other word. */
export function useRelationType(): RelationType {
  const params: { type?: string } = useParams({ strict: false });
  return RELATION_TYPES.find((known) => known === params.type) ?? 'customer';
}

export const relationsPath = (type: RelationType) => `/relations/${type}`;
export const relationPath = (type: RelationType, id: number | 'new', action: 'view' | 'edit') =>
  `/relations/${type}/${id}/action/${action}`;
