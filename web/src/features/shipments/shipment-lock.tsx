import { api, type Shipment } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { refresh, useWrite } from '../../lib/api.ts';
import { showSuccess } from '../../lib/failure.ts';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { rememberShipment } from './shipment-cache.ts';
import css from './shipments.module.css';
import { useShipmentRules } from './use-shipment-rules.ts';

/** Takes the lock, lets go of it, or takes it from somebody else. */
export function useLock(shipment: Shipment) {
  const t = useText();
  const { id } = shipment;
  const params = { id };
  const showNow = () => {
    void refresh(api.shipments.get, { params });
    return undefined;
  };
  const lock = useWrite(api.shipments.lock, {
    onSuccess: (changed) => {
      rememberShipment(changed);
      showSuccess(t('shipments.lock.taken', { id }));
    },
    onFailure: showNow,
  });
  const unlock = useWrite(api.shipments.unlock, {
    onSuccess: (changed) => {
      rememberShipment(changed);
      showSuccess(t('shipments.lock.released', { id }));
    },
    onFailure: showNow,
  });
  return {
    isBusy: lock.isPending || unlock.isPending,
    take: () => lock.mutate({ params, body: {} }),
    takeOver: () => lock.mutate({ params, body: { take_over: 1 } }),
    letGo: () => unlock.mutate({ params }),
  };
}

/** A lock ends without a call, so nothing announces it: the shipment is read again when it should have ended. */
function useEndOfLock({ id, user }: Shipment) {
  const until = user?.until;
  useEffect(() => {
    if (!until) return;
    const wait = Math.max(1_000, new Date(until).getTime() - Date.now() + 1_000);
    const timer = setTimeout(() => void refresh(api.shipments.get, { params: { id } }), wait);
    return () => clearTimeout(timer);
  }, [id, until]);
}

/** Says who holds the shipment, above its page; nothing while nobody does. */
export function LockBanner({ shipment }: { shipment: Shipment }) {
  const t = useText();
  const format = useFormat();
  const { user: me, can } = useSession();
  const rules = useShipmentRules(shipment);
  const lock = useLock(shipment);
  const [isAsking, setAsking] = useState(false);
  useEndOfLock(shipment);
  const { user: holder, id } = shipment;
  if (!holder) return null;
  const { name } = holder;
  const isMine = holder.user_id === me.id;
  const time = format.time(holder.until);
  const mayLock = can(api.shipments.lock.access);
  return (
    <div className={css.lockBanner} data-mine={isMine || undefined} role="status">
      <IconLock size={16} stroke={1.7} aria-hidden />
      <span>{isMine ? t('shipments.lock.mine', { time }) : t('shipments.lock.banner', { name, time })}</span>
      {rules.button('unlock') && mayLock && (
        <Button variant="default" size="xs" disabled={lock.isBusy} onClick={lock.letGo}>
          {t('shipments.lock.letGo')}
        </Button>
      )}
      {rules.button('takeOver') && mayLock && (
        <Button variant="default" size="xs" disabled={lock.isBusy} onClick={() => setAsking(true)}>
          {t('shipments.lock.takeOver')}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('shipments.lock.takeOverTitle', { name })}
          text={t('shipments.lock.takeOverText', { name, id })}
          confirm={t('shipments.lock.takeOver')}
          onConfirm={() => {
            setAsking(false);
            lock.takeOver();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
