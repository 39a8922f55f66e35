import { api, type RelationRow, relationDisplayName } from '@longshore/contract';
import { prefetch } from '../../lib/api.ts';
import { useOpenedClient } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import type { ConditionLabels } from '../../ui/list/conditions.ts';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import { activeFilter, type Column } from '../../ui/list/list-types.ts';
import { relationLabels, relationPath, useRelationType } from './relation-words.ts';

const columns: Column<RelationRow>[] = [
  { field: 'name', header: relationLabels.name, render: (row) => relationDisplayName(row.name) },
  { field: 'account', header: relationLabels.account, width: 132 },
  { field: 'email', header: relationLabels.email },
  { field: 'is_active', header: relationLabels.is_active, kind: 'active', width: 104, narrow: 'end' },
  { field: 'updated_at', header: 'relations.updatedAt', kind: 'date', width: 132 },
];

const conditionLabels: ConditionLabels = {
  phone: 'relations.phone',
  default_term: 'relations.term',
  'addresses.company': 'relations.conditions.addressCompany',
  'addresses.city': 'relations.conditions.addressCity',
  'addresses.state': 'relations.conditions.addressState',
  'addresses.postal_code': 'relations.conditions.addressPostal',
  'addresses.country_code': 'relations.conditions.addressCountry',
};

const fixed = { customer: { type: ['customer'] }, vendor: { type: ['vendor'] } };

export function RelationList() {
  const type = useRelationType();
  const t = useText();
  const opened = useOpenedClient();
  return (
    <ListScreen
      key={type}
      endpoint={api.relations.list}
      fixed={fixed[type]}
      title={t(`relations.${type}.many`)}
      crumbs={[{ label: t('relations.relation') }, { label: t(`relations.${type}.many`) }]}
      columns={columns}
      rowHref={({ id }) => relationPath(type, id, 'view')}
      onRowHover={({ id }) => prefetch(api.relations.get, { params: { id } })}
      filters={[activeFilter]}
      conditionLabels={conditionLabels}
      savedFilterPage="Relation"
      searchPlaceholder="relations.search"
      emptyText={`relations.${type}.noneYet`}
      create={{ href: relationPath(type, 'new', 'edit'), label: `relations.${type}.create` }}
      import={{ type: 'Relation', title: t(`relations.${type}.import`), clientId: opened.client_id }}
    />
  );
}
