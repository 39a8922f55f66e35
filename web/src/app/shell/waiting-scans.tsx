import { IconClock } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useConnection } from '../../lib/connection.ts';
import { addressOfKeptScans } from '../../lib/kept-addresses.ts';
import { isStorageFull, keptScans, onKeptScans } from '../../lib/kept-scans.ts';
import { useText } from '../../lib/text/text.ts';
import { RouteLink } from '../../ui/route-link.tsx';
import { useDelayed } from '../../ui/use-delayed.ts';
import classes from './connection-strip.module.css';

/** Scans that are sent within this time are not announced: nobody could read it in time. */
const SHOWN_AFTER_MS = 2_000;

/** Scans that wait on this device and whose screen is not open: which, and where they go on. */
export default function WaitingScans() {
  const t = useText();
  const kept = useSyncExternalStore(onKeptScans, keptScans);
  const isFull = useSyncExternalStore(onKeptScans, isStorageFull);
  // Without a connection the strip of the connection says so instead: then everything waits.
  const isUp = useConnection().state === 'up';
  const left = kept.filter(({ name, isOpen, commands }) =>
    name.startsWith('out ') ? commands.some(({ state }) => state === 'refused') : !isOpen,
  );
  const isShown = useDelayed(left.length > 0 || isFull, SHOWN_AFTER_MS);
  const [first] = left;
  if (!isShown || !isUp) return null;
  if (!first) return isFull && kept.length > 0 ? <Full /> : null;
  const refused = left.flatMap(({ commands }) => commands).filter(({ state }) => state === 'refused').length;
  const count = left.reduce((sum, { commands }) => sum + commands.length, 0);
  const place = addressOfKeptScans(first);
  return (
    <div className={classes.strip} data-strip data-state="down" role="status">
      <IconClock size={17} stroke={1.7} aria-hidden="true" />
      {refused > 0 ? t('scan.staysRefused', { count: refused }) : t('scan.stays', { count })}
      {place && (
        <RouteLink className={classes.retry} href={place}>
          {t('scan.goOn')}
        </RouteLink>
      )}
    </div>
  );
}

function Full() {
  const t = useText();
  return (
    <div className={classes.strip} data-strip data-state="down" role="status">
      {t('scan.storageFull')}
    </div>
  );
}
