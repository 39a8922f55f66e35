import { api, type ApiToken as Token } from '@longshore/contract';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { refresh, useRead, useWrite } from '../../../lib/api.ts';
import { showSuccess } from '../../../lib/failure.ts';
import { useFormat } from '../../../lib/format.ts';
import { replaceUser, useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import classes from './profile.module.css';
import { TokenDialog } from './token-dialog.tsx';

type Asking = 'make' | 'revoke' | undefined;

function TokenShown({ token, onClose }: { token: string; onClose: () => void }) {
  const t = useText();
  return (
    <Dialog title={t('profile.tokenMade')} size={560} shownOnce onClose={onClose}>
      <p className={classes.paragraph}>{t('profile.tokenOnce')}</p>
      <div className={classes.token}>
        <code className={classes.code}>{token}</code>
        <CopyButton value={token} label={t('profile.tokenCopied')} />
      </div>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          {t('profile.tokenDone')}
        </Button>
      </Group>
    </Dialog>
  );
}

/** What the token may do, when it expires, and when it was last used. */
function TokenFacts({ token }: { token: Token }) {
  const t = useText();
  const format = useFormat();
  const { expires_at: expiresAt, last_used_at: usedAt, last_used_address: address } = token;
  const facts = [
    { label: t('profile.tokenMadeAt'), value: format.dateTime(token.created_at) },
    { label: t('profile.tokenAccess'), value: t(token.read_only ? 'profile.tokenReadOnly' : 'profile.tokenReadWrite') },
    {
      label: t(token.is_expired ? 'profile.tokenExpired' : 'profile.tokenExpires'),
      value: expiresAt ? format.dateTime(expiresAt) : t('profile.tokenNeverExpires'),
      isBad: token.is_expired,
    },
    {
      label: t('profile.tokenLastUsed'),
      value: usedAt
        ? t('profile.tokenUsedFrom', { moment: format.dateTime(usedAt), address })
        : t('profile.tokenNeverUsed'),
    },
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(({ label, value, isBad }) => (
        <div key={label} data-bad={isBad || undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The API token of the user. The server shows it once and stores only its hash. */
export function ApiToken() {
  const t = useText();
  const { user } = useSession();
  const read = useRead(api.session.token);
  const [asking, setAsking] = useState<Asking>();
  const [made, setMade] = useState('');
  const changed = (has_api_token: boolean) => {
    setAsking(undefined);
    replaceUser({ ...user, has_api_token });
    void refresh(api.session.token);
  };
  const revoke = useWrite(api.session.revokeToken, {
    onSuccess: () => {
      changed(false);
      showSuccess(t('profile.revoked'));
    },
  });
  const hasToken = Boolean(read.data);
  return (
    <section className={classes.section}>
      <div>
        <h2 className={classes.heading}>{t('profile.token')}</h2>
        <p className={classes.hint}>{t('profile.tokenHint')}</p>
      </div>
      <div className={classes.fields}>
        {read.data && <TokenFacts token={read.data} />}
        {read.data === null && <p className={classes.paragraph}>{t('profile.tokenNone')}</p>}
        {read.error && <p className={classes.paragraph}>{t('profile.tokenFailed')}</p>}
        <Group gap={8}>
          <Button variant="default" onClick={() => setAsking('make')}>
            {t(hasToken ? 'profile.regenerate' : 'profile.generate')}
          </Button>
          {hasToken && (
            <Button variant="default" onClick={() => setAsking('revoke')}>
              {t('profile.revoke')}
            </Button>
          )}
        </Group>
      </div>
      {asking === 'make' && (
        <TokenDialog
          replaces={hasToken}
          onMade={(token) => {
            setMade(token);
            changed(true);
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'revoke' && (
        <ConfirmDialog
          title={t('profile.revokeTitle')}
          text={t('profile.revokeHint')}
          confirm={t('profile.revoke')}
          danger
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate({})}
          onClose={() => setAsking(undefined)}
        />
      )}
      {made && <TokenShown token={made} onClose={() => setMade('')} />}
    </section>
  );
}
