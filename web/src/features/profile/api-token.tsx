import { api } from '@longshore/contract';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../lib/api.ts';
import { showSuccess } from '../../lib/failure.ts';
import { replaceUser, useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import classes from './profile.module.css';

type Asking = 'replace' | 'revoke' | undefined;

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

/** The token other programs sign in with. The server shows it once and keeps only its hash. */
export function ApiToken() {
  const t = useText();
  const { user } = useSession();
  const [asking, setAsking] = useState<Asking>();
  const [token, setToken] = useState('');
  const make = useWrite(api.session.makeToken, {
    onSuccess: (made) => {
      setAsking(undefined);
      setToken(made.api_token);
      replaceUser({ ...user, has_api_token: true });
    },
  });
  const revoke = useWrite(api.session.revokeToken, {
    onSuccess: () => {
      setAsking(undefined);
      replaceUser({ ...user, has_api_token: false });
      showSuccess(t('profile.revoked'));
    },
  });
  // Not disabled while it runs: a disabled button would lose the focus, and the window could not give it back.
  const begin = () => {
    if (user.has_api_token) setAsking('replace');
    else if (!make.isPending) make.mutate({});
  };
  const confirmed = () => (asking === 'revoke' ? revoke : make).mutate({});
  return (
    <section className={classes.section}>
      <div>
        <h2 className={classes.heading}>{t('profile.token')}</h2>
        <p className={classes.hint}>{t('profile.tokenHint')}</p>
      </div>
      <div className={classes.fields}>
        <p className={classes.paragraph}>{t(user.has_api_token ? 'profile.tokenExists' : 'profile.tokenNone')}</p>
        <Group gap={8}>
          <Button variant="default" onClick={begin}>
            {t(user.has_api_token ? 'profile.regenerate' : 'profile.generate')}
          </Button>
          {user.has_api_token && (
            <Button variant="default" onClick={() => setAsking('revoke')}>
              {t('profile.revoke')}
            </Button>
          )}
        </Group>
      </div>
      {asking && (
        <ConfirmDialog
          title={t(asking === 'revoke' ? 'profile.revokeTitle' : 'profile.regenerateTitle')}
          text={t('profile.revokeHint')}
          confirm={t(asking === 'revoke' ? 'profile.revoke' : 'profile.regenerate')}
          danger
          busy={make.isPending || revoke.isPending}
          onConfirm={confirmed}
          onClose={() => setAsking(undefined)}
        />
      )}
      {token && <TokenShown token={token} onClose={() => setToken('')} />}
    </section>
  );
}
