import { addressFields, RELATION_TYPES, type RelationType, relationFields } from '@longshore/contract';
import { useParams } from '@tanstack/react-router';
import { labelsOf, labelsUnder } from '../../ui/fields.ts';
import type { TraceLabels } from '../records/index.ts';

/** Labels of a relation's fields, for list, page, form and history. */
export const relationLabels = { ...labelsOf(relationFields), default_courier: 'relations.courier' as const };

/** The same for its addresses. */
export const addressLabels = labelsOf(addressFields);

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
