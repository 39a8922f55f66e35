import { api, type Fulfillment, type FulfilmentLine, NO_LICENSE, NO_LOT, type Shipment } from '@longshore/contract';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { refresh, useWrite } from '../../lib/api.ts';
import { showSuccess } from '../../lib/failure.ts';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Section } from '../../ui/detail/detail-page.tsx';
import { type LineColumn, LineTable } from '../../ui/detail/line-table.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Mono } from '../../ui/mono.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Waterline } from '../../ui/waterline.tsx';
import { LineItem } from '../orders/index.ts';
import { rememberShipment } from './shipment-cache.ts';
import { progressOf } from './shipment-rules.ts';
import css from './shipments.module.css';
import { useShipmentRules } from './use-shipment-rules.ts';

const QuantityDialog = lazyPart(() => import('./quantity-dialog.tsx'));

/** The lines with what was taken or received for each, and from or to where. */
export function ShipmentLines({ shipment, currentId }: { shipment: Shipment; currentId: number | undefined }) {
  const t = useText();
  const { can } = useSession();
  const rules = useShipmentRules(shipment);
  const columns = useLineColumns(shipment);
  const [changed, setChanged] = useState<FulfilmentLine | 'first'>();
  const lines = shipment.shipment_lines;
  const mayChange = rules.button('changeQuantity') && can(api.shipments.changeQuantity.access);
  const change = (line: FulfilmentLine) => (
    <ActionIcon
      size="sm"
      aria-label={t('shipments.quantity.of', { sku: line.inventory.sku })}
      onClick={() => setChanged(line)}
    >
      <IconPencil size={16} stroke={1.7} />
    </ActionIcon>
  );
  return (
    <Section
      title={t('shipments.view.lines')}
      count={lines.length}
      action={<LinesHead shipment={shipment} onChange={mayChange ? () => setChanged('first') : undefined} />}
    >
      <LineTable
        label={t('shipments.view.lines')}
        rows={lines}
        rowKey={({ id }) => id}
        columns={columns}
        actions={mayChange ? change : undefined}
        isCurrent={({ id }) => id === currentId}
      />
      {changed && (
        <QuantityDialog
          shipment={shipment}
          line={changed === 'first' ? lines[0] : changed}
          onClose={() => setChanged(undefined)}
        />
      )}
    </Section>
  );
}

/** How much of the shipment is done, and the button that changes quantities. */
function LinesHead({ shipment, onChange }: { shipment: Shipment; onChange: (() => void) | undefined }) {
  const t = useText();
  const format = useFormat();
  const { units, fulfilled } = progressOf(shipment);
  return (
    <div className={css.linesHead}>
      <span>{t('shipments.view.unitsFulfilled', { done: format.number(fulfilled), total: format.number(units) })}</span>
      <span className={css.unitsBar}>
        <Waterline
          done={fulfilled}
          total={units}
          label={t('shipments.fulfilled')}
          tone={fulfilled === units ? 'good' : 'accent'}
        />
      </span>
      {onChange && (
        <Button variant="subtle" size="xs" onClick={onChange}>
          {t('shipments.quantity.action')}
        </Button>
      )}
    </div>
  );
}

function useLineColumns(shipment: Shipment): LineColumn<FulfilmentLine>[] {
  const t = useText();
  const format = useFormat();
  return [
    {
      header: 'shipments.view.item',
      total: t('shipments.view.totalUnits'),
      // What is on the shelf; an order may name it differently on documents.
      render: ({ order_line, inventory: { sku, name }, inventory_id }) => (
        <LineItem line={{ ...order_line, sku, name, inventory_id }} />
      ),
    },
    {
      header: 'shipments.view.upc',
      noWrap: true,
      render: ({ inventory, order_line }) => (
        <>
          {inventory.upc ? <Mono>{inventory.upc}</Mono> : <span className={css.muted}>–</span>}
          <span className={css.second}>{order_line.uom}</span>
        </>
      ),
    },
    {
      header: shipment.direction === 'outbound' ? 'shipments.view.takenFrom' : 'shipments.view.putTo',
      render: (line) => <Fulfilments shipment={shipment} line={line} />,
    },
    {
      header: 'shipments.fulfilled',
      right: true,
      width: 120,
      total: format.number(progressOf(shipment).units),
      render: (line) => <LineProgress line={line} />,
    },
  ];
}

function LineProgress({ line }: { line: FulfilmentLine }) {
  const t = useText();
  const format = useFormat();
  const done = line.fulfilled;
  const isDone = done === line.quantity;
  return (
    <span className={css.lineProgress} data-done={isDone || undefined}>
      <span>
        {isDone && <IconCheck size={14} stroke={2} aria-hidden />}
        {t('shipments.fulfilledOf', { done: format.number(done), total: format.number(line.quantity) })}
      </span>
      <Waterline done={done} total={line.quantity} label={t('shipments.fulfilled')} tone={isDone ? 'good' : 'accent'} />
    </span>
  );
}

/** Each place that units of the line were taken from or put to. */
function Fulfilments({ shipment, line }: { shipment: Shipment; line: FulfilmentLine }) {
  const t = useText();
  const { can } = useSession();
  const rules = useShipmentRules(shipment);
  const [removed, setRemoved] = useState<Fulfillment>();
  const mayRemove = rules.button('unfulfil') && can(api.shipments.unfulfil.access);
  if (line.fulfillments.length === 0) return <span className={css.notStarted}>{t('shipments.view.notStarted')}</span>;
  return (
    <>
      <ul className={css.fulfilments}>
        {line.fulfillments.map((fulfilment) => (
          <li key={fulfilment.id}>
            <FulfilmentText shipment={shipment} fulfilment={fulfilment} />
            {mayRemove && (
              <Tooltip label={t('shipments.view.remove')}>
                <ActionIcon
                  size="sm"
                  aria-label={`${t('shipments.view.remove')}: ${line.inventory.sku}, ${fulfilment.quantity}`}
                  onClick={() => setRemoved(fulfilment)}
                >
                  <IconX size={14} stroke={1.7} />
                </ActionIcon>
              </Tooltip>
            )}
          </li>
        ))}
      </ul>
      {removed && (
        <RemoveDialog shipment={shipment} line={line} fulfilment={removed} onClose={() => setRemoved(undefined)} />
      )}
    </>
  );
}

/** Plate, bin and units; below them lot, serial number and reference. */
function FulfilmentText({ shipment, fulfilment }: { shipment: Shipment; fulfilment: Fulfillment }) {
  const t = useText();
  const format = useFormat();
  const { licenses, lots, serials, location, quarantine, reason, reference, quantity } = fulfilment;
  const plate = licenses.license === NO_LICENSE ? '' : licenses.license;
  const lot = lots.lot === NO_LOT ? '' : lots.lot;
  const count = format.number(quantity);
  const details = [
    t(shipment.direction === 'outbound' ? 'shipments.view.took' : 'shipments.view.put', { count }),
    [lot, lots.expire && format.date(lots.expire)].filter(Boolean).join(', '),
    serials.lead && t('shipments.view.serial', { lead: serials.lead }),
    reference,
    quarantine ? reason : '',
  ].filter(Boolean);
  return (
    <span>
      <span className={css.place}>
        {plate ? <Mono>{plate}</Mono> : <span className={css.muted}>{t('shipments.view.noPlate')}</span>}
        {location && <Mono>{location}</Mono>}
        {quarantine === 1 && <Tag tone="caution">{t('shipments.view.quarantined')}</Tag>}
      </span>
      <span className={css.second}>{details.join(' · ')}</span>
    </span>
  );
}

interface RemoveProps {
  shipment: Shipment;
  line: FulfilmentLine;
  fulfilment: Fulfillment;
  onClose: () => void;
}

function RemoveDialog({ shipment, line, fulfilment, onClose }: RemoveProps) {
  const t = useText();
  const { sku } = line.inventory;
  const remove = useWrite(api.shipments.unfulfil, {
    onSuccess: (changed) => {
      rememberShipment(changed);
      showSuccess(t('shipments.view.removed', { sku }));
      onClose();
    },
    onFailure: () => {
      void refresh(api.shipments.get, { params: { id: shipment.id } });
      onClose();
      return undefined;
    },
  });
  const params = { id: shipment.id, lineId: line.id, fulfillId: fulfilment.id };
  return (
    <ConfirmDialog
      title={t('shipments.view.removeTitle', { sku })}
      text={t(shipment.direction === 'outbound' ? 'shipments.view.removeOutbound' : 'shipments.view.removeInbound', {
        count: fulfilment.quantity,
      })}
      confirm={t('shipments.view.removeConfirm')}
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ params })}
      onClose={onClose}
    />
  );
}
