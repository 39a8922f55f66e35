import { api, type Shipment } from '@longshore/contract';
import { useWrite } from '../../lib/api.ts';
import { showSuccess } from '../../lib/failure.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { rememberShipment } from './shipment-cache.ts';
import { progressOf } from './shipment-rules.ts';

/** Less came than was expected: the receipt ends with what came. */
export default function CloseShortDialog({ shipment, onClose }: { shipment: Shipment; onClose: () => void }) {
  const t = useText();
  const format = useFormat();
  const close = useWrite(api.shipments.closeShort, {
    onSuccess: (closed) => {
      rememberShipment(closed);
      showSuccess(t('shipments.short.done', { id: shipment.id }));
      onClose();
    },
    onFailure: () => {
      onClose();
      return undefined;
    },
  });
  const { units, fulfilled } = progressOf(shipment);
  const text = t('shipments.short.text', {
    received: format.number(fulfilled),
    units: format.number(units),
    missing: format.number(units - fulfilled),
  });
  return (
    <ConfirmDialog
      title={t('shipments.short.title', { id: shipment.id })}
      text={text}
      confirm={t('shipments.short.action')}
      busy={close.isPending}
      onConfirm={() => close.mutate({ params: { id: shipment.id } })}
      onClose={onClose}
    />
  );
}
