import {
  type Activity,
  type ActivityItem,
  api,
  BEGINNING,
  hasMinimums,
  hasNoRate,
  type TraceField,
} from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconHistory, IconPencil, IconPlus } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { useBackLink } from '../../ui/back-link.ts';
import { DetailPage, Section } from '../../ui/detail/detail-page.tsx';
import { Facts } from '../../ui/detail/facts.tsx';
import { type LineColumn, LineTable, TwoLines } from '../../ui/detail/line-table.tsx';
import { Loaded } from '../../ui/detail/loaded.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { listAddress } from '../../ui/list/list-address.ts';
import { RouteLink } from '../../ui/route-link.tsx';
import { RowAction } from '../../ui/row-action.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { TracePanel } from '../records/index.ts';
import { ACTIVITIES, activityPath, activityTraceLabels } from './billing-words.ts';
import { useFirstDay } from './first-day.ts';
import { AddLinkDialog, LinkDialog } from './link-dialog.tsx';
import { LinkHistory } from './link-history.tsx';

export function ActivityView() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const read = useRead(api.billingActivities.get, { params: { id: Number(id) } });
  const back = useBackLink() ?? listAddress(ACTIVITIES);
  return (
    <Loaded read={read} backTo={back}>
      {(activity) => <ActivityPage activity={activity} back={back} />}
    </Loaded>
  );
}

function ActivityPage({ activity, back }: { activity: Activity; back: string }) {
  const t = useText();
  const { can } = useSession();
  const { name, client, charge, is_active } = activity;
  const format = useFormat();
  const firstDay = useFirstDay();
  const { valid_from, valid_to, states } = activity;
  const validity = valid_to
    ? t('billing.activities.validTo', { from: firstDay(valid_from ?? BEGINNING), to: format.date(valid_to) })
    : firstDay(valid_from ?? BEGINNING);
  // Only what was another charge type before, or will be.
  const changes = states.filter((state, at) => at > 0 && states[at - 1]?.charge !== state.charge);
  const statesText = changes
    .map((state) => t('billing.activities.chargeFrom', { charge: state.charge, day: format.date(state.valid_from) }))
    .join(', ');
  return (
    <DetailPage
      title={name}
      crumbs={[{ label: t('navigation.billing') }, { label: t('navigation.activities'), href: back }, { label: name }]}
      badge={
        <StatusPill status={is_active ? 'active' : 'disabled'}>
          {t(is_active ? 'lists.active' : 'lists.disabled')}
        </StatusPill>
      }
      actions={
        can(api.billingActivities.update.access) && (
          <Button
            component={RouteLink}
            href={activityPath(activity.id, 'edit')}
            aria-keyshortcuts="e"
            leftSection={<IconPencil size={16} stroke={1.7} />}
          >
            {t('billing.activities.edit')}
          </Button>
        )
      }
      side={<ActivityHistory activity={activity} />}
    >
      <Section>
        <Facts
          items={[
            { label: 'billing.activities.charge', value: charge },
            { label: 'billing.activities.client', value: client.company || t('billing.activities.unknownClient') },
            { label: 'billing.activities.validity', value: validity, second: statesText },
          ]}
        />
      </Section>
      <ActivityItems activity={activity} />
    </DetailPage>
  );
}

function ActivityHistory({ activity }: { activity: Activity }) {
  const t = useText();
  const formatValue = (field: TraceField<'BillingActivity'>, value: string) =>
    field === 'is_active' ? t(value === 'true' ? 'lists.active' : 'lists.disabled') : undefined;
  return (
    <TracePanel
      traceableType="BillingActivity"
      traceableId={activity.id}
      name={activity.name}
      fieldLabels={activityTraceLabels}
      formatValue={formatValue}
    />
  );
}

type Shown = { what: 'add' } | { what: 'edit' | 'history'; item: ActivityItem };

function useColumns(activity: Activity): LineColumn<ActivityItem>[] {
  const t = useText();
  const format = useFormat();
  const firstDay = useFirstDay();
  const minimums: LineColumn<ActivityItem>[] = [
    {
      header: 'billing.activities.minimumCharge',
      right: true,
      width: 130,
      render: ({ pivot }) => format.money(pivot.minimum_charge),
    },
    {
      header: 'billing.activities.minimumQuantity',
      right: true,
      width: 130,
      render: ({ pivot }) => format.number(pivot.minimum_quantity, { maximumFractionDigits: 4 }),
    },
  ];
  const isFreight = hasNoRate(activity.charge);
  return [
    {
      header: 'billing.activities.item',
      long: true,
      render: ({ name, pivot }) => <TwoLines first={name} second={firstDay(pivot.valid_from)} />,
    },
    { header: 'billing.items.uom', width: 110, render: ({ uom }) => uom || '–' },
    {
      header: 'billing.activities.rate',
      right: true,
      width: 120,
      render: ({ pivot }) => (isFreight ? t('billing.activities.byCost') : format.money(pivot.rate)),
    },
    {
      header: 'billing.activities.quantity',
      right: true,
      width: 100,
      render: ({ pivot }) => format.number(pivot.quantity, { maximumFractionDigits: 4 }),
    },
    ...(hasMinimums(activity.charge) ? minimums : []),
  ];
}

function ActivityItems({ activity }: { activity: Activity }) {
  const t = useText();
  const { can } = useSession();
  const [shown, setShown] = useState<Shown>();
  const close = () => setShown(undefined);
  const columns = useColumns(activity);
  const mayEdit = can(api.billingActivities.saveItem.access);
  const { items } = activity;
  return (
    <Section
      title={t('billing.activities.items')}
      count={items.length}
      action={
        mayEdit && (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconPlus size={16} stroke={1.7} />}
            onClick={() => setShown({ what: 'add' })}
          >
            {t('billing.activities.addItem')}
          </Button>
        )
      }
    >
      {items.length === 0 ? (
        <EmptyState title={t('billing.activities.noItems')} />
      ) : (
        <LineTable
          label={t('billing.activities.items')}
          rows={items}
          rowKey={({ id }) => id}
          columns={columns}
          actions={(item) => (
            <>
              <RowAction
                label={t('billing.activities.history', { item: item.name })}
                icon={IconHistory}
                run={() => setShown({ what: 'history', item })}
              />
              {mayEdit && (
                <RowAction
                  label={t('billing.activities.editTitle', { item: item.name, name: activity.name })}
                  icon={IconPencil}
                  run={() => setShown({ what: 'edit', item })}
                />
              )}
            </>
          )}
        />
      )}
      {shown?.what === 'add' && <AddLinkDialog activity={activity} onClose={close} />}
      {shown?.what === 'edit' && <LinkDialog activity={activity} item={shown.item} onClose={close} />}
      {shown?.what === 'history' && <LinkHistory activity={activity} item={shown.item} onClose={close} />}
    </Section>
  );
}
