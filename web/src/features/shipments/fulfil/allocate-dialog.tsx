import { type Allocation, api, isShipmentEventAllowed, type Pick, type Shipment } from '@longshore/contract';
import { Button } from '@mantine/core';
import { remember, useRead, useWrite } from '../../../lib/api.ts';
import { showSuccess } from '../../../lib/failure.ts';
import { useFormat } from '../../../lib/format.ts';
import { translateReason, useText } from '../../../lib/text/text.ts';
import { LineTable, TwoLines } from '../../../ui/detail/line-table.tsx';
import { Loaded } from '../../../ui/detail/loaded.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { focusWhenShown } from '../../../ui/focus-when-shown.ts';
import { Mono } from '../../../ui/mono.tsx';
import css from './fulfil.module.css';
import { Shortage } from './quick-fulfil-dialog.tsx';

interface AllocateProps {
  shipment: Shipment;
  onClose: () => void;
}

/** The bins and lots that the picking ticket prints, each with the reason why it was chosen. */
export default function AllocateDialog({ shipment, onClose }: AllocateProps) {
  const t = useText();
  const format = useFormat();
  const params = { id: shipment.id };
  const read = useRead(api.shipments.allocation, { params });
  const allocate = useWrite(api.shipments.allocate, {
    onSuccess: (stored) => {
      remember(api.shipments.allocation, { params }, stored);
      showSuccess(t('fulfilment.allocate.done', { id: shipment.id }));
    },
  });
  return (
    <Dialog title={t('fulfilment.allocate.title', { id: shipment.id })} size={760} onClose={onClose}>
      <p className={css.hint}>{t('fulfilment.allocate.hint')}</p>
      <Loaded read={read} inPage backTo={`/f/${shipment.direction}/${shipment.id}`}>
        {(allocation) => (
          <>
            <Picks allocation={allocation} />
            <div className={css.foot}>
              <span className={css.footNote}>
                {allocation.stored_at &&
                  t('fulfilment.allocate.storedAt', { time: format.short(allocation.stored_at) })}
              </span>
              <Button variant="default" onClick={onClose}>
                {t('common.close')}
              </Button>
              {isShipmentEventAllowed(shipment.status, 'allocate') && (
                <Button ref={focusWhenShown} disabled={allocate.isPending} onClick={() => allocate.mutate({ params })}>
                  {t(allocation.stored_at ? 'fulfilment.allocate.again' : 'fulfilment.allocate.run')}
                </Button>
              )}
            </div>
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

function Picks({ allocation }: { allocation: Allocation }) {
  const t = useText();
  const format = useFormat();
  if (allocation.picks.length === 0 && allocation.short.length === 0)
    return <EmptyState title={t('fulfilment.allocate.none')} />;
  const whereOf = ({ location, license }: Pick) => (
    <TwoLines
      first={location ? <Mono>{location}</Mono> : t('fulfilment.nowhere')}
      second={license ? <Mono>{license}</Mono> : t('fulfilment.heldNoPlate')}
    />
  );
  return (
    <>
      <LineTable
        label={t('fulfilment.allocate.action')}
        rows={allocation.picks}
        rowKey={({ line_id, license_id, lot_id }) => `${line_id} ${license_id} ${lot_id}`}
        columns={[
          {
            header: 'fulfilment.quick.item',
            render: ({ sku, name }) => <TwoLines first={<Mono>{sku}</Mono>} second={name} />,
          },
          { header: 'fulfilment.at', render: whereOf },
          {
            header: 'fulfilment.quick.lot',
            render: ({ lot, expire }) =>
              lot ? <TwoLines first={<Mono>{lot}</Mono>} second={expire && format.date(expire)} /> : '–',
          },
          {
            header: 'fulfilment.quick.reason',
            long: true,
            render: ({ reason, reason_key }) => (
              <span className={css.reason}>{translateReason(t, reason_key, reason)}</span>
            ),
          },
          { header: 'fulfilment.quick.quantity', right: true, render: ({ quantity }) => format.number(quantity) },
        ]}
      />
      <Shortage proposal={allocation} />
    </>
  );
}
