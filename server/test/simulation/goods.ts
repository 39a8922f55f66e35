import type { TestApp } from '../harness.ts';
import type { World } from './commands.ts';

/** The items and plates of the simulation. */
export interface Goods {
  sku: string;
  items: number[];
  /** Plate numbers in the order of creation; the first one means no plate. */
  plates: string[];
  lots: number[][];
}

let floors = 0;

export async function makeGoods(app: TestApp, world: World): Promise<Goods> {
  const sku = `SIM${++floors}`;
  const ids = async (text: string, values: unknown[]) =>
    (await app.database.owner<{ id: number }>(text, values)).map((row) => row.id);
  const items = await ids(
    `insert into inventories (client_id, type, sku, name, lot) select 1, 'Item', $1 || '-' || n, 'Simulated', true from generate_series(1, $2::int) n returning id`,
    [sku, world.items],
  );
  const plates = Array.from({ length: world.plates }, (_, at) => (at === 0 ? '' : `${sku}-P${at}`));
  for (const plate of plates.slice(1))
    await ids(
      'insert into licenses (client_id, license, uom_id) values (1, $1, (select min(id) from uoms)) returning id',
      [plate],
    );
  const lots: number[][] = [];
  for (const item of items)
    lots.push(
      await ids(
        `insert into lots (client_id, inventory_id, lot_number) select 1, $1, 'L' || n from generate_series(1, $2::int) n returning id`,
        [item, world.lots],
      ),
    );
  return { sku, items, plates, lots };
}
