import { PackInput } from '@longshore/contract';
import { packShipment } from '../modules/shipments/index.ts';
import type { Actor } from '../platform/auth/actor.ts';
import { sql } from '../platform/database/sql.ts';
import type { Tx } from '../platform/database/tx.ts';

/** The ids of a shipment's cartons; a person's are drawn at random. */
const cartonId = (shipmentId: number, n: number) =>
  `${'HMT'[n]}${(shipmentId * 7919 + 10_007).toString(36).padStart(5, '0').slice(-5)}`.toUpperCase();

/** Packs a shipment into two cartons, half of each line in each; what cannot be halved goes into the first. */
export async function packInTwo(tx: Tx, actor: Actor, shipmentId: number): Promise<void> {
  const { rows: lines } = await sql<{ id: number; quantity: number; expire: string | null }>`
    select l.id, l.quantity, (select max(o.expire_date) from fulfillments f join lots o on o.id = f.lot_id where f.shipment_line_id = l.id) as expire
    from shipment_lines l where l.shipment_id = ${shipmentId} order by l.id`.execute(tx);
  const part = (share: (quantity: number) => number) =>
    lines
      .map(({ id, quantity, expire }) => ({ lineId: id, quantity: share(quantity), expire }))
      .filter(({ quantity }) => quantity > 0);
  const cartons = [part((units) => Math.ceil(units / 2)), part((units) => Math.floor(units / 2))];
  const containers = cartons
    .filter((contents) => contents.length)
    .map((contents, n) => ({
      own_number: n ? '' : `PKG-${shipmentId}`,
      contents,
      length: 40 + 10 * n,
      width: 30,
      height: 25,
      weight: 6.5 + 2.25 * n,
    }));
  let drawn = 0;
  await packShipment(tx, actor, shipmentId, PackInput.parse({ containers }), () => cartonId(shipmentId, drawn++));
}

/**
 * What no command of the floor leaves: tickets were printed for everything that is allocated, picked or gone, parcels
 * have a number, and somebody holds a shipment that is being picked.
 */
export async function seedPrintsAndLock(tx: Tx, holder: Actor): Promise<void> {
  await sql`
    update shipments s set print_count = 1 + s.id % 2
    where s.voided_at is null and s.print_count = 0
      and (s.status <> 'In Warehouse' or exists (select from allocations a where a.client_id = s.client_id and a.shipment_id = s.id))`.execute(
    tx,
  );
  await sql`
    update shipments set waybill = '1Z' || 7700000 + id * 37, cost = 8.4 + id % 7
    where voided_at is null and packed and waybill = ''`.execute(tx);
  await sql`
    update shipments set locked_by = ${holder.id}, locked_by_name = ${holder.name}, lock_used_at = now()
    where id = (select s.id from shipments s join shipment_lines l on l.client_id = s.client_id and l.shipment_id = s.id
      where s.status = 'In Warehouse' and s.direction = 'outbound' and s.voided_at is null and l.fulfilled > 0 order by s.id limit 1)`.execute(
    tx,
  );
}
