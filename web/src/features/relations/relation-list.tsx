import { api, type RelationRow, relationDisplayName, relationFields } from '@longshore/contract';
import { prefetch } from '../../lib/api.ts';
import { useOpenedClient } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { columnsOf } from '../../ui/fields.ts';
import type { ConditionLabels } from '../../ui/list/conditions.ts';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import { activeFilter, type Column } from '../../ui/list/list-types.ts';
import { relationLabels, relationPath, useRelationType } from './relation-words.ts';

const { name, account, email, is_active, ...others } = columnsOf(relationFields);

const columns: Column<RelationRow>[] = [
  { ...name, render: (row) => relationDisplayName(row.name) },
  account,
  email,
  ...Object.values<Column<RelationRow>>(others),
  { ...is_active, kind: 'active', narrow: 'end' },
  { field: 'updated_at', header: 'relations.updatedAt', kind: 'date', width: 132 },
];

const conditionLabels: ConditionLabels = {
  ...relationLabels,
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
