import type { OrderType } from '@longshore/contract';
import { invalid, refused } from '../../platform/http/problem.ts';
import type { LockedShipment, LockedShipmentLine } from './shipments.store.ts';

/** Units of a shipment line picked from a place, or put to one. */
export interface FulfilInput {
  shipmentId: number;
  lineId: number;
  quantity: number;
  licenseId: number | null;
  lotId: number | null;
  /** The serial bucket; required for serial-controlled items. */
  bucketId?: number | null;
  /** Inbound only: the goods are received into quarantine, for this reason. */
  quarantine?: boolean;
  reason?: string;
}

/** The line to fulfil; throws the reason when this shipment, this line or this quantity cannot be. */
export function lineToFulfil(shipment: LockedShipment | undefined, input: FulfilInput): LockedShipmentLine {
  if (!shipment) throw refused(40001);
  if (shipment.status !== 'In Warehouse') throw refused(40011);
  const line = shipment.lines.find(({ id }) => id === input.lineId);
  if (!line) throw refused(40005);
  if (!Number.isSafeInteger(input.quantity) || input.quantity < 1) throw refused(40008);
  if (input.quantity > line.quantity - line.fulfilled) throw refused(40007, line.item.sku);
  if (shipment.direction === 'inbound' && input.quarantine && !input.reason)
    throw invalid('reason', 'QuarantineReasonIsRequired');
  if (line.item.lot && input.lotId === null) throw invalid('lotId', 'LotIsMissing');
  if (!line.item.lot && input.lotId !== null) throw invalid('lotId', 'NotByLots');
  return line;
}

/** Whether the shipment is complete once this many more units of a line are fulfilled. */
export const isCompleteAfter = ({ lines }: LockedShipment, lineId: number, quantity: number): boolean =>
  lines.every((line) => line.quantity === line.fulfilled + (line.id === lineId ? quantity : 0));

/** The state of a bucket before its goods were received: customers send back what was shipped to them. */
export const bucketOrigin = (type: OrderType) => (type === 'Customer Return' ? 'shipped' : 'created');
