import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useFormat } from '../../lib/format.ts';
import { addressOfKeptScans } from '../../lib/kept-addresses.ts';
import { keptScans, onKeptScans } from '../../lib/kept-scans.ts';
import { cancelPosted, dropPosted, type Posted, retryPosted, usePosted } from '../../lib/outbox.ts';
import { useText } from '../../lib/text/text.ts';
import css from '../../ui/floor/floor.module.css';
import { FloorPage } from '../../ui/floor/floor-page.tsx';
import { reasonOfKept } from '../../ui/floor/floor-strip.tsx';
import { RouteLink } from '../../ui/route-link.tsx';

function PostedRow({ posted }: { posted: Posted }) {
  const t = useText();
  const format = useFormat();
  const { input, at, state, failure } = posted.command;
  return (
    <li>
      <div className={css.row}>
        <span className={css.rowText}>
          {input.text}
          <span className={css.note}>
            {format.time(new Date(at))} · {state === 'refused' ? reasonOfKept(failure, t) : t(`scan.${state}`)}
          </span>
        </span>
        {state === 'waiting' && (
          <Button variant="default" size="md" onClick={() => cancelPosted(posted)}>
            {t('scan.cancel')}
          </Button>
        )}
        {state === 'refused' && (
          <>
            <Button variant="default" size="md" onClick={() => retryPosted(posted)}>
              {t('onFloor.tryAgain')}
            </Button>
            <Button variant="default" size="md" onClick={() => dropPosted(posted)}>
              {t('onFloor.giveUp')}
            </Button>
          </>
        )}
      </div>
    </li>
  );
}

/** Everything that waits on this device, and what was refused. */
export function FloorWaiting() {
  const t = useText();
  const posted = usePosted();
  const kept = useSyncExternalStore(onKeptScans, keptScans);
  // What was scanned on screens that read each scan after the answer to the one before it.
  const ofScreens = kept.filter(({ name }) => !name.startsWith('out '));
  const isEmpty = posted.length === 0 && ofScreens.length === 0;
  return (
    <FloorPage title={t('onFloor.waitingTitle')}>
      {isEmpty && <p className={css.blank}>{t('onFloor.allSent')}</p>}
      <ul className={css.rows}>
        {posted.map((one) => (
          <PostedRow key={one.command.key} posted={one} />
        ))}
        {ofScreens.map((one) => {
          const place = addressOfKeptScans(one);
          return (
            <li key={one.name}>
              <div className={css.row}>
                <span className={css.rowText}>{t('scan.stays', { count: one.commands.length })}</span>
                {place && (
                  <RouteLink className={css.act} href={place}>
                    {t('scan.goOn')}
                  </RouteLink>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </FloorPage>
  );
}
