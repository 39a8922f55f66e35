import { api, type FulfilmentLine, type Shipment } from '@longshore/contract';
import { useWrite } from '../../../lib/api.ts';
import { showSuccess } from '../../../lib/failure.ts';
import { useText } from '../../../lib/text/text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { rememberShipment } from '../shipment-cache.ts';
import { leftOf } from './fulfil-scans.ts';

interface ReportShortProps {
  shipment: Shipment;
  line: FulfilmentLine;
  onClose: () => void;
}

/** Lowers a line to what is fulfilled of it: the goods are not there, and the rest is left over in the order. */
export function ReportShort({ shipment, line, onClose }: ReportShortProps) {
  const t = useText();
  const { sku } = line.inventory;
  const left = leftOf(line);
  const done = line.quantity - left;
  const change = useWrite(api.shipments.changeQuantity, {
    onSuccess: (changed) => {
      rememberShipment(changed);
      showSuccess(t('fulfilment.shortDone', { sku, done }));
      onClose();
    },
  });
  const text = t(done > 0 ? 'fulfilment.shortText' : 'fulfilment.shortNone', {
    ...{ sku, done, left, total: line.quantity },
  });
  return (
    <ConfirmDialog
      title={t('fulfilment.shortTitle', { sku })}
      text={text}
      confirm={t('fulfilment.short')}
      busy={change.isPending}
      onConfirm={() =>
        change.mutate({
          params: { id: shipment.id, lineId: line.id },
          body: { quantity: done, shouldUpdateOrderLine: 0 },
        })
      }
      onClose={onClose}
    />
  );
}
