import {
  api,
  type Direction,
  isShipmentEventAllowed,
  type ListQuery,
  ORDER_STATUSES,
  SHIPMENT_STATUSES,
  type ShipmentRow,
} from '@longshore/contract';
import { Button, Tooltip } from '@mantine/core';
import { IconArrowsExchange, IconCheck, IconChecks, IconLock, IconSend, IconTag } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { type ComponentType, useMemo, useState } from 'react';
import { call, prefetch, saveDownload } from '../../lib/api.ts';
import { dayOf, useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { ConditionLabels } from '../../ui/list/conditions.ts';
import { queryOf, segmentOf } from '../../ui/list/list-rules.ts';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import type { Column, ListExport, ListFilter } from '../../ui/list/list-types.ts';
import { RouteLink } from '../../ui/route-link.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { Waterline } from '../../ui/waterline.tsx';
import { orderPills, shipmentPills } from '../orders/index.ts';
import { shipmentPath, useClientFilter } from '../records/index.ts';
import { FinishDialog } from './finish-dialog.tsx';
import { PrintJobs } from './print-jobs.tsx';
import { PrintMenu } from './print-menu.tsx';
import { ShipDate } from './ship-date.tsx';
import { hasBatchFinish } from './shipment-rules.ts';
import { CLIENT_SHOWN, COURIER_SHOWN, cut, shipmentsPath, useDirection } from './shipment-words.ts';
import css from './shipments.module.css';

const conditionLabels: ConditionLabels = {
  pt_number: 'shipments.ptNumber',
  waybill: 'shipments.waybill',
  attr_1: 'shipments.attr_1',
  cancel_date: 'shipments.cancelDate',
  finished_date: 'shipments.finishedDate',
  carton_count: 'shipments.cartonCount',
  packed: 'shipments.packed',
  'order.reference': 'shipments.conditions.orderReference',
  'order.po': 'shipments.conditions.orderPo',
  'order.type': 'shipments.conditions.orderType',
  'lines.sku': 'shipments.conditions.lineSku',
  'lines.name': 'shipments.conditions.lineName',
  'relation.name': 'shipments.conditions.relationName',
  'relation.account': 'shipments.conditions.relationAccount',
  'courier.name': 'shipments.conditions.courierName',
  'shipping_addr.company': 'shipments.conditions.shipCompany',
  'shipping_addr.city': 'shipments.conditions.shipCity',
  'shipping_addr.state_code': 'shipments.conditions.shipState',
  'shipping_addr.postal_code': 'shipments.conditions.shipPostal',
  'shipping_addr.country_code': 'shipments.conditions.shipCountry',
};

const StationDialog = lazyPart(() => import('./station-dialog.tsx'));

const statusFilter: ListFilter = {
  name: 'status',
  label: 'shipments.status',
  options: Object.fromEntries(
    SHIPMENT_STATUSES.map((status) => [status, `orders.shipmentStatuses.${status}` as const]),
  ),
};
const billedFilter: ListFilter = {
  name: 'billed',
  label: 'shipments.billed',
  options: { 0: 'lists.no', 1: 'lists.yes' },
};

const lateFilter: ListFilter = { name: 'late', label: 'shipments.late', options: { 1: 'lists.yes', 0: 'lists.no' } };
/** Only for what leaves the warehouse. */
const lacksLabelsFilter: ListFilter = {
  name: 'lacks_labels',
  label: 'shipments.lacksLabels',
  options: { 1: 'lists.yes', 0: 'lists.no' },
};
const heldFilter: ListFilter = { name: 'held', label: 'shipments.held', options: { 1: 'lists.yes', 0: 'lists.no' } };

function Reference({ row }: { row: ShipmentRow }) {
  const t = useText();
  if (!row.fba_shipment_id) return row.reference || <span className={css.muted}>–</span>;
  const exists = row.exist_in_fba === 1;
  return (
    <>
      <span
        className={css.fba}
        data-exists={exists}
        role="img"
        aria-label={t(exists ? 'shipments.existsInFba' : 'shipments.missingInFba')}
      />
      {row.fba_shipment_id}
    </>
  );
}

/** The shipment's own status, and beside it that of its order. */
function Status({ row: { status, order_status } }: { row: ShipmentRow }) {
  const t = useText();
  const known = ORDER_STATUSES.find((one) => one === order_status);
  return (
    <span className={css.statuses}>
      <StatusPill status={shipmentPills[status]}>{t(`orders.shipmentStatuses.${status}`)}</StatusPill>
      {known && (
        <span className={css.ofOrder} title={t('shipments.ofOrder', { status: t(`orders.statuses.${known}`) })}>
          {t(`orders.statuses.${known}`)}
        </span>
      )}
    </span>
  );
}

function OrderStatus({ row: { order_status } }: { row: ShipmentRow }) {
  const t = useText();
  const status = ORDER_STATUSES.find((known) => known === order_status);
  return status && <StatusPill status={orderPills[status]}>{t(`orders.statuses.${status}`)}</StatusPill>;
}

/** Units fulfilled of all units, with their bar, and whether somebody is at it. */
function Progress({ row: { fulfilled, units, status, locked_by } }: { row: ShipmentRow }) {
  const t = useText();
  const format = useFormat();
  const held = locked_by && t('shipments.heldBy', { name: locked_by });
  const text = t('shipments.fulfilledOf', { done: format.number(fulfilled), total: format.number(units) });
  return (
    <span className={css.progress}>
      <span className={css.progressText}>
        {text}
        {held && (
          <Tooltip label={held}>
            <IconLock className={css.lock} size={14} stroke={1.7} role="img" aria-label={held} />
          </Tooltip>
        )}
      </span>
      <Waterline
        done={fulfilled}
        total={units}
        label={t('shipments.fulfilled')}
        tone={status === 'In Warehouse' ? 'accent' : 'good'}
      />
    </span>
  );
}

function StationCheck({ row: { ss_order_id } }: { row: ShipmentRow }) {
  const t = useText();
  if (!ss_order_id) return <span className={css.muted}>–</span>;
  return (
    <IconCheck className={css.good} size={16} stroke={1.7} role="img" aria-label={t('shipments.inShippingStation')} />
  );
}

const columns: Column<ShipmentRow>[] = [
  { field: 'id', header: 'shipments.id', width: 64, title: true },
  {
    field: 'reference',
    header: 'shipments.reference',
    width: 104,
    render: (row) => <Reference row={row} />,
    copied: ({ fba_shipment_id, reference }) => fba_shipment_id || reference,
  },
  {
    field: 'client',
    header: 'shipments.client',
    width: 114,
    render: ({ client }) => cut(client, CLIENT_SHOWN),
    tip: ({ client }) => (cut(client, CLIENT_SHOWN) === client ? '' : client),
    copied: ({ client }) => client,
  },
  {
    field: 'courier',
    header: 'shipments.courier',
    width: 120,
    spare: true,
    render: ({ courier }) => cut(courier, COURIER_SHOWN) || <span className={css.muted}>–</span>,
    tip: ({ courier }) => (cut(courier, COURIER_SHOWN) === courier ? '' : courier),
    copied: ({ courier }) => courier,
  },
  {
    field: 'status',
    header: 'shipments.status',
    width: 200,
    narrow: 'end',
    render: (row) => <Status row={row} />,
  },
  { field: 'fulfilled', header: 'shipments.fulfilled', width: 90, render: (row) => <Progress row={row} /> },
  {
    field: 'ship_date',
    header: 'shipments.shipDate',
    width: 146,
    render: ({ ship_date, status }) => <ShipDate day={ship_date} status={status} />,
  },
  { field: 'print_count', header: 'shipments.printCount', kind: 'number', width: 70, spare: true, narrow: 'hidden' },
  {
    field: 'ss_order_id',
    header: 'shipments.shippingStation',
    width: 54,
    spare: true,
    narrow: 'hidden',
    render: (row) => <StationCheck row={row} />,
  },
  { field: 'country_code', header: 'shipments.country', width: 66, spare: true, narrow: 'hidden' },
  {
    field: 'order_status',
    header: 'shipments.orderStatus',
    width: 118,
    spare: 'everywhere',
    narrow: 'hidden',
    render: (row) => <OrderStatus row={row} />,
  },
  { field: 'created_at', header: 'shipments.createdAt', kind: 'date', width: 104, narrow: 'hidden' },
];

/** Waybills and costs of the listed shipments, for a spreadsheet or a partner. */
const trackingFile = (timezone: string): ListExport => ({
  label: 'shipments.trackingCsv',
  save: async (query) => {
    const text = await call(api.shipments.trackingSheet, { query });
    // Without the byte-order mark a spreadsheet program reads other letters than ASCII wrongly.
    const blob = new Blob([`\uFEFF${text}`], { type: 'text/csv;charset=utf-8' });
    saveDownload({ blob, fileName: `Tracking-${dayOf(new Date(), timezone)}.csv` });
  },
});

/** Open work: what is not finished, that with the earliest ship date first, so that what is late is on top. */
const OPEN = SHIPMENT_STATUSES.filter((status) => status !== 'Finished');
const onlyOpen = (query: ListQuery): ListQuery => ({
  ...query,
  on_page: 1,
  order_by: { ship_date: 'asc' },
  filter_by: { ...query.filter_by, status: [...OPEN] },
});
const addressOf = (direction: Direction, query: ListQuery) =>
  `${shipmentsPath(direction)}/${encodeURIComponent(segmentOf(query))}`;

const filtersOf = (direction: Direction, clientFilter: ListFilter): ListFilter[] => {
  const ofLabels = direction === 'outbound' ? [lacksLabelsFilter] : [];
  return [statusFilter, lateFilter, heldFilter, ...ofLabels, billedFilter, clientFilter];
};

/** What later modules add to the list. */
export interface ShipmentListSlots {
  BuyLabels: ComponentType<{
    shipments: readonly ShipmentRow[];
    others: number;
    onFinish?: ((ids: readonly number[]) => void) | undefined;
    onClose: () => void;
  }>;
}

/** Of the selected ones: those that it can be done with, and how many others there are. */
interface Chosen {
  shipments: readonly ShipmentRow[];
  others: number;
}

export function ShipmentList({ slots: { BuyLabels } }: { slots: ShipmentListSlots }) {
  const t = useText();
  const direction = useDirection();
  const { can, preferences } = useSession();
  const params: { query?: string } = useParams({ strict: false });
  const query = queryOf(params.query ?? '');
  const fixed = useMemo(() => ({ type: [direction] }), [direction]);
  const clientFilter = useClientFilter('shipments.client');
  const [finishing, setFinishing] = useState<Chosen>();
  const [labelling, setLabelling] = useState<Chosen>();
  const [sending, setSending] = useState<Chosen>();
  const title = t(`navigation.shipments.${direction}`);
  const mayFinish = can(api.shipments.finishMany.access) && hasBatchFinish(preferences);
  const finishLabelled =
    ({ shipments }: Chosen) =>
    (ids: readonly number[]) => {
      setLabelling(undefined);
      setFinishing({ shipments: shipments.filter(({ id }) => ids.includes(id)), others: 0 });
    };
  return (
    <>
      <ListScreen
        key={direction}
        endpoint={api.shipments.list}
        fixed={fixed}
        title={title}
        crumbs={[{ label: t('shipments.all') }, { label: title }]}
        columns={columns}
        conditionLabels={conditionLabels}
        isFilterBeta
        rowHref={({ id }) => shipmentPath(direction, id)}
        onRowHover={({ id }) => prefetch(api.shipments.get, { params: { id } })}
        filters={filtersOf(direction, clientFilter)}
        savedFilterPage="Shipment"
        searchPlaceholder="shipments.search"
        emptyText={`shipments.noneYet.${direction}`}
        exports={[trackingFile(preferences.timezone)]}
        bulk={{
          more: (rows) => (
            <PrintMenu
              ids={rows.map(({ id }) => id)}
              direction={direction}
              packed={rows.every(({ packed }) => packed === 1)}
              cartons={rows.reduce((sum, { carton_count }) => sum + carton_count, 0)}
            />
          ),
          kinds: [
            { label: 'shipments.selectInWarehouse', has: ({ status }) => status === 'In Warehouse' },
            { label: 'shipments.selectReady', has: ({ status }) => status === 'Ready' },
          ],
          actions: [
            ...(mayFinish
              ? [
                  {
                    label: (count: number) => t('shipments.finish.action', { count }),
                    icon: <IconChecks size={16} stroke={1.7} />,
                    appliesTo: ({ status }: ShipmentRow) => isShipmentEventAllowed(status, 'finish'),
                    run: (shipments: readonly ShipmentRow[], others: readonly ShipmentRow[]) =>
                      setFinishing({ shipments, others: others.length }),
                  },
                ]
              : []),
            ...(can(api.labels.buyMany.access) && direction === 'outbound'
              ? [
                  {
                    label: (count: number) => t('labels.batch.action', { count }),
                    icon: <IconTag size={16} stroke={1.7} />,
                    appliesTo: ({ packed, status }: ShipmentRow) => packed === 1 && status !== 'Finished',
                    run: (shipments: readonly ShipmentRow[], others: readonly ShipmentRow[]) =>
                      setLabelling({ shipments, others: others.length }),
                  },
                ]
              : []),
            ...(can(api.station.pushMany.access) && direction === 'outbound'
              ? [
                  {
                    label: (count: number) => t('station.batch.action', { count }),
                    icon: <IconSend size={16} stroke={1.7} />,
                    appliesTo: ({ status }: ShipmentRow) => isShipmentEventAllowed(status, 'prepare'),
                    run: (shipments: readonly ShipmentRow[], others: readonly ShipmentRow[]) =>
                      setSending({ shipments, others: others.length }),
                  },
                ]
              : []),
          ],
        }}
        viewSwitch={
          <>
            <PrintJobs list={direction} />
            {/* Removing the filter of the status shows all again. */}
            {!query.filter_by?.status && (
              <Button
                variant="subtle"
                size="sm"
                leftSection={<IconArrowsExchange size={16} stroke={1.7} />}
                component={RouteLink}
                href={addressOf(direction, onlyOpen(query))}
              >
                {t('shipments.showOpen')}
              </Button>
            )}
          </>
        }
      />
      {finishing && <FinishDialog {...finishing} onClose={() => setFinishing(undefined)} />}
      {labelling && (
        <BuyLabels
          {...labelling}
          onFinish={mayFinish ? finishLabelled(labelling) : undefined}
          onClose={() => setLabelling(undefined)}
        />
      )}
      {sending && <StationDialog {...sending} onClose={() => setSending(undefined)} />}
    </>
  );
}
