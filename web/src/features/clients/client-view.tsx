import { api, type Client, type GapReason, ORDER_NOTIFICATIONS, type TraceField } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconPencil, IconReceipt } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useRead } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useLanguage, useText } from '../../lib/text/text.ts';
import { useBackLink } from '../../ui/back-link.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DetailPage, Section } from '../../ui/detail/detail-page.tsx';
import { Facts } from '../../ui/detail/facts.tsx';
import { Loaded } from '../../ui/detail/loaded.tsx';
import { countryName } from '../../ui/form/countries.ts';
import { listAddress } from '../../ui/list/list-address.ts';
import { RouteLink } from '../../ui/route-link.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { CategoriesPanel, CommentsPanel, FilesPanel, TracePanel } from '../records/index.ts';
import { SettingFacts } from './client-settings.tsx';
import { addressLabels, clientPath, clientsPath, clientTraceLabels, clientLabels as labels } from './client-words.ts';
import css from './clients.module.css';
import { Mail } from './mail.tsx';
import { WebhookSection } from './webhook-section.tsx';
import { useTriggerName } from './webhook-words.ts';

export function ClientView() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const read = useRead(api.clients.get, { params: { id: Number(id) } });
  const back = useBackLink() ?? listAddress(clientsPath);
  return (
    <Loaded read={read} backTo={back}>
      {(client) => <ClientPage client={client} back={back} />}
    </Loaded>
  );
}

function ClientPage({ client, back }: { client: Client; back: string }) {
  const t = useText();
  const { can } = useSession();
  const { id, company } = client;
  const formatValue = useClientValue();
  const readOnly = !can('update_client_model');
  return (
    <DetailPage
      title={company}
      crumbs={[{ label: t('shell.setting') }, { label: t('clients.many'), href: back }, { label: company }]}
      badge={
        <StatusPill status={client.is_active ? 'active' : 'disabled'}>
          {t(client.is_active ? 'lists.active' : 'lists.disabled')}
        </StatusPill>
      }
      actions={
        <>
          {can(api.rateCards.change.access) && (
            <Button
              component={RouteLink}
              variant="default"
              href={`/billing/rate-cards/${id}/change`}
              leftSection={<IconReceipt size={16} stroke={1.7} />}
            >
              {t('billing.rateCards.many')}
            </Button>
          )}
          {can(api.clients.update.access) && (
            <Button
              component={RouteLink}
              href={clientPath(id, 'edit')}
              aria-keyshortcuts="e"
              leftSection={<IconPencil size={16} stroke={1.7} />}
            >
              {t('clients.edit')}
            </Button>
          )}
        </>
      }
      side={
        <>
          <CategoriesPanel type="Client" id={id} readOnly={readOnly} />
          <CommentsPanel type="Client" id={id} readOnly={readOnly} />
          <FilesPanel type="Client" id={id} readOnly={readOnly} />
          <TracePanel
            traceableType="Client"
            traceableId={id}
            name={company}
            fieldLabels={clientTraceLabels}
            formatValue={formatValue}
          />
        </>
      }
    >
      <Section>
        <Statistics clientId={id} />
      </Section>
      <Section>
        <GeneralFacts client={client} />
      </Section>
      <AddressSection client={client} />
      <Section title={t('clients.settings')}>
        <SettingFacts client={client} />
      </Section>
      <WebhookSection client={client} />
    </DetailPage>
  );
}

/** Formats traced values: flags, rates and choices in words. */
function useClientValue() {
  const t = useText();
  const format = useFormat();
  const language = useLanguage();
  const triggerName = useTriggerName();
  return (field: TraceField<'Client'>, value: string): string | undefined => {
    switch (field) {
      case 'is_active':
        return t(value === 'true' ? 'lists.active' : 'lists.disabled');
      case 'is_fba':
      case 'detail.use_ship_station':
      case 'detail.email_upon_receiving':
      case 'detail.email_upon_shipping':
        return t(value === 'true' ? 'clients.yes' : 'clients.no');
      case 'detail.tax_rate':
      case 'detail.shipping_charge_modify':
        return format.percent(Number(value), 3);
      case 'address.country_code':
        return countryName(value, language);
      case 'detail.receiving_notification_emails':
      case 'detail.shipping_notification_emails':
        return (JSON.parse(value) as string[]).join(', ') || t('records.empty');
      case 'waiver.reason':
        return t(`billing.unbilled.reasons.${value as GapReason}`);
      case 'waiver.from_day':
      case 'waiver.to_day':
        return format.date(value);
      case 'webhook.hash_key':
      case 'webhook.ftp_config.password':
        return t('clients.hooks.secretChanged');
      case 'webhook.trigger':
        return triggerName(Number(value));
      case 'detail.order_notification': {
        const choice = ORDER_NOTIFICATIONS.find((known) => known === value);
        return choice && t(`clients.orderNotices.${choice}`);
      }
      default:
        return undefined;
    }
  };
}

const counted = [
  ['inventory_count', 'clients.counts.inventories'],
  ['relation_count', 'clients.counts.relations'],
  ['order_count', 'clients.counts.orders'],
  ['entries_count', 'clients.counts.entries'],
] as const;

function Statistics({ clientId }: { clientId: number }) {
  const t = useText();
  const format = useFormat();
  const { data } = useRead(api.clients.statistics, { params: { id: clientId } });
  return (
    <dl className={css.figures} aria-label={t('clients.statistics')}>
      {counted.map(([name, label]) => (
        <div key={name}>
          <dt>{t(label)}</dt>
          <dd data-none={data?.[name] ? undefined : true}>{data ? format.number(data[name]) : '–'}</dd>
        </div>
      ))}
    </dl>
  );
}

function GeneralFacts({ client }: { client: Client }) {
  const format = useFormat();
  return (
    <Facts
      items={[
        { label: labels.account, value: client.account, copy: true },
        { label: labels.email, value: client.email && <Mail address={client.email} />, copy: client.email },
        { label: 'clients.createdAt', value: format.date(client.created_at) },
        { label: 'clients.updatedAt', value: format.date(client.updated_at) },
        { label: labels.custom_1, value: client.custom_1, copy: true },
        { label: labels.custom_2, value: client.custom_2, copy: true },
        { label: labels.custom_3, value: client.custom_3, copy: true },
        { label: labels.custom_4, value: client.custom_4, copy: true },
        { label: labels.custom_5, value: client.custom_5, copy: true },
      ]}
    />
  );
}

/** The address by field, and as one text to copy. */
function AddressSection({ client: { address } }: { client: Client }) {
  const t = useText();
  const language = useLanguage();
  const street = [address.street1, address.street2, address.street3].filter(Boolean).join('\n');
  const region = [address.city, [address.state_code || address.state, address.postal_code].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ');
  const country = address.country_code && countryName(address.country_code, language);
  const fullAddress = [address.company, address.contact, street, region, country].filter(Boolean).join('\n');
  return (
    <Section
      title={t('clients.address.title')}
      action={fullAddress && <CopyButton value={fullAddress} label={t('clients.address.copy')} />}
    >
      <Facts
        items={[
          { label: addressLabels.company, value: address.company },
          { label: addressLabels.contact, value: address.contact, second: address.phone },
          { label: addressLabels.street1, value: street },
          { label: addressLabels.city, value: region, second: country },
        ]}
      />
    </Section>
  );
}
