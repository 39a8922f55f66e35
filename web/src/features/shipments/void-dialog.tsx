import { api, isShipmentEventAllowed, type Shipment } from '@longshore/contract';
import { refresh, useWrite } from '../../lib/api.ts';
import { showSuccess } from '../../lib/failure.ts';
import { useText } from '../../lib/text/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { listAddress } from '../../ui/list/list-address.ts';
import { useGo } from '../../ui/route-link.tsx';
import { refreshAround } from './shipment-cache.ts';
import { shipmentsPath } from './shipment-words.ts';
import { VoidConsequences } from './void-consequences.tsx';

interface VoidDialogProps {
  shipment: Shipment;
  onClose: () => void;
}

/** Asks, voids the shipment, finished or not, and returns to the list of shipments. */
export default function VoidDialog({ shipment, onClose }: VoidDialogProps) {
  const t = useText();
  const go = useGo();
  const { id, order_id, status, direction } = shipment;
  const isFinished = isShipmentEventAllowed(status, 'void finished');
  const remove = useWrite(isFinished ? api.shipments.voidFinished : api.shipments.void, {
    onSuccess: () => {
      go(listAddress(shipmentsPath(direction)));
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
    >
      {direction === 'outbound' && <VoidConsequences shipment={shipment} />}
    </ConfirmDialog>
  );
}
