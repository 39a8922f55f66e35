import { api, type FulfilmentLine, type Shipment } from '@longshore/contract';
import { useState } from 'react';
import { useWrite } from '../../../lib/api.ts';
import { showSuccess } from '../../../lib/failure.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { rememberShipment } from '../shipment-cache.ts';
import { leftOf } from './fulfil-scans.ts';

const VoidDialog = lazyPart(() => import('../void-dialog.tsx'));

interface ReportShortProps {
  shipment: Shipment;
  line: FulfilmentLine;
  onClose: () => void;
}

/** A shipment has units: when nothing of its only line is there, it is voided instead. */
export function ReportShort(props: ReportShortProps) {
  const { shipment, line, onClose } = props;
  const isAll = shipment.shipment_lines.every(
    ({ id, quantity, fulfilled }) => quantity === 0 || (id === line.id && fulfilled === 0),
  );
  return isAll ? <NothingThere shipment={shipment} line={line} onClose={onClose} /> : <LowerLine {...props} />;
}

function NothingThere({ shipment, line, onClose }: ReportShortProps) {
  const t = useText();
  const { can } = useSession();
  const [isVoiding, setVoiding] = useState(false);
  if (isVoiding) return <VoidDialog shipment={shipment} onClose={onClose} />;
  const { sku } = line.inventory;
  const mayVoid = can(api.shipments.void.access);
  return (
    <ConfirmDialog
      title={t('fulfilment.shortTitle', { sku })}
      text={t('fulfilment.shortAll', { sku })}
      confirm={t(mayVoid ? 'shipments.void.confirm' : 'common.close')}
      danger={mayVoid}
      onConfirm={() => (mayVoid ? setVoiding(true) : onClose())}
      onClose={onClose}
    />
  );
}

/** Lowers a line to what is fulfilled of it: the goods are not there, and the rest is left over in the order. */
function LowerLine({ shipment, line, onClose }: ReportShortProps) {
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
    sku,
    done,
    left,
    total: line.quantity,
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
