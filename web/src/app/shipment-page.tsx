import { BillButton } from '../features/billing/index.ts';
import { ShipmentView } from '../features/shipments/index.ts';
import { FbaPanel } from '../features/shipping/index.ts';

/** The page of a shipment, with the slots that later modules fill. */
export const ShipmentPage = () => <ShipmentView slots={{ Bill: BillButton, Fba: FbaPanel }} />;
