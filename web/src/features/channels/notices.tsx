import { api, type Integration, type PartnerForm } from '@longshore/contract';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRead } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { translateReason, useLanguage, useText } from '../../lib/text/text.ts';
import { RouteLink } from '../../ui/route-link.tsx';
import { useChannelTimes } from './channel-times.ts';
import css from './channels.module.css';
import { integrationPath, MARKETPLACE_INBOUND, needsUpgrade } from './integration-words.ts';
import { useRuns } from './runs-section.tsx';

interface NoticeProps {
  integration: Integration;
  partner: PartnerForm | undefined;
}

/** What is wrong with the connection as a whole, above everything else. */
export function Notices({ integration, partner }: NoticeProps) {
  const t = useText();
  const language = useLanguage();
  return (
    <>
      {partner?.is_retired && <Band tone="note">{t('integrations.retiredText', { partner: partner.name })}</Band>}
      {integration.warnings.map((words) => (
        <Band key={words.en} tone="note">
          {words[language]}
        </Band>
      ))}
      {needsUpgrade(integration, partner) && <Upgrade integration={integration} />}
      {integration.verified ? <LastFailure integration={integration} /> : <NotVerified integration={integration} />}
    </>
  );
}

interface BandProps {
  tone: 'bad' | 'warn' | 'note';
  title?: string;
  action?: ReactNode;
  children: ReactNode;
}

function Band({ tone, title, action, children }: BandProps) {
  return (
    <div className={css.band} data-tone={tone} role={tone === 'note' ? undefined : 'alert'}>
      <p>
        {title && <b>{title}</b>} {children}
      </p>
      {action}
    </div>
  );
}

function EditButton({ integration, label }: { integration: Integration; label: string }) {
  const { can } = useSession();
  // A seller account is connected by an invitation.
  if (!can(api.integrations.update.access) || integration.type === MARKETPLACE_INBOUND) return null;
  return (
    <Button variant="default" size="xs" component={RouteLink} href={integrationPath(integration.id, 'edit')}>
      {label}
    </Button>
  );
}

/** Access was refused or revoked: nothing goes on until somebody enters what the partner accepts. */
function NotVerified({ integration }: { integration: Integration }) {
  const t = useText();
  return (
    <Band
      tone="bad"
      title={t('integrations.notVerified')}
      action={<EditButton integration={integration} label={t('integrations.connectAgain')} />}
    >
      {translateReason(t, integration.problem_key, integration.problem)}
    </Band>
  );
}

function Upgrade({ integration }: { integration: Integration }) {
  const t = useText();
  return (
    <Band
      tone="warn"
      title={t('integrations.upgradeTitle')}
      action={<EditButton integration={integration} label={t('integrations.upgrade')} />}
    >
      {t('integrations.upgradeText')}
    </Band>
  );
}

/** The partner is down: it is tried again by itself. */
function LastFailure({ integration }: { integration: Integration }) {
  const t = useText();
  const { clock } = useChannelTimes();
  const { data } = useRuns(integration.id);
  const { data: health } = useRead(api.integrations.health, { params: { id: integration.id } });
  const last = data?.records.find(({ state }) => state === 'done' || state === 'failed');
  if (last?.state !== 'failed') return null;
  const problem = translateReason(t, last.problem_key, last.problem);
  return (
    <Band
      tone="warn"
      title={
        health?.next_at
          ? t('integrations.failedNow', { time: clock(health.next_at, false) })
          : t('integrations.lastRunFailed')
      }
    >
      {problem}
    </Band>
  );
}
