import { scopedClient } from '../../platform/database/in-scope.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { LockedShipment } from './shipments.store.ts';

/** Units of a shipment line that were taken from or put to one place. */
export interface StoredFulfilment {
  shipment_line_id: number;
  license_id: number | null;
  lot_id: number | null;
  bucket_id: number | null;
  quantity: number;
  quarantine: boolean;
}

const ofShipment = `
  select shipment_line_id, license_id, lot_id, bucket_id, quantity, quarantine
  from fulfillments where shipment_id = $1 and ($2::int is null or client_id = $2) order by id desc`;

/** The fulfilments of a locked shipment, newest first: the order in which they can be reversed. */
export const readFulfilments = (tx: Tx, shipmentId: number): Promise<StoredFulfilment[]> =>
  tx.run<StoredFulfilment>(ofShipment, [shipmentId, scopedClient(tx)]);

export interface NewFulfilment extends StoredFulfilment {
  inventory_id: number;
  reason: string;
  reference: string;
  user_name: string;
}

const insert = `
  with raised as (
    update shipment_lines set fulfilled = fulfilled + $8::int, quarantined = quarantined + case when $9::boolean then $8::int else 0 end
    where id = $3 and client_id = $1
  )
  insert into fulfillments (client_id, shipment_id, shipment_line_id, inventory_id, license_id, lot_id, bucket_id, quantity, quarantine,
    reason, reference, user_name)
  values ($1, $2, $3, $4, $5, $6, $7, $8::int, $9::boolean, $10, $11, $12)`;

/** Writes a fulfilment, and raises its line. */
export function insertFulfilment(tx: Tx, shipment: LockedShipment, fulfilment: NewFulfilment): void {
  const { shipment_line_id, inventory_id, license_id, lot_id, bucket_id, quantity, quarantine } = fulfilment;
  tx.queue(insert, [
    ...[shipment.client_id, shipment.id, shipment_line_id, inventory_id, license_id, lot_id, bucket_id, quantity],
    ...[quarantine, fulfilment.reason, fulfilment.reference, fulfilment.user_name],
  ]);
}

const isLotOf = `select from lots where id = $1 and inventory_id = $2 and client_id = $3`;
const isPlateOf = `select from licenses where id = $1 and client_id = $2`;

/** Whether the plate is the client's and the lot the item's; without a plate or lot there is nothing to find. */
export async function findPlace(
  tx: Tx,
  item: { id: number; client_id: number },
  place: { licenseId: number | null; lotId: number | null },
): Promise<{ plate: boolean; lot: boolean }> {
  const { licenseId, lotId } = place;
  const [plates, lots] = await Promise.all([
    licenseId === null ? [{}] : tx.run(isPlateOf, [licenseId, item.client_id]),
    lotId === null ? [{}] : tx.run(isLotOf, [lotId, item.id, item.client_id]),
  ]);
  return { plate: plates.length > 0, lot: lots.length > 0 };
}
