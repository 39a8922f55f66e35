export { showsFbaPanel } from './fba-rule.ts';
export { LineItem } from './order-lines.tsx';
export {
  goodsAddressLabel,
  orderPath,
  orderPills,
  ordersPath,
  orderTypeOf,
  sameAddressLabel,
  shipmentPills,
  useAddressText,
} from './order-words.ts';
