import { BillButton } from '../features/billing/index.ts';
import { ShipmentView } from '../features/shipments/index.ts';
import { BoughtLabels, BuyPanel, FbaPanel } from '../features/shipping/index.ts';

const slots = { Bill: BillButton, Labels: BoughtLabels, BuyLabels: BuyPanel, Fba: FbaPanel };

/** The page of a shipment, with the slots that later modules fill. */
export const ShipmentPage = () => <ShipmentView slots={slots} />;
