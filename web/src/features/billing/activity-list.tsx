import { type ActivityRow, api, CHARGES } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconPercentage } from '@tabler/icons-react';
import { prefetch } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import { activeFilter, type Column, type ListFilter } from '../../ui/list/list-types.ts';
import { RouteLink } from '../../ui/route-link.tsx';
import { useClientFilter } from '../records/index.ts';
import { activityPath } from './billing-words.ts';
import { rateCardPath } from './rate-cards/rate-card-words.ts';

function Company({ company }: { company: string }) {
  const t = useText();
  return company || t('billing.activities.unknownClient');
}

const columns: Column<ActivityRow>[] = [
  { field: 'name', header: 'billing.activities.name' },
  { field: 'charge', header: 'billing.activities.charge', width: 170 },
  {
    field: 'company',
    header: 'billing.activities.client',
    render: ({ company }) => <Company company={company} />,
  },
  { field: 'item_count', header: 'billing.activities.itemCount', kind: 'number', width: 90 },
  { field: 'is_active', header: 'billing.items.status', kind: 'active', width: 110, narrow: 'end' },
];

/** Charge types are shown by the words of the specification in both languages: reports and contracts name them. */
const chargeFilter: ListFilter = {
  name: 'charge',
  label: 'billing.activities.charge',
  options: {},
  named: Object.fromEntries(CHARGES.map((charge) => [charge, charge])),
};

export function ActivityList() {
  const t = useText();
  const { can, user } = useSession();
  const clientFilter = useClientFilter('billing.activities.client');
  return (
    <ListScreen
      endpoint={api.billingActivities.list}
      title={t('navigation.activities')}
      crumbs={[{ label: t('navigation.billing') }, { label: t('navigation.activities') }]}
      columns={columns}
      rowHref={({ id }) => activityPath(id, 'view')}
      onRowHover={({ id }) => prefetch(api.billingActivities.get, { params: { id } })}
      filters={[chargeFilter, activeFilter, clientFilter]}
      searchPlaceholder="billing.activities.search"
      emptyText="billing.activities.noneYet"
      actions={
        can(api.rateCards.change.access) && (
          <Button
            variant="default"
            component={RouteLink}
            href={rateCardPath(user.working_client?.id ?? 0)}
            leftSection={<IconPercentage size={16} stroke={1.7} />}
          >
            {t('billing.rateCards.many')}
          </Button>
        )
      }
      create={
        can(api.billingActivities.create.access)
          ? { href: activityPath('new', 'edit'), label: 'billing.activities.create' }
          : undefined
      }
    />
  );
}
