import { api, type ClientShipmentRow, SHIPMENT_STATUSES } from '@longshore/contract';
import { useMemo } from 'react';
import { prefetch } from '../../lib/api.ts';
import { useText } from '../../lib/text/text.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import type { Column, ListFilter } from '../../ui/list/list-types.ts';
import { StatusPill } from '../../ui/status-pill.tsx';
import { shipmentPills } from '../orders/index.ts';
import { ShipDate } from './ship-date.tsx';
import { useDirection, useTrackingName } from './shipment-words.ts';
import css from './shipments.module.css';

const statusFilter: ListFilter = {
  name: 'status',
  label: 'shipments.status',
  options: Object.fromEntries(
    SHIPMENT_STATUSES.map((status) => [status, `orders.shipmentStatuses.${status}` as const]),
  ),
};

const lateFilter: ListFilter = { name: 'late', label: 'shipments.late', options: { 1: 'lists.yes', 0: 'lists.no' } };

function Status({ status }: { status: ClientShipmentRow['status'] }) {
  const t = useText();
  return <StatusPill status={shipmentPills[status]}>{t(`orders.shipmentStatuses.${status}`)}</StatusPill>;
}

function Tracked({ row: { tracked } }: { row: ClientShipmentRow }) {
  const nameOf = useTrackingName();
  return tracked ? nameOf(tracked) : <span className={css.muted}>–</span>;
}

function Waybill({ row: { waybill } }: { row: ClientShipmentRow }) {
  if (!waybill) return <span className={css.muted}>–</span>;
  return (
    <span className={css.waybill}>
      {waybill}
      <CopyButton value={waybill} />
    </span>
  );
}

const columns: Column<ClientShipmentRow>[] = [
  { field: 'id', header: 'shipments.id', width: 80, title: true },
  { field: 'reference', header: 'shipments.reference', width: 130 },
  { field: 'po', header: 'orders.po', width: 120, spare: true, narrow: 'hidden' },
  { field: 'courier', header: 'shipments.courier', width: 160, narrow: 'hidden' },
  { field: 'waybill', header: 'shipments.waybill', mono: true, render: (row) => <Waybill row={row} /> },
  {
    field: 'status',
    header: 'shipments.status',
    width: 130,
    narrow: 'end',
    render: ({ status }) => <Status status={status} />,
  },
  { field: 'tracked', header: 'orders.shipmentView.tracking', width: 110, render: (row) => <Tracked row={row} /> },
  { field: 'units', header: 'shipments.units', kind: 'number', width: 80, narrow: 'hidden' },
  {
    field: 'ship_date',
    header: 'shipments.shipDate',
    width: 140,
    render: ({ ship_date, status }) => <ShipDate day={ship_date} status={status} />,
  },
  { field: 'finished_date', header: 'shipments.finishedDate', kind: 'date', width: 116, narrow: 'hidden' },
];

/** Shipments of a client with their tracking, for its users; each opens the shipment as its order shows it. */
export function ClientShipmentList() {
  const t = useText();
  const direction = useDirection();
  const fixed = useMemo(() => ({ type: [direction] }), [direction]);
  const title = t(`navigation.ofClient.${direction}`);
  return (
    <ListScreen
      key={direction}
      endpoint={api.orders.shipments}
      fixed={fixed}
      title={title}
      crumbs={[{ label: t('shell.order') }, { label: title }]}
      columns={columns}
      rowHref={({ id, order_id }) => `/orders/${order_id}/shipment/${id}/view`}
      onRowHover={({ id, order_id }) => prefetch(api.orders.shipment, { params: { id: order_id, shipmentId: id } })}
      filters={[statusFilter, lateFilter]}
      searchPlaceholder="shipments.searchOfClient"
      emptyText={`shipments.noneOfClient.${direction}`}
    />
  );
}
