import type { PackInput } from '@longshore/contract';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import type { LockedShipment } from '../locked-shipment.ts';

type OfShipment = Pick<LockedShipment, 'id' | 'client_id'>;
type Carton = PackInput['containers'][number];

/** Replaces the cartons of a shipment, which is packed with them. */
export function replaceContainers(tx: Tx, { id, client_id }: OfShipment, cartons: readonly Carton[]): void {
  const contents = cartons.flatMap((carton, n) => carton.contents.map((each) => ({ ...each, position: n + 1 })));
  removeContainers(tx, { id, client_id });
  sql`
    with made as (
      insert into containers (client_id, shipment_id, position, number, own_number, length, width, height, weight)
      select ${client_id}, ${id}, c.position, c.number, c.own_number, c.length, c.width, c.height, c.weight
      from unnest(
        ${cartons.map((_, n) => n + 1)}::int[],
        ${cartons.map((carton) => carton.id)}::text[],
        ${cartons.map(({ own_number }) => own_number)}::text[],
        ${cartons.map(({ length }) => length)}::numeric[],
        ${cartons.map(({ width }) => width)}::numeric[],
        ${cartons.map(({ height }) => height)}::numeric[],
        ${cartons.map(({ weight }) => weight)}::numeric[])
        c (position, number, own_number, length, width, height, weight)
      order by c.position returning id, position
    ), counted as (
      update shipments set packed = true, carton_count = ${cartons.length}, updated_at = now()
      where id = ${id} and client_id = ${client_id}
    )
    insert into container_lines (client_id, container_id, shipment_line_id, quantity, expire)
    select ${client_id}, m.id, l.line_id, l.quantity, l.expire
    from unnest(
      ${contents.map(({ position }) => position)}::int[],
      ${contents.map(({ lineId }) => lineId)}::int[],
      ${contents.map(({ quantity }) => quantity)}::int[],
      ${contents.map(({ expire }) => expire || null)}::date[])
      with ordinality l (position, line_id, quantity, expire, n)
    join made m using (position) order by l.position, l.n`.queue(tx);
}

/** Removes the cartons of a shipment, also those of a draft. */
export function removeContainers(tx: Tx, { id, client_id }: OfShipment): void {
  sql`delete from containers where shipment_id = ${id} and client_id = ${client_id}`.queue(tx);
}

/** The shipment is no longer packed. Its cartons stay as a draft, which the next packing begins with. */
export function writeUnpacked(tx: Tx, { id, client_id }: OfShipment): void {
  sql`
    update shipments set packed = false, carton_count = 0, updated_at = now()
    where id = ${id} and client_id = ${client_id}`.queue(tx);
}
