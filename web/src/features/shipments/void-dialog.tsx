import { api, type Shipment } from '@longshore/contract';
import { refresh, useWrite } from '../../lib/api.ts';
import { showSuccess } from '../../lib/failure.ts';
import { useText } from '../../lib/text/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useGo } from '../../ui/route-link.tsx';
import { refreshAround } from './shipment-cache.ts';

interface VoidDialogProps {
  shipment: Shipment;
  /** The list to return to. */
  back: string;
  onClose: () => void;
}

/** Asks, voids the shipment, finished or not, and returns to the list. */
export default function VoidDialog({ shipment, back, onClose }: VoidDialogProps) {
  const t = useText();
  const go = useGo();
  const { id, order_id, status } = shipment;
  const isFinished = status === 'Finished';
  const remove = useWrite(isFinished ? api.shipments.voidFinished : api.shipments.void, {
    onSuccess: () => {
      go(back);
      showSuccess(t('shipments.void.done', { id }));
      refreshAround(order_id);
    },
    onFailure: () => {
      void refresh(api.shipments.get, { params: { id } });
      onClose();
      return undefined;
    },
  });
  return (
    <ConfirmDialog
      title={t('shipments.void.title', { id })}
      text={t(isFinished ? 'shipments.void.textFinished' : 'shipments.void.text')}
      back={t('shipments.view.goBack')}
      confirm={t('shipments.void.confirm')}
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id } })}
      onClose={onClose}
    />
  );
}
