export { LineItem } from './order-lines.tsx';
export { orderPath, ordersPath, orderTypeOf, shipmentPills, useAddressText } from './order-words.ts';
