import { relationDisplayName, type Shipment } from '@longshore/contract';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { type Fact, Facts } from '../../ui/detail/facts.tsx';
import { countryName } from '../../ui/form/countries.ts';
import { RouteLink } from '../../ui/route-link.tsx';
import { orderPath, sameAddressLabel, useAddressText } from '../orders/index.ts';
import css from './shipments.module.css';

/** What is received comes from there. */
const shippedTo = ({ direction }: Shipment) =>
  direction === 'inbound' ? 'shipments.view.shipFrom' : 'shipments.view.shipTo';

/** Where it goes, by which order, when, and what has happened to it. */
export function ShipmentFacts({ shipment }: { shipment: Shipment }) {
  const t = useText();
  const format = useFormat();
  const { user } = useSession();
  const { whole } = useAddressText();
  const { courier, order, user: holder, shipping_addr, billing_addr } = shipment;
  const relation = relationDisplayName(order.relation.name, order.source.source);
  const isSameAddress = whole(shipping_addr) === whole(billing_addr);
  const charged: Fact[] =
    courier.payment_method === 'prepaid'
      ? []
      : [
          { label: 'orders.collectAccount', value: courier.account, copy: true },
          { label: 'orders.collectCountry', value: countryName(courier.billing_country_code, format.place.language) },
          { label: 'orders.collectZip', value: courier.billing_zip },
        ];
  /** Facts that only some shipments have. */
  const some = (label: Fact['label'], value: string): Fact[] => (value ? [{ label, value, copy: true }] : []);
  return (
    <Facts
      items={[
        { label: shippedTo(shipment), value: whole(shipping_addr), copy: whole(shipping_addr) },
        {
          label: 'shipments.view.order',
          value: (
            <RouteLink className={css.link} href={orderPath(order.type, order.id, 'view')}>
              {order.reference}
            </RouteLink>
          ),
          second: order.po && t('shipments.view.po', { po: order.po }),
        },
        {
          label: 'shipments.courier',
          value: courier.name,
          second: t(`relations.payments.${courier.payment_method}`),
        },
        ...charged,
        { label: 'shipments.client', value: order.client.company, second: relation },
        { label: 'shipments.shipDate', value: format.date(shipment.ship_date) },
        { label: 'shipments.cancelDate', value: format.date(shipment.cancel_date) },
        { label: 'shipments.ptNumber', value: shipment.pt_number, copy: true },
        {
          label: 'shipments.finishedDate',
          value: shipment.finished_date && format.dateTime(shipment.finished_date),
        },
        {
          label: 'shipments.printCount',
          value: shipment.print_count
            ? t('shipments.view.printed', { count: shipment.print_count })
            : t('shipments.view.never'),
        },
        { label: 'shipments.billed', value: t(shipment.billed ? 'lists.yes' : 'lists.no') },
        {
          label: 'shipments.view.lock',
          value: holder
            ? holder.user_id === user.id
              ? t('shipments.view.you')
              : holder.name
            : t('shipments.view.nobody'),
          second: holder && t('shipments.view.until', { time: format.time(holder.until) }),
        },
        {
          label: 'shipments.view.billTo',
          value: isSameAddress ? t(sameAddressLabel(shipment.direction)) : whole(billing_addr),
          copy: whole(billing_addr),
        },
        { label: 'shipments.view.ssOrderId', value: shipment.ss_order_id, copy: true },
        ...some('shipments.view.invoice', shipment.invoice_number),
        ...some('shipments.view.bol', shipment.bol_number),
        { label: 'shipments.createdAt', value: format.dateTime(shipment.created_at) },
      ]}
    />
  );
}
