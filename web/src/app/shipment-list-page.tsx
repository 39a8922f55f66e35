import { ShipmentList } from '../features/shipments/index.ts';
import { BuyLabelsDialog } from '../features/shipping/index.ts';

const slots = { BuyLabels: BuyLabelsDialog };

/** The list of shipments, with the slots that later modules fill. */
export const ShipmentListPage = () => <ShipmentList slots={slots} />;
