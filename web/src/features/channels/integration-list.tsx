import { api, type IntegrationRow } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { prefetch } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import type { Column, ListFilter } from '../../ui/list/list-types.ts';
import { StatusPill } from '../../ui/status-pill.tsx';
import { useClientFilter } from '../records/index.ts';
import { useChannelTimes } from './channel-times.ts';
import css from './channels.module.css';
import { integrationPath, MARKETPLACE_INBOUND, usePartners } from './integration-words.ts';

const loadInvite = () => import('./invite-dialog.tsx');
const InviteDialog = lazyPart(loadInvite);

function Verified({ row }: { row: IntegrationRow }) {
  const t = useText();
  return (
    <StatusPill status={row.verified ? 'active' : 'refused'}>
      {t(row.verified ? 'integrations.connected' : 'integrations.notVerified')}
    </StatusPill>
  );
}

/** When it last worked; an amber word when its last run did not. */
function LastSuccess({ row: { succeeded_at, failures } }: { row: IntegrationRow }) {
  const t = useText();
  const { ago } = useChannelTimes();
  return (
    <span className={css.stacked}>
      {succeeded_at ? ago(succeeded_at) : <span className={css.muted}>{t('integrations.never')}</span>}
      {failures > 0 && <StatusPill status="attention">{t('integrations.lastRunFailed')}</StatusPill>}
    </span>
  );
}

const columns: Column<IntegrationRow>[] = [
  { field: 'name', header: 'integrations.name' },
  { field: 'partner', header: 'integrations.partner', width: 160 },
  { field: 'company', header: 'integrations.client' },
  {
    field: 'verified',
    header: 'integrations.verified',
    width: 132,
    narrow: 'end',
    render: (row) => <Verified row={row} />,
  },
  {
    field: 'succeeded_at',
    header: 'integrations.lastSuccess',
    width: 230,
    render: (row) => <LastSuccess row={row} />,
  },
  {
    field: 'orders_waiting',
    header: 'integrations.ordersWaiting',
    kind: 'number',
    width: 136,
  },
  { field: 'created_at', header: 'integrations.createdAt', kind: 'date', width: 132, narrow: 'hidden' },
];

/** Client users see the connections of their own client. */
export function IntegrationList() {
  const { user } = useSession();
  return user.is_main_user ? <AllIntegrations /> : <Integrations filters={[]} columns={ownColumns} />;
}

const ownColumns = columns.filter(({ field }) => field !== 'company');

function AllIntegrations() {
  const clientFilter = useClientFilter('integrations.client');
  return <Integrations filters={[clientFilter]} columns={columns} />;
}

function Integrations({ filters, columns: shown }: { filters: ListFilter[]; columns: Column<IntegrationRow>[] }) {
  const t = useText();
  const { can } = useSession();
  const { data: partners = [] } = usePartners();
  const partnerFilter: ListFilter = {
    name: 'type',
    label: 'integrations.partner',
    options: {},
    named: {
      ...Object.fromEntries(partners.map(({ code, name }) => [String(code), name])),
      [String(MARKETPLACE_INBOUND)]: 'FBA',
    },
  };
  return (
    <ListScreen
      endpoint={api.integrations.list}
      title={t('integrations.many')}
      crumbs={[{ label: t('shell.setting') }, { label: t('integrations.many') }]}
      columns={shown}
      rowHref={({ id }) => integrationPath(id, 'view')}
      onRowHover={({ id }) => prefetch(api.integrations.get, { params: { id } })}
      filters={[partnerFilter, verifiedFilter, ...filters]}
      searchPlaceholder="integrations.search"
      emptyText="integrations.noneYet"
      emptyHint="integrations.noneYetHint"
      actions={<Invite />}
      create={
        can(api.integrations.create.access)
          ? { href: integrationPath('new', 'edit'), label: 'integrations.create' }
          : undefined
      }
    />
  );
}

/** Only where the company ships to marketplaces. An exception leads here with the dialog open (`?invite=fba`). */
function Invite() {
  const t = useText();
  const { can, preferences } = useSession();
  const { invite }: { invite?: unknown } = useSearch({ strict: false });
  const [isOpen, setOpen] = useState(invite === 'fba');
  if (!preferences.do_fba || !can(api.fba.invite.access)) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMail size={16} stroke={1.7} />}
        onMouseEnter={loadInvite}
        onClick={() => setOpen(true)}
      >
        {t('fba.invite')}
      </Button>
      {isOpen && <InviteDialog onClose={() => setOpen(false)} />}
    </>
  );
}

const verifiedFilter: ListFilter = {
  name: 'verified',
  label: 'integrations.status',
  options: { 1: 'integrations.connected', 0: 'integrations.notVerified' },
};
