export { ShipmentList, type ShipmentListSlots } from './shipment-list.tsx';
export { type ShipmentSlots, ShipmentView } from './shipment-view.tsx';
