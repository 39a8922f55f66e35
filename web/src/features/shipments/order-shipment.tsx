import { api, directionOf, ORDER_TYPES, type OrderShipment, type ShipmentLine } from '@longshore/contract';
import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useRead } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { DetailPage, Section } from '../../ui/detail/detail-page.tsx';
import { type Fact, Facts } from '../../ui/detail/facts.tsx';
import { type LineColumn, LineTable } from '../../ui/detail/line-table.tsx';
import { Loaded } from '../../ui/detail/loaded.tsx';
import { countryName } from '../../ui/form/countries.ts';
import { listAddress } from '../../ui/list/list-address.ts';
import { RouteLink } from '../../ui/route-link.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { goodsAddressLabel, LineItem, orderPath, ordersPath, shipmentPills, useAddressText } from '../orders/index.ts';
import { shipmentPath } from '../records/index.ts';
import css from './shipments.module.css';
import { TrackingPanel } from './tracking-panel.tsx';

/** A shipment as the readers of its order see it, client users included. */
export function OrderShipmentView() {
  const { orderId = '', shipmentId = '' }: { orderId?: string; shipmentId?: string } = useParams({ strict: false });
  const params = { id: Number(orderId), shipmentId: Number(shipmentId) };
  const read = useRead(api.orders.shipment, { params });
  return (
    <Loaded read={read} backTo={listAddress(ordersPath('Customer Order'))}>
      {(shipment) => <ShipmentPage shipment={shipment} />}
    </Loaded>
  );
}

const typeOf = ({ order }: OrderShipment) => ORDER_TYPES.find((type) => type === order.type) ?? 'Customer Order';

function ShipmentPage({ shipment }: { shipment: OrderShipment }) {
  const t = useText();
  const { can } = useSession();
  const type = typeOf(shipment);
  const title = t('orders.shipmentView.title', { id: shipment.id });
  return (
    <DetailPage
      title={title}
      clientId={shipment.client_id}
      crumbs={[
        { label: t(`navigation.orders.${type}`), href: listAddress(ordersPath(type)) },
        { label: shipment.order.reference, href: orderPath(type, shipment.order_id, 'view') },
        { label: title },
      ]}
      badge={
        <StatusPill status={shipmentPills[shipment.status]}>
          {t(`orders.shipmentStatuses.${shipment.status}`)}
        </StatusPill>
      }
      actions={
        can(api.shipments.get.access) && (
          <Button variant="default" component={RouteLink} href={shipmentPath(directionOf(type), shipment.id)}>
            {t('orders.view.warehousePage')}
          </Button>
        )
      }
      side={<TrackingPanel entries={shipment.tracking_status} />}
    >
      <Section>
        <ShipmentFacts shipment={shipment} />
      </Section>
      <ShipmentLines shipment={shipment} />
    </DetailPage>
  );
}

function ShipmentFacts({ shipment }: { shipment: OrderShipment }) {
  const t = useText();
  const format = useFormat();
  const { whole } = useAddressText();
  const { courier, order, tracking, shipping_addr, billing_addr } = shipment;
  const charged: Fact[] =
    courier.payment_method === 'prepaid'
      ? []
      : [
          { label: 'orders.collectAccount', value: courier.account, copy: true },
          { label: 'orders.collectCountry', value: countryName(courier.billing_country_code, format.place.language) },
          { label: 'orders.collectZip', value: courier.billing_zip },
        ];
  return (
    <Facts
      items={[
        {
          label: 'orders.shipmentView.order',
          value: (
            <RouteLink className={css.link} href={orderPath(typeOf(shipment), order.id, 'view')}>
              {order.reference}
            </RouteLink>
          ),
        },
        {
          label: goodsAddressLabel(directionOf(typeOf(shipment))),
          value: whole(shipping_addr),
          copy: whole(shipping_addr),
        },
        { label: 'orders.billingAddress', value: whole(billing_addr), copy: whole(billing_addr) },
        { label: 'orders.courier', value: courier.name, second: t(`relations.payments.${courier.payment_method}`) },
        ...charged,
        { label: 'orders.shipmentView.waybill', value: tracking.waybill, mono: true, copy: tracking.waybill },
        { label: 'orders.shipmentView.ptNumber', value: shipment.pt_number, copy: true },
        { label: 'orders.shipmentView.shipDate', value: format.date(shipment.ship_date) },
        { label: 'orders.shipmentView.cancelDate', value: format.date(shipment.cancel_date) },
        {
          label: 'orders.shipmentView.finishedDate',
          value: shipment.finished_date && format.dateTime(shipment.finished_date),
        },
        { label: 'orders.shipmentView.cartons', value: shipment.carton_count || '' },
        { label: 'orders.po', value: order.po, copy: true },
        { label: 'orders.createdAt', value: format.dateTime(shipment.created_at) },
      ]}
    />
  );
}

function ShipmentLines({ shipment }: { shipment: OrderShipment }) {
  const t = useText();
  const format = useFormat();
  const lines = shipment.shipment_lines;
  const units = (header: LineColumn<ShipmentLine>['header'], of: (line: ShipmentLine) => number) => ({
    header,
    right: true,
    total: format.number(lines.reduce((sum, line) => sum + of(line), 0)),
    render: (line: ShipmentLine) => format.number(of(line)),
  });
  const fulfilled =
    directionOf(typeOf(shipment)) === 'outbound'
      ? [units('orders.view.shipped', ({ fulfilled: done }) => done)]
      : [
          units('orders.view.pristine', ({ fulfilled: done, quarantined }) => done - quarantined),
          units('orders.view.quarantined', ({ quarantined }) => quarantined),
        ];
  return (
    <Section title={t('orders.lines')} count={lines.length}>
      <LineTable
        label={t('orders.lines')}
        rows={lines}
        rowKey={({ id }) => id}
        columns={[
          {
            header: 'orders.view.item',
            total: t('orders.form.units'),
            render: ({ order_line, inventory_id }) => <LineItem line={{ ...order_line, inventory_id }} />,
          },
          { header: 'orders.view.uom', noWrap: true, render: ({ order_line }) => order_line.uom || '–' },
          units('orders.view.ordered', ({ order_line }) => order_line.quantity),
          units('orders.shipmentView.quantity', ({ quantity }) => quantity),
          ...fulfilled,
        ]}
      />
    </Section>
  );
}
