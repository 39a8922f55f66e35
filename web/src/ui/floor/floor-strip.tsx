import { Button } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconPlugConnectedX, IconSend } from '@tabler/icons-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { ApiFailure } from '../../lib/call.ts';
import { probeNow, useConnection } from '../../lib/connection.ts';
import { refusalOf } from '../../lib/failure.ts';
import { useFormat } from '../../lib/format.ts';
import { isStorageFull, type KeptFailure, keptScans, onKeptScans, waitingCount } from '../../lib/kept-scans.ts';
import { dropPosted, type Posted, retryPosted, usePosted } from '../../lib/outbox.ts';
import { timeSinceLastAnswer } from '../../lib/server-clock.ts';
import { type Translate, translateMessage, useText } from '../../lib/text/text.ts';
import { RouteLink } from '../route-link.tsx';
import { useDelayed } from '../use-delayed.ts';
import css from './floor.module.css';
import { offlineTooLong } from './offline-too-long.ts';

const icon = { size: 22, stroke: 1.7, 'aria-hidden': true } as const;
/** Scans that are sent within this time are not announced: nobody could read it in time. */
const SHOWN_AFTER_MS = 1_500;

/** Why a command was refused, in the language of the person. */
export function reasonOfKept(failure: KeptFailure | undefined, t: Translate): string {
  if (!failure) return '';
  const { status, code, message, errors, keys } = failure;
  const [key] = Object.values(keys ?? {}).flat();
  if (status === 422 && key) return translateMessage(t, key);
  return refusalOf(
    new ApiFailure(status, {
      message,
      ...(code === undefined ? {} : { error_code: code }),
      ...(errors ? { errors } : {}),
      ...(keys ? { keys } : {}),
    }),
    t,
  );
}

/** Since when the server has not answered; undefined while it does. */
function useDownSince(): number | undefined {
  const isDown = useConnection().state === 'down';
  const [since, setSince] = useState<number>();
  useEffect(() => setSince(isDown ? Date.now() - timeSinceLastAnswer() : undefined), [isDown]);
  return since;
}

function Offline({ since, count }: { since: number; count: number }) {
  const t = useText();
  const format = useFormat();
  const silence = offlineTooLong(t);
  return (
    <div className={css.strip} data-strip data-state="down" role="status">
      <IconPlugConnectedX {...icon} />
      <span>
        <b>{t('onFloor.downSince', { time: format.time(new Date(since)) })}</b>
        {silence ?? (count > 0 ? t('onFloor.waitHere', { count }) : t('onFloor.goOn'))}
      </span>
      <button type="button" className={css.act} onClick={() => void probeNow()}>
        {t('onFloor.retry')}
      </button>
    </div>
  );
}

/** A refused command, with what can be done about it. It stops its own record and nothing else. */
function RefusedBand({ posted, more }: { posted: Posted; more: number }) {
  const t = useText();
  const { input, failure } = posted.command;
  return (
    <div className={css.strip} data-strip data-state="refused" role="alert">
      <IconCircleX {...icon} />
      <span>
        <b>{t('onFloor.refused', { what: input.text })}</b>
        {reasonOfKept(failure, t)} {t('scan.nothingTaken')}
      </span>
      <span className={css.actions}>
        <Button variant="default" size="md" onClick={() => retryPosted(posted)}>
          {t('onFloor.tryAgain')}
        </Button>
        <Button variant="default" size="md" onClick={() => dropPosted(posted)}>
          {t('onFloor.giveUp')}
        </Button>
        {more > 0 && (
          <RouteLink className={css.act} href="/floor/waiting">
            {t('onFloor.moreRefused', { count: more })}
          </RouteLink>
        )}
      </span>
    </div>
  );
}

/** How many of those that waited are sent, while they are; then that all are. */
function Sending({ count }: { count: number }) {
  const t = useText();
  const most = useRef(count);
  most.current = count === 0 ? 0 : Math.max(most.current, count);
  return (
    <div className={css.strip} data-strip data-state="down" role="status">
      <IconSend {...icon} />
      <span>{t('onFloor.sending', { done: most.current - count, count: most.current })}</span>
    </div>
  );
}

/** Says whether the device works without the network, what waits on it, and what was refused. */
export function FloorStrip() {
  const t = useText();
  const connection = useConnection();
  const since = useDownSince();
  const posted = usePosted();
  const isFull = useSyncExternalStore(onKeptScans, isStorageFull);
  useSyncExternalStore(onKeptScans, keptScans);
  const refused = posted.filter(({ command }) => command.state === 'refused');
  const waiting = waitingCount() - refused.length;
  const isDown = connection.state === 'down';
  const isSlow = useDelayed(!isDown && waiting > 0, SHOWN_AFTER_MS);
  return (
    <>
      {isDown && since !== undefined && <Offline since={since} count={waiting} />}
      {!isDown && isSlow && waiting > 0 && <Sending count={waiting} />}
      {connection.state === 'back' && waiting === 0 && (
        <div className={css.strip} data-strip data-state="sent" role="status">
          <IconCircleCheck {...icon} />
          <span>{t('onFloor.allSent')}</span>
        </div>
      )}
      {isFull && waiting > 0 && (
        <div className={css.strip} data-strip data-state="refused" role="alert">
          <IconCircleX {...icon} />
          <span>{t('scan.storageFull')}</span>
        </div>
      )}
      {refused[0] && <RefusedBand posted={refused[0]} more={refused.length - 1} />}
    </>
  );
}
