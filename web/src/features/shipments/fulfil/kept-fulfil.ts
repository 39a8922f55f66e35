import { isSessionKept } from '../../../ui/scan/use-scan-session.ts';

/** The name that the scans of a shipment are kept under in the tab. */
export const keptFulfil = (shipmentId: number): string => `fulfil ${shipmentId}`;

/** Whether somebody fulfilled the shipment when the page was reloaded: it then goes on where it was. */
export const wasFulfilling = (shipmentId: number): boolean => isSessionKept(keptFulfil(shipmentId));
