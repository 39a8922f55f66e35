import { isSessionKept } from '../../../ui/scan/use-scan-session.ts';

/** The name that the scans of a shipment are kept under on this device. */
export const keptFulfil = (shipmentId: number): string => `fulfil ${shipmentId}`;

/**
 * Whether somebody fulfilled the shipment when the page was reloaded or its tab closed: it then goes on where it was.
 */
export const wasFulfilling = (shipmentId: number): boolean => isSessionKept(keptFulfil(shipmentId));
