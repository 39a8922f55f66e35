export { LineItem } from './order-lines.tsx';
export { orderPath, orderPills, ordersPath, orderTypeOf, shipmentPills, useAddressText } from './order-words.ts';
