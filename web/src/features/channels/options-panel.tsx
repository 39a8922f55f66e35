import { api, type Integration, type PartnerForm } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { type PlainKey, useText } from '../../lib/text/text.ts';
import { SidePanel } from '../../ui/detail/detail-page.tsx';
import { RouteLink } from '../../ui/route-link.tsx';
import css from './channels.module.css';
import { setSince } from './credential-field.tsx';
import { integrationPath, versionName } from './integration-words.ts';

interface PanelProps {
  integration: Integration;
  partner: PartnerForm | undefined;
}

/** How the connection works; changed in its form. */
export function OptionsPanel({ integration, partner }: PanelProps) {
  const t = useText();
  const format = useFormat();
  const { stock_share, stock_reserve, sync_minutes, synchronize } = integration;
  return (
    <SidePanel title={t('integrations.options.title')} action={<EditLink integration={integration} />}>
      <dl className={css.options}>
        <Switched label="integrations.options.createItems" flag={integration.create_new_item} />
        <Switched label="integrations.options.process" flag={integration.auto_process} />
        <Switched
          label="integrations.options.synchronize"
          flag={synchronize.active}
          detail={t('integrations.options.everyMinutes', { count: sync_minutes })}
        />
        {partner?.can.report_shipments && (
          <Switched label="integrations.options.report" flag={integration.report_shipments} />
        )}
        {partner?.can.report_stock && (
          <Switched
            label="integrations.options.share"
            flag={integration.report_stock}
            detail={t('integrations.options.shareOf', {
              share: format.percent(stock_share / 100, 0),
              reserve: format.number(stock_reserve),
            })}
          />
        )}
        <Option label={t('integrations.options.timeZone')}>{integration.store_time_zone.replaceAll('_', ' ')}</Option>
      </dl>
    </SidePanel>
  );
}

function EditLink({ integration }: { integration: Integration }) {
  const t = useText();
  const { can } = useSession();
  if (!can(api.integrations.update.access)) return null;
  return (
    <Button variant="subtle" size="xs" component={RouteLink} href={integrationPath(integration.id, 'edit')}>
      {t('integrations.edit')}
    </Button>
  );
}

interface OptionProps {
  label: string;
  children: ReactNode;
  detail?: ReactNode;
}

function Option({ label, children, detail }: OptionProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {children}
        {detail && <span className={css.detail}>{detail}</span>}
      </dd>
    </div>
  );
}

function Switched({ label, flag, detail }: { label: PlainKey; flag: 0 | 1; detail?: string }) {
  const t = useText();
  if (!flag)
    return (
      <Option label={t(label)}>
        <span className={css.muted}>{t('integrations.off')}</span>
      </Option>
    );
  return (
    <Option label={t(label)} detail={detail}>
      <span className={css.switchedOn}>
        <IconCheck size={15} stroke={1.7} aria-hidden="true" /> {t('integrations.on')}
      </span>
    </Option>
  );
}

/** Which credentials are set and since when; a secret itself is never shown. */
export function CredentialsPanel({ integration, partner }: PanelProps) {
  const t = useText();
  const format = useFormat();
  const shown = (field: PartnerForm['fields'][number]) => {
    if (field.kind !== 'secret') return integration[field.field];
    const since = setSince(integration, field);
    return since
      ? t('integrations.credentials.set', { date: format.date(since) })
      : t('integrations.credentials.notSet');
  };
  return (
    <SidePanel title={t('integrations.credentials.title')}>
      <dl className={css.options}>
        {integration.account && <Option label={t('integrations.credentials.account')}>{integration.account}</Option>}
        {(partner?.api_versions.length ?? 0) > 1 && (
          <Option label={t('integrations.credentials.version')}>{versionName(integration.api_version, t)}</Option>
        )}
        {partner?.fields.map((field) => (
          <Option key={field.field} label={field.label}>
            {shown(field) || <span className={css.muted}>–</span>}
          </Option>
        ))}
      </dl>
    </SidePanel>
  );
}
