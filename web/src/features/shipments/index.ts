export { type ShipmentSlots, ShipmentView } from './shipment-view.tsx';
