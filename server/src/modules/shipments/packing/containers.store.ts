import type { PackInput } from '@longshore/contract';
import type { Tx } from '../../../platform/database/tx.ts';
import type { LockedShipment } from '../shipments.store.ts';

type OfShipment = Pick<LockedShipment, 'id' | 'client_id'>;
type Carton = PackInput['containers'][number];

const remove = `delete from containers where shipment_id = $2 and client_id = $1`;
const insert = `
  with made as (
    insert into containers (client_id, shipment_id, position, number, own_number, length, width, height, weight)
    select $1, $2, c.position, c.number, c.own_number, c.length, c.width, c.height, c.weight
    from unnest($3::int[], $4::text[], $5::text[], $6::numeric[], $7::numeric[], $8::numeric[], $9::numeric[])
      c (position, number, own_number, length, width, height, weight)
    order by c.position returning id, position
  ), counted as (
    update shipments set packed = true, carton_count = cardinality($3::int[]), updated_at = now() where id = $2 and client_id = $1
  )
  insert into container_lines (client_id, container_id, shipment_line_id, quantity, expire)
  select $1, m.id, l.line_id, l.quantity, l.expire
  from unnest($10::int[], $11::int[], $12::int[], $13::date[]) with ordinality l (position, line_id, quantity, expire, n)
  join made m using (position) order by l.position, l.n`;

/** Replaces the cartons of a shipment, which is packed with them. */
export function replaceContainers(tx: Tx, { id, client_id }: OfShipment, cartons: readonly Carton[]): void {
  const contents = cartons.flatMap((carton, n) => carton.contents.map((each) => ({ ...each, position: n + 1 })));
  tx.queue(remove, [client_id, id]);
  tx.queue(insert, [
    client_id,
    id,
    cartons.map((_, n) => n + 1),
    cartons.map((carton) => carton.id),
    cartons.map(({ own_number }) => own_number),
    cartons.map(({ length }) => length),
    cartons.map(({ width }) => width),
    cartons.map(({ height }) => height),
    cartons.map(({ weight }) => weight),
    contents.map(({ position }) => position),
    contents.map(({ lineId }) => lineId),
    contents.map(({ quantity }) => quantity),
    contents.map(({ expire }) => expire || null),
  ]);
}

const unpack = `update shipments set packed = false, carton_count = 0, updated_at = now() where id = $2 and client_id = $1`;

/** Removes the cartons of a shipment, also those of a draft. */
export function removeContainers(tx: Tx, { id, client_id }: OfShipment): void {
  tx.queue(remove, [client_id, id]);
}

/** The shipment is no longer packed. Its cartons stay as a draft, which the next packing begins with. */
export function writeUnpacked(tx: Tx, { id, client_id }: OfShipment): void {
  tx.queue(unpack, [client_id, id]);
}
