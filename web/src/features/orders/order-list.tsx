import {
  api,
  BASIC_PER_PAGE,
  isAllowed,
  type ListQuery,
  ORDER_STATUSES,
  type OrderRow,
  type OrderType,
  orderFields,
  relationDisplayName,
  relationTypeOf,
  SHIPMENT_STATUSES,
} from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconArrowsExchange, IconStack2, IconStarFilled } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { prefetch } from '../../lib/api.ts';
import { useOpenedClient, useSession } from '../../lib/session.ts';
import { type PlainKey, useText } from '../../lib/text/text.ts';
import { columnsOf } from '../../ui/fields.ts';
import type { ConditionLabels } from '../../ui/list/conditions.ts';
import { queryOf, segmentOf } from '../../ui/list/list-rules.ts';
import { ListScreen } from '../../ui/list/list-screen.tsx';
import type { Column, ListFilter } from '../../ui/list/list-types.ts';
import { RouteLink } from '../../ui/route-link.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { BatchDialog } from './batch-dialog.tsx';
import {
  orderLabels,
  orderPath,
  orderPills,
  ordersPath,
  relationLabel,
  shipmentPills,
  stateOf,
  useAddressText,
  useOrderType,
} from './order-words.ts';
import css from './orders.module.css';

const conditionLabelsOf = (type: OrderType): ConditionLabels => ({
  ...orderLabels,
  source: 'orders.source',
  created_at: 'orders.createdAt',
  updated_at: 'orders.updatedAt',
  'lines.sku': 'orders.conditions.lineSku',
  'lines.name': 'orders.conditions.lineName',
  'relation.name': `orders.conditions.${relationTypeOf(type)}.name`,
  'relation.account': `orders.conditions.${relationTypeOf(type)}.account`,
  'relation.email': `orders.conditions.${relationTypeOf(type)}.email`,
  'shipping_address.company': 'orders.conditions.shipCompany',
  'shipping_address.contact': 'orders.conditions.shipContact',
  'shipping_address.city': 'orders.conditions.shipCity',
  'shipping_address.state_code': 'orders.conditions.shipState',
  'shipping_address.postal_code': 'orders.conditions.shipPostal',
  'shipping_address.country_code': 'orders.conditions.shipCountry',
  'billing_address.company': 'orders.conditions.billCompany',
  'billing_address.contact': 'orders.conditions.billContact',
  'billing_address.city': 'orders.conditions.billCity',
  'billing_address.state_code': 'orders.conditions.billState',
  'billing_address.postal_code': 'orders.conditions.billPostal',
  'billing_address.country_code': 'orders.conditions.billCountry',
  'shipments.id': 'orders.conditions.shipmentId',
  'shipments.status': 'orders.conditions.shipmentStatus',
  'shipments.ship_date': 'orders.conditions.shipmentShipDate',
  'shipments.waybill': 'orders.conditions.shipmentWaybill',
});

const statusFilter: ListFilter = {
  name: 'status',
  label: 'orders.status',
  options: Object.fromEntries(ORDER_STATUSES.map((status) => [status, `orders.statuses.${status}` as const])),
};

const backOrderFilter: ListFilter = {
  name: 'bo',
  label: 'orders.backOrder',
  options: { 1: 'lists.yes', 0: 'lists.no' },
};

/** A star with a name for those who do not see it. */
function Star({ on, tone, name }: { on: boolean; tone: 'warn' | 'good'; name: PlainKey }) {
  const t = useText();
  return on ? <IconStarFilled className={css.star} data-tone={tone} size={14} role="img" aria-label={t(name)} /> : null;
}

function OrderStatusPill({ status }: Pick<OrderRow, 'status'>) {
  const t = useText();
  return <StatusPill status={orderPills[status]}>{t(`orders.statuses.${status}`)}</StatusPill>;
}

/** The least advanced shipment of the order. */
function WarehouseStatus({ wh_status }: Pick<OrderRow, 'wh_status'>) {
  const t = useText();
  const status = SHIPMENT_STATUSES.find((known) => known === wh_status);
  if (!status) return <span className={css.muted}>–</span>;
  return <StatusPill status={shipmentPills[status]}>{t(`orders.shipmentStatuses.${status}`)}</StatusPill>;
}

function useColumns(type: OrderType): Column<OrderRow>[] {
  const { preferences } = useSession();
  const { line, whole } = useAddressText();
  const showsWarehouse = preferences.brt_fulfillment_status_in_order_list_bool;
  return [
    {
      field: 'relation_name',
      header: relationLabel(type),
      render: ({ relation, source }) => relationDisplayName(relation.name, source.source),
    },
    { field: 'reference', header: 'orders.reference', width: 120, title: true },
    {
      field: 'shipping_address',
      header: 'orders.address',
      spare: true,
      narrow: 'hidden',
      render: ({ shipping_address }) => line(shipping_address) || <span className={css.muted}>–</span>,
      tip: ({ shipping_address }) => whole(shipping_address),
      copied: ({ shipping_address }) => whole(shipping_address),
    },
    ...Object.values(columnsOf(orderFields)),
    ...(showsWarehouse
      ? [
          {
            field: 'wh_status' as const,
            header: 'orders.whStatus' as const,
            width: 124,
            render: (row: OrderRow) => <WarehouseStatus {...row} />,
          },
        ]
      : []),
    {
      field: 'status',
      header: 'orders.status',
      width: 118,
      narrow: 'end',
      render: ({ status }) => <OrderStatusPill status={status} />,
    },
    {
      field: 'bo',
      header: 'orders.backOrder',
      width: 46,
      render: ({ bo }) => <Star on={bo === 1} tone="warn" name="orders.isBackOrdered" />,
    },
    {
      field: 'fulfill_status',
      header: 'orders.stock',
      width: 62,
      render: ({ fulfill_status }) => (
        <Star on={fulfill_status.can_process === 1} tone="good" name="orders.hasEnoughStock" />
      ),
    },
    { field: 'created_at', header: 'orders.createdAt', kind: 'date', width: 132, spare: true, narrow: 'hidden' },
    { field: 'updated_at', header: 'orders.updatedAt', kind: 'date', width: 134, narrow: 'hidden' },
  ];
}

/** The basic view has no conditions: switching to it drops them. */
const toBasicView = ({ query: _, advanced: __, per_page: ___, ...rest }: ListQuery): ListQuery => ({
  ...rest,
  on_page: 1,
});
const toAdvancedView = ({ per_page: _, ...rest }: ListQuery): ListQuery => ({ ...rest, on_page: 1, advanced: true });

const addressOf = (type: OrderType, query: ListQuery, after: string) =>
  `${ordersPath(type)}/${encodeURIComponent(segmentOf(query))}${after}`;

export const OrderList = () => <Orders />;
export const BasicOrderList = () => <Orders isBasic />;

function Orders({ isBasic = false }: { isBasic?: boolean }) {
  const type = useOrderType();
  const t = useText();
  const { can } = useSession();
  const opened = useOpenedClient();
  const params: { query?: string } = useParams({ strict: false });
  const query = queryOf(params.query ?? '');
  // The basic view could neither show nor change conditions of a saved filter.
  const advanced = !isBasic || Boolean(query.advanced) || Boolean(query.query?.length);
  const columns = useColumns(type);
  const conditionLabels = useMemo(() => conditionLabelsOf(type), [type]);
  const fixed = useMemo(() => ({ type: [type] }), [type]);
  const [batch, setBatch] = useState<readonly OrderRow[]>();
  const mayWrite = can(api.orders.create.access);
  const view = t(advanced ? 'orders.advancedView' : 'orders.basicView');
  return (
    <>
      <ListScreen
        key={`${type} ${advanced}`}
        endpoint={api.orders.list}
        fixed={fixed}
        {...(advanced ? { conditionLabels } : { perPage: BASIC_PER_PAGE, withoutConditions: true })}
        title={t(`navigation.orders.${type}`)}
        crumbs={[{ label: t('orders.all') }, { label: t(`navigation.orders.${type}`) }, { label: view }]}
        columns={columns}
        rowHref={({ id }) => orderPath(type, id, 'view')}
        onRowHover={({ id }) => prefetch(api.orders.get, { params: { id } })}
        filters={[statusFilter, backOrderFilter]}
        isFilterBeta
        defaultCondition="lines.sku"
        savedFilterPage="Order"
        searchPlaceholder="orders.search"
        emptyText={`orders.types.${type}.noneYet`}
        create={mayWrite ? { href: orderPath(type, 'new', 'edit'), label: `orders.types.${type}.create` } : undefined}
        import={mayWrite ? { type: 'Order', title: t('orders.import'), clientId: opened.client_id } : undefined}
        {...(can(api.orders.process.access)
          ? {
              bulk: {
                selectable: (row: OrderRow) => isAllowed(stateOf(row), 'ship'),
                actions: [
                  {
                    label: (count: number) => t('orders.batch.process', { count }),
                    icon: <IconStack2 size={16} stroke={1.7} />,
                    run: (rows: OrderRow[]) => setBatch(rows),
                  },
                ],
              },
            }
          : {})}
        viewSwitch={
          <Button
            variant="subtle"
            size="sm"
            leftSection={<IconArrowsExchange size={16} stroke={1.7} />}
            component={RouteLink}
            href={advanced ? addressOf(type, toBasicView(query), '/basic') : addressOf(type, toAdvancedView(query), '')}
          >
            {t(advanced ? 'orders.basicView' : 'orders.advancedView')}
          </Button>
        }
      />
      {batch && <BatchDialog orders={batch} onClose={() => setBatch(undefined)} />}
    </>
  );
}
