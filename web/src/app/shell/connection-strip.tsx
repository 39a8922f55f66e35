import { UnstyledButton } from '@mantine/core';
import { IconHourglass, IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { probeNow, useConnection } from '../../lib/connection.ts';
import { useText } from '../../lib/text/text.ts';
import classes from './connection-strip.module.css';

const SECOND_MS = 1_000;

/** Whole seconds until a time, updated every second. */
function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((moment - now) / SECOND_MS));
}

function Down({ retryAt }: { retryAt: number }) {
  const t = useText();
  const seconds = useSecondsUntil(retryAt);
  return (
    <div className={classes.strip} data-strip data-state="down">
      <IconPlugConnectedX size={17} stroke={1.7} aria-hidden="true" />
      {/* Announced to screen readers once, not every second. */}
      <span role="alert">{t('shell.noConnection')}</span>
      <span aria-hidden="true">{t('shell.retryingIn', { seconds })}</span>
      <UnstyledButton className={classes.retry} onClick={() => void probeNow()}>
        {t('shell.retryNow')}
      </UnstyledButton>
    </div>
  );
}

/** Shows that the server is unreachable while that lasts, and for a moment that it is back. */
export function ConnectionStrip() {
  const t = useText();
  const connection = useConnection();
  if (connection.state === 'up') return null;
  if (connection.state === 'down') return <Down retryAt={connection.retryAt} />;
  if (connection.state === 'slow')
    return (
      <div className={classes.strip} data-strip data-state="down" role="status">
        <IconHourglass size={17} stroke={1.7} aria-hidden="true" />
        {t('shell.serverIsSlow')}
      </div>
    );
  return (
    <div className={classes.strip} data-strip data-state="back" role="status">
      <IconPlugConnected size={17} stroke={1.7} aria-hidden="true" />
      {t('shell.connectionBack')}
    </div>
  );
}
