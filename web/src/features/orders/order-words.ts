import {
  type AddressCopy,
  type Direction,
  directionOf,
  ORDER_TYPES,
  type Order,
  type OrderRow,
  type OrderState,
  type OrderStatus,
  type OrderType,
  orderFields,
  relationTypeOf,
  type ShipmentStatus,
} from '@longshore/contract';
import { useParams } from '@tanstack/react-router';
import { type PlainKey, useLanguage } from '../../lib/text/text.ts';
import { labelsOf, labelsUnder } from '../../ui/fields.ts';
import { countryName } from '../../ui/form/countries.ts';
import type { PillStatus } from '../../ui/status-pill.tsx';
import type { TraceLabels } from '../records/index.ts';
import { addressLine } from '../relations/index.ts';

/** Labels of an order's fields, for list, page, form and history. */
export const orderLabels = {
  type: 'orders.type',
  status: 'orders.status',
  ...labelsOf(orderFields),
  relation_id: 'orders.relation',
  shipping_address: 'orders.shippingAddress',
  billing_address: 'orders.billingAddress',
} as const satisfies Record<string, PlainKey>;

/** What the relation of an order of this type is called. */
export const relationLabel = (type: OrderType) =>
  relationTypeOf(type) === 'customer' ? ('orders.customer' as const) : ('orders.vendor' as const);

/** What the address of the goods is called: where they go, or for what arrives, where it comes from. */
export const goodsAddressLabel = (direction: Direction) =>
  direction === 'inbound' ? ('orders.shipFrom' as const) : ('orders.shippingAddress' as const);
export const sameAddressLabel = (direction: Direction) =>
  direction === 'inbound' ? ('orders.view.sameAsShipFrom' as const) : ('orders.view.sameAsShipping' as const);

export const shippingLabels = {
  courier_id: 'orders.courier',
  payment: 'orders.payment',
  account: 'orders.collectAccount',
  collect_country_code: 'orders.collectCountry',
  collect_zip_code: 'orders.collectZip',
} as const satisfies Record<string, PlainKey>;

const { courier_id, payment, ...collectLabels } = shippingLabels;

export const orderTraceLabels = (type: OrderType): TraceLabels<'Order'> => ({
  ...orderLabels,
  relation_id: relationLabel(type),
  shipping_address: goodsAddressLabel(directionOf(type)),
  'accounting.tax_rate': 'orders.taxRate',
  'accounting.payment_term': 'orders.paymentTerm',
  'shipping.courier_id': courier_id,
  'shipping.payment': payment,
  ...labelsUnder('shipping.collect_account', collectLabels),
  meta: 'orders.meta',
  line: 'orders.line',
  'line.quantity': 'orders.lineQuantity',
  'line.cancelled': 'orders.lineCancelled',
  'line.price': 'orders.linePrice',
  'line.comment': 'orders.lineComment',
  'line.sku': 'orders.lineSku',
  'line.name': 'orders.lineName',
  shipment: 'orders.shipment',
});

/** Addresses write a type with hyphens: `Customer-Order`. */
const segmentOf = (type: OrderType) => type.replace(' ', '-');
export const orderTypeOf = (segment: string | undefined): OrderType | undefined =>
  ORDER_TYPES.find((type) => segmentOf(type) === segment);

/** The type in the address; the router rejects any other word. */
export function useOrderType(): OrderType {
  const params: { type?: string } = useParams({ strict: false });
  return orderTypeOf(params.type) ?? 'Customer Order';
}

export const ordersPath = (type: OrderType) => `/orders/${segmentOf(type)}/default`;
export const orderPath = (type: OrderType, id: number | 'new', action: 'view' | 'edit') =>
  `/orders/${segmentOf(type)}/${id}/action/${action}`;

export const orderPills: Record<OrderStatus, PillStatus> = {
  Open: 'open',
  Processed: 'processed',
  Finished: 'finished',
  Cancelled: 'cancelled',
};

export const shipmentPills: Record<ShipmentStatus, PillStatus> = {
  'In Warehouse': 'in-warehouse',
  Ready: 'ready',
  Finished: 'finished',
};

/** The state that decides what may happen to the order. */
export const stateOf = ({ status, order_status }: Pick<Order | OrderRow, 'status' | 'order_status'>): OrderState => ({
  status,
  hasBackOrder: order_status.has_bo === 1,
});

/** How an address is written: on one line, and on several to be copied. */
export function useAddressText() {
  const language = useLanguage();
  const line = (address: AddressCopy) =>
    addressLine(address, address.country_code ? countryName(address.country_code, language) : address.country);
  return {
    line,
    whole: (address: AddressCopy) => [address.company, address.contact, line(address)].filter(Boolean).join('\n'),
  };
}
