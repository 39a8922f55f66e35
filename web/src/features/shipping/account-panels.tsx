import { api, type CompanyAccount, type CompanyPartnerSlug } from '@longshore/contract';
import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { refresh, useRead, useWrite } from '../../lib/api.ts';
import { describeReadFailure, showSuccess } from '../../lib/failure.ts';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { translateReason, useText } from '../../lib/text/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Section } from '../../ui/detail/detail-page.tsx';
import { Facts } from '../../ui/detail/facts.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { useChannelTimes } from '../channels/index.ts';
import { AccountCalls } from './account-calls.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import { accountCalls } from './partner-calls.ts';
import { SenderAddresses } from './sender-addresses.tsx';
import css from './shipping.module.css';

const ORDER: readonly CompanyPartnerSlug[] = ['shipstation', 'shippo', 'freight'];

/** The company's accounts for the shipping station, labels and freight. */
export function AccountPanels() {
  const t = useText();
  const { data, error } = useRead(api.companyAccounts.list);
  if (error)
    return (
      <Section title={t('labels.accounts.title')}>
        <p className={css.none}>{describeReadFailure(error, t).sentence}</p>
      </Section>
    );
  return ORDER.map((slug) => <AccountPanel key={slug} slug={slug} account={data?.[slug]} />);
}

interface PanelProps {
  slug: CompanyPartnerSlug;
  /** Undefined while it is read. */
  account: CompanyAccount | undefined;
}

type Asked = 'connect' | 'disconnect';

function AccountPanel({ slug, account }: PanelProps) {
  const t = useText();
  const { can } = useSession();
  const [asked, setAsked] = useState<Asked>();
  const mayEdit = can(accountCalls[slug].save.access);
  const close = () => setAsked(undefined);
  return (
    <Section
      title={t(`labels.accounts.names.${slug}`)}
      action={
        account && mayEdit && account.fields.length > 0 ? (
          <Button variant="subtle" size="xs" onClick={() => setAsked('connect')}>
            {t(account.connected ? 'labels.accounts.change' : 'labels.accounts.connect')}
          </Button>
        ) : undefined
      }
    >
      {account && (
        <div className={css.account}>
          <AccountState account={account} />
          {account.connected === 1 && account.verified === 0 && (
            <Refused account={account} onConnect={mayEdit ? () => setAsked('connect') : undefined} />
          )}
          {account.connected === 1 && (
            <Connected account={account} mayEdit={mayEdit} onDisconnect={() => setAsked('disconnect')} />
          )}
        </div>
      )}
      {account && asked === 'connect' && <ConnectDialog account={account} onClose={close} />}
      {account && asked === 'disconnect' && <DisconnectDialog account={account} onClose={close} />}
    </Section>
  );
}

function AccountState({ account: { partner, connected, verified, fields } }: { account: CompanyAccount }) {
  const t = useText();
  const pill = connected ? (verified ? 'active' : 'refused') : 'disabled';
  return (
    <div className={css.accountState}>
      <StatusPill status={pill}>
        {connected ? t(`labels.accounts.entered.${partner}`) : t('labels.accounts.notConnected')}
      </StatusPill>
      <span className={css.muted}>
        {fields.length > 0 ? t(`labels.accounts.purpose.${partner}`) : t('labels.accounts.unavailable')}
      </span>
    </div>
  );
}

/** The partner does not accept the keys any more: why, and what to do. */
function Refused({ account, onConnect }: { account: CompanyAccount; onConnect: (() => void) | undefined }) {
  const t = useText();
  const { name, problem, problem_key } = account;
  return (
    <Alert color="red" variant="light" role="alert" title={t('labels.accounts.problem', { name })}>
      {problem && <p className={css.said}>{translateReason(t, problem_key, problem)}</p>}
      <p className={css.said}>{t('labels.accounts.problemHint')}</p>
      {onConnect && (
        <Button variant="default" size="xs" mt="xs" onClick={onConnect}>
          {t('labels.accounts.connectAgain')}
        </Button>
      )}
    </Alert>
  );
}

interface ConnectedProps {
  account: CompanyAccount;
  mayEdit: boolean;
  onDisconnect: () => void;
}

function Connected({ account, mayEdit, onDisconnect }: ConnectedProps) {
  const t = useText();
  const format = useFormat();
  const { partner } = account;
  const by = account.user && t('labels.accounts.by', { user: account.user });
  return (
    <>
      <Facts
        items={[
          { label: 'labels.accounts.account', value: account.account, second: by },
          {
            label: 'labels.accounts.since',
            value: account.verified_at && format.dateTime(account.verified_at),
          },
          // A freight provider has the lists of its form instead.
          ...(partner === 'freight'
            ? []
            : [
                { label: 'labels.accounts.carriers', value: format.number(account.carriers) } as const,
                { label: `labels.accounts.places.${partner}`, value: format.number(account.places) } as const,
              ]),
        ]}
      />
      <CacheLine account={account} mayEdit={mayEdit} />
      {partner === 'shippo' && <SenderAddresses mayAdd={mayEdit && account.verified === 1} />}
      {mayEdit && <AccountCalls slug={partner} name={account.name} />}
      {mayEdit && (
        <div>
          <Button variant="default" size="xs" onClick={onDisconnect}>
            {t('labels.accounts.disconnect')}
          </Button>
        </div>
      )}
    </>
  );
}

/** What was last read of carriers and services, how long ago, and reading it again. */
function CacheLine({ account, mayEdit }: { account: CompanyAccount; mayEdit: boolean }) {
  const t = useText();
  const { ago } = useChannelTimes();
  const kind = account.partner === 'freight' ? 'lists' : 'carriers';
  const read = useWrite(accountCalls[account.partner].cache, {
    onSuccess: () => {
      void refresh(api.companyAccounts.list);
      void refresh(api.companyAccounts.shippoAddresses);
      void refresh(accountCalls[account.partner].calls);
      showSuccess(t(`labels.accounts.cacheDone.${kind}`));
    },
  });
  return (
    <div className={css.cache}>
      <span className={css.muted}>
        {account.cached_at
          ? t(`labels.accounts.cached.${kind}`, { ago: ago(account.cached_at) })
          : t(`labels.accounts.neverCached.${kind}`)}
      </span>
      {mayEdit && account.verified === 1 && (
        <Button variant="subtle" size="xs" loading={read.isPending} onClick={() => read.mutate({})}>
          {t('labels.accounts.cache')}
        </Button>
      )}
    </div>
  );
}

function DisconnectDialog({ account, onClose }: { account: CompanyAccount; onClose: () => void }) {
  const t = useText();
  const remove = useWrite(accountCalls[account.partner].remove, {
    onSuccess: () => {
      void refresh(api.companyAccounts.list);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('labels.accounts.disconnectTitle', { name: account.name })}
      text={t('labels.accounts.disconnectText')}
      confirm={t('labels.accounts.disconnect')}
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate({})}
      onClose={onClose}
    />
  );
}
