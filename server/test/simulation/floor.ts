import { api } from '@longshore/contract';
import { lockItems, promise, stockChecks } from '../../src/modules/stock/index.ts';
import { staffScope } from '../../src/platform/database/tx.ts';
import type { Caller, TestApp } from '../harness.ts';
import type { Command, World } from './commands.ts';
import type { Model } from './model.ts';

/** The real thing: items, plates and lots in a database, and commands sent to the server. */
export interface Floor {
  /** True when it was done, false when it was refused; anything else is a failure. */
  run(command: Command): Promise<boolean>;
  /** What differs from the model, or breaks an invariant. */
  differences(model: Model): Promise<string[]>;
}

let floors = 0;

export async function makeFloor(app: TestApp, caller: Caller, world: World): Promise<Floor> {
  const name = `SIM${++floors}`;
  const ids = async (text: string, values: unknown[]) =>
    (await app.database.owner<{ id: number }>(text, values)).map((row) => row.id);
  const items = await ids(
    `insert into inventories (client_id, type, sku, name, lot) select 1, 'Item', $1 || '-' || n, 'Simulated', true from generate_series(1, $2::int) n returning id`,
    [name, world.items],
  );
  const plates = Array.from({ length: world.plates }, (_, at) => (at === 0 ? '' : `${name}-P${at}`));
  for (const plate of plates.slice(1))
    await ids(
      'insert into licenses (client_id, license, uom_id) values (1, $1, (select min(id) from uoms)) returning id',
      [plate],
    );
  const lots = new Map<number, number[]>();
  for (const [at, item] of items.entries())
    lots.set(
      at,
      await ids(
        `insert into lots (client_id, inventory_id, lot_number) select 1, $1, 'L' || n from generate_series(1, $2::int) n returning id`,
        [item, world.lots],
      ),
    );
  const lotOf = (command: { item: number; lot: number }) => lots.get(command.item)?.[command.lot] ?? 0;

  async function run(command: Command): Promise<boolean> {
    const inventory_id = items[command.item] ?? 0;
    if (command.verb === 'promise')
      return app.app.open(staffScope, async (tx) => {
        await lockItems(tx, [inventory_id]);
        return promise(tx, 1, inventory_id, command.quantity);
      });
    const reply =
      command.verb === 'adjust'
        ? await caller.call(api.stock.adjust, {
            body: {
              inventory_id,
              license: plates[command.plate] ?? '',
              lotId: lotOf(command),
              quarantine: command.quarantine,
              qty: command.quantity,
            },
          })
        : await caller.call(api.stock.move, {
            body: {
              inventory_id,
              from_lp: plates[command.from] ?? '',
              to_lp: plates[command.to] ?? '',
              lotId: lotOf(command),
              is_from_quarantine: command.fromQuarantine,
              is_to_quarantine: command.toQuarantine,
              qty: command.quantity,
            },
          });
    if (reply.status === 200) return true;
    const isRefusal =
      reply.body.error_code === 40002 || reply.body.error_code === 20003 || reply.body.keys?.to_lp?.[0] === 'SamePlace';
    if (!isRefusal) throw new Error(`${JSON.stringify(command)} answered ${reply.status}: ${reply.body.message}`);
    return false;
  }

  async function differences(model: Model): Promise<string[]> {
    const broken = await Promise.all(stockChecks.map((check) => app.app.open(staffScope, check.broken)));
    const rows = await app.database.owner<{
      inventory_id: number;
      license: string | null;
      lot_id: number;
      quarantine: boolean;
      quantity: number;
    }>(
      `select s.inventory_id, l.license, s.lot_id, s.quarantine, s.quantity from stock_rows s left join licenses l on l.id = s.license_id
       where s.inventory_id = any($1::int[])`,
      [items],
    );
    const found = new Map<string, number>();
    for (const row of rows) {
      const item = items.indexOf(row.inventory_id);
      found.set(
        `${item} ${plates.indexOf(row.license ?? '')} ${lots.get(item)?.indexOf(row.lot_id)} ${row.quarantine}`,
        row.quantity,
      );
    }
    const places = new Set([...found.keys(), ...model.balances.keys()]);
    const unlike = [...places]
      .filter((place) => (found.get(place) ?? 0) !== (model.balances.get(place) ?? 0))
      .map((place) => `${place}: ${found.get(place) ?? 0} in the database, ${model.balances.get(place) ?? 0} on paper`);
    return [...broken.flat(), ...unlike];
  }

  return { run, differences };
}
