import { api, CREDENTIAL_FIELDS, type Integration, type PartnerForm, type TraceField } from '@longshore/contract';
import { Button, Tooltip } from '@mantine/core';
import { IconExternalLink, IconPencil, IconRefresh, IconShieldCheck, IconTrash } from '@tabler/icons-react';
import { useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { refresh, useRead, useWrite } from '../../lib/api.ts';
import { showSuccess } from '../../lib/failure.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { useBackLink } from '../../ui/back-link.ts';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { DetailPage, type MenuAction, Section } from '../../ui/detail/detail-page.tsx';
import { Loaded } from '../../ui/detail/loaded.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { listAddress } from '../../ui/list/list-address.ts';
import { RouteLink, useGo } from '../../ui/route-link.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { Tag } from '../../ui/tag.tsx';
import { TracePanel } from '../records/index.ts';
import { CallsSection } from './calls-section.tsx';
import css from './channels.module.css';
import { CourierPanel } from './courier-panel.tsx';
import { FirstSteps } from './first-steps.tsx';
import { HealthRow } from './health-row.tsx';
import { ImportPanel } from './import-panel.tsx';
import { refreshRuns, rememberIntegration } from './integration-cache.ts';
import {
  integrationPath,
  integrationsPath,
  integrationTraceLabels,
  MARKETPLACE_INBOUND,
  usePartner,
} from './integration-words.ts';
import { Notices } from './notices.tsx';
import { CredentialsPanel, OptionsPanel } from './options-panel.tsx';
import { OrdersSection } from './orders-section.tsx';
import { PlacePanel } from './place-panel.tsx';
import { RunsSection, useRuns } from './runs-section.tsx';
import { ServicePanel } from './service-panel.tsx';
import { SkuPanel } from './sku-panel.tsx';

const ShopOrderDialog = lazyPart(() => import('./shop-order-dialog.tsx'));

export function IntegrationView() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const read = useRead(api.integrations.get, { params: { id: Number(id) } });
  const back = useBackLink() ?? listAddress(integrationsPath);
  return (
    <Loaded read={read} backTo={back}>
      {(integration) => <IntegrationPage key={integration.id} integration={integration} back={back} />}
    </Loaded>
  );
}

/** The order of the shop that the address names (`?order=12`), or that was opened here. */
function useOpenedOrder() {
  const { order }: { order?: unknown } = useSearch({ strict: false });
  const named = /^\d{1,10}$/.test(String(order ?? '')) ? Number(order) : undefined;
  const [opened, setOpened] = useState(named);
  useEffect(() => setOpened(named), [named]);
  return [opened, setOpened] as const;
}

function IntegrationPage({ integration, back }: { integration: Integration; back: string }) {
  const t = useText();
  const partner = usePartner(integration);
  const [opened, setOpened] = useOpenedOrder();
  const [isDeleting, setDeleting] = useState(false);
  const menu = useMenu(integration, () => setDeleting(true));
  const { name, type } = integration;
  const isOurs = type !== MARKETPLACE_INBOUND;
  return (
    <DetailPage
      title={name}
      clientId={integration.client_id}
      crumbs={[{ label: t('shell.setting') }, { label: t('integrations.many'), href: back }, { label: name }]}
      badge={<Badges integration={integration} partner={partner} />}
      actions={<Actions integration={integration} />}
      menu={menu}
      isDocked={opened !== undefined}
      side={
        <>
          {isOurs && <SidePanels integration={integration} partner={partner} onOpen={setOpened} />}
          <History integration={integration} />
        </>
      }
    >
      <Notices integration={integration} partner={partner} />
      <Section>
        <HealthRow integration={integration} />
      </Section>
      <Work integration={integration} partner={partner} onOpen={setOpened} />
      {opened !== undefined && (
        <ShopOrderDialog integration={integration} id={opened} onClose={() => setOpened(undefined)} />
      )}
      {isDeleting && <DeleteIntegration integration={integration} onClose={() => setDeleting(false)} />}
    </DetailPage>
  );
}

interface PartProps {
  integration: Integration;
  partner: PartnerForm | undefined;
}

/** State, partner, client and the shop's own address. */
function Badges({ integration, partner }: PartProps) {
  const t = useText();
  const { shop_url, verified, client } = integration;
  const { user } = useSession();
  return (
    <>
      <StatusPill status={verified ? 'active' : 'refused'}>
        {t(verified ? 'integrations.connected' : 'integrations.notVerified')}
      </StatusPill>
      <Tag>{integration.partner}</Tag>
      {partner?.is_retired && <Tag>{t('integrations.retired')}</Tag>}
      {user.is_main_user && <span className={css.headClient}>{client.company}</span>}
      {shop_url && (
        <a className={css.shop} href={shop_url} target="_blank" rel="noopener noreferrer" title={shop_url}>
          <span className={css.cut}>{shop_url.replace(/^https?:\/\//, '').replace(/\/$/, '')}</span>
          <IconExternalLink size={15} stroke={1.7} aria-label={t('integrations.shop')} />
        </a>
      )}
    </>
  );
}

function Actions({ integration }: Pick<PartProps, 'integration'>) {
  const t = useText();
  const { can } = useSession();
  const sync = useWrite(api.integrations.sync, {
    onSuccess: async () => {
      await refreshRuns();
      showSuccess(t('integrations.syncStarted'));
    },
  });
  const isOurs = integration.type !== MARKETPLACE_INBOUND;
  const isBlocked = integration.verified === 0;
  return (
    <>
      {isOurs && can(api.integrations.update.access) && (
        <Button
          variant="default"
          component={RouteLink}
          href={integrationPath(integration.id, 'edit')}
          aria-keyshortcuts="e"
          leftSection={<IconPencil size={16} stroke={1.7} />}
        >
          {t('integrations.edit')}
        </Button>
      )}
      {isOurs && can(api.integrations.sync.access) && (
        <Tooltip label={t('integrations.syncNeedsVerified')} disabled={integration.verified === 1}>
          <Button
            leftSection={<IconRefresh size={16} stroke={1.7} />}
            disabled={sync.isPending}
            data-disabled={isBlocked || undefined}
            aria-disabled={isBlocked || undefined}
            onClick={() => !isBlocked && sync.mutate({ params: { id: integration.id } })}
          >
            {t('integrations.syncNow')}
          </Button>
        </Tooltip>
      )}
    </>
  );
}

/** What is sent to keep everything as it is: empty secrets stay as they are kept. */
const unchanged = (integration: Integration) => {
  const { name, api_version, store_time_zone, create_new_item, auto_process, updated_at } = integration;
  const { sync_minutes, report_shipments, report_stock, stock_share, stock_reserve } = integration;
  const credentials = Object.fromEntries(CREDENTIAL_FIELDS.map((field) => [field, integration[field]]));
  return {
    ...(credentials as Pick<Integration, (typeof CREDENTIAL_FIELDS)[number]>),
    name,
    api_version,
    store_time_zone,
    create_new_item,
    auto_process,
    synchronize: integration.synchronize.active,
    sync_minutes,
    report_shipments,
    report_stock,
    stock_share,
    stock_reserve,
    updated_at,
  };
};

function useMenu(integration: Integration, onDelete: () => void): MenuAction[] {
  const t = useText();
  const { can } = useSession();
  const verify = useWrite(api.integrations.update, {
    onSuccess: (saved) => {
      rememberIntegration(saved);
      if (saved.verified) showSuccess(t('integrations.verifiedNow', { partner: saved.partner }));
    },
    onFailure: () => {
      // The page says why it is not verified; a toast names the refusal too.
      void refresh(api.integrations.get, { params: { id: integration.id } });
      return false;
    },
  });
  const size = { size: 16, stroke: 1.7 };
  const menu: MenuAction[] = [];
  if (can(api.integrations.update.access) && integration.type !== MARKETPLACE_INBOUND)
    menu.push({
      label: verify.isPending
        ? t('integrations.verifying', { partner: integration.partner })
        : t('integrations.verifyAgain'),
      icon: <IconShieldCheck {...size} />,
      run: () =>
        !verify.isPending &&
        verify.mutate({ params: { id: integration.id }, body: { ...unchanged(integration), reverify: 1 } }),
    });
  if (can(api.integrations.remove.access))
    menu.push({ label: t('integrations.delete'), icon: <IconTrash {...size} />, danger: true, run: onDelete });
  return menu;
}

function DeleteIntegration({ integration, onClose }: { integration: Integration; onClose: () => void }) {
  const t = useText();
  const go = useGo();
  return (
    <DeleteDialog
      endpoint={api.integrations.remove}
      input={{ params: { id: integration.id } }}
      title={t('integrations.deleteTitle', { name: integration.name })}
      text={t('integrations.permanentlyDeleteApi')}
      onDeleted={() => {
        void refresh(api.integrations.list);
        go(listAddress(integrationsPath));
      }}
      onClose={onClose}
    />
  );
}

type OpenProps = PartProps & { onOpen: (id: number) => void };

function SidePanels({ integration, partner, onOpen }: OpenProps) {
  const { can } = useSession();
  return (
    <>
      {can(api.integrations.importReference.access) && integration.verified === 1 && (
        <ImportPanel integration={integration} onOpen={onOpen} />
      )}
      <CourierPanel integration={integration} />
      <SkuPanel integration={integration} />
      {partner && <PlacePanel integration={integration} partner={partner} />}
      {partner && <ServicePanel integration={integration} partner={partner} />}
      <OptionsPanel integration={integration} partner={partner} />
      <CredentialsPanel integration={integration} partner={partner} />
    </>
  );
}

/** Orders, runs and calls; before the first of them, the steps that lead there. */
function Work({ integration, partner, onOpen }: OpenProps) {
  const { data: runs } = useRuns(integration.id);
  const { data: health } = useRead(api.integrations.health, { params: { id: integration.id } });
  const isNew = runs?.total === 0 && health !== undefined && !health.succeeded_at && health.orders_waiting === 0;
  if (isNew)
    return (
      <>
        <FirstSteps integration={integration} partner={partner} />
        <CallsSection integration={integration} />
      </>
    );
  return (
    <>
      <OrdersSection integration={integration} onOpen={onOpen} />
      <RunsSection integration={integration} />
      <CallsSection integration={integration} />
    </>
  );
}

const FLAGS: readonly TraceField<'Integration'>[] = [
  'create_new_item',
  'auto_process',
  'synchronize',
  'report_shipments',
  'report_stock',
  'verified',
];

function History({ integration }: { integration: Integration }) {
  const t = useText();
  const isSecret = (field: string) => CREDENTIAL_FIELDS.some((known) => known === field && known !== 'o_auth_token');
  return (
    <TracePanel
      traceableType="Integration"
      traceableId={integration.id}
      name={integration.name}
      fieldLabels={integrationTraceLabels}
      formatValue={(field, value) => {
        if (isSecret(field)) return t('integrations.credentials.changed');
        if (!FLAGS.includes(field)) return undefined;
        return t(value === '1' || value === 'true' ? 'integrations.on' : 'integrations.off');
      }}
    />
  );
}
