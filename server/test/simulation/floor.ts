import { api } from '@longshore/contract';
import { drawSpreadsheet } from '../../src/documents/spreadsheet.ts';
import {
  lockItems,
  type OutboundFulfilment,
  reverseReceipt,
  reverseShipping,
  stockChecks,
} from '../../src/modules/stock/index.ts';
import type { Actor } from '../../src/platform/auth/actor.ts';
import { staffScope, type Tx } from '../../src/platform/database/tx.ts';
import { Problem } from '../../src/platform/http/problem.ts';
import { receiveGoods, shipGoods } from '../fulfil-goods.ts';
import type { Caller, Failure, TestApp } from '../harness.ts';
import { reserveUnits, shipmentLine } from '../reserving.ts';
import type { Command, Place, World } from './commands.ts';
import { type Goods, makeGoods } from './goods.ts';
import type { Model } from './model.ts';

const fulfilments = {
  receive: (tx: Tx, goods: OutboundFulfilment) => receiveGoods(tx, by, goods),
  unreceive: (tx: Tx, goods: OutboundFulfilment) => reverseReceipt(tx, by, goods),
  ship: (tx: Tx, goods: OutboundFulfilment) => shipGoods(tx, by, goods),
  unship: (tx: Tx, goods: OutboundFulfilment) => reverseShipping(tx, by, goods),
};
type Of<Verb extends Command['verb']> = Extract<Command, { verb: Verb }>;

const by = { id: 1, name: 'Simulation' } as Actor;

/** Expected refusals of a command; every other answer is a failure. */
function refusal(command: Command, { status, body }: { status: number; body: Failure }): undefined {
  const known =
    body.error_code === 40002 ||
    body.error_code === 20003 ||
    body.keys?.to_lp?.[0] === 'SamePlace' ||
    body.keys?.count?.[0]?.startsWith('MorePlatesThanUnits') ||
    body.keys?.item?.[0] === 'NothingToCount';
  if (!known) throw new Error(`${JSON.stringify(command)} answered ${status}: ${body.message}`);
  return undefined;
}

/** The system under test: items, plates and lots in a database, and commands sent to the server. */
export class Floor {
  private constructor(
    private readonly app: TestApp,
    private readonly caller: Caller,
    private readonly goods: Goods,
  ) {}

  static async make(app: TestApp, caller: Caller, world: World): Promise<Floor> {
    return new Floor(app, caller, await makeGoods(app, world));
  }

  /**
   * What was done, for the model; undefined when it was refused; anything else is a failure. It differs from the
   * command only for counts, whose effect depends on concurrent commands.
   */
  run(command: Command): Promise<Command | undefined> {
    switch (command.verb) {
      case 'reserve':
        return this.reserve(command);
      case 'count':
        return this.count(command);
      case 'break':
        return this.break(command);
      case 'adjust':
      case 'dispose':
        return this.adjust(command);
      case 'move':
        return this.move(command);
      default:
        return this.fulfil(command);
    }
  }

  private itemId(item: number): number {
    return this.goods.items[item] ?? 0;
  }
  private lotId({ item, lot }: Place): number {
    return this.goods.lots[item]?.[lot] ?? 0;
  }
  private number(plate: number): string {
    return this.goods.plates[plate] ?? '';
  }
  private async plateId(plate: number): Promise<number | null> {
    const [row] = await this.app.database.owner<{ id: number }>('select id from licenses where license = $1', [
      this.number(plate),
    ]);
    return row?.id ?? null;
  }

  /** A separate shipment line for each item. */
  private holder(item: number, holder: number) {
    return shipmentLine(this.itemId(item) * 10 + holder);
  }

  private async unlessShort(command: Command, work: () => Promise<void>): Promise<Command | undefined> {
    try {
      await work();
      return command;
    } catch (error) {
      if (error instanceof Problem && error.body.error_code === 40002) return undefined;
      throw error;
    }
  }

  private reserve(command: Of<'reserve'>): Promise<Command | undefined> {
    const holder = this.holder(command.item, command.holder);
    return this.unlessShort(command, () => reserveUnits(this.app, this.itemId(command.item), command.quantity, holder));
  }

  /** Commands that come with orders, called as the orders module will call them. */
  private async fulfil(command: Of<keyof typeof fulfilments>): Promise<Command | undefined> {
    const item = { id: this.itemId(command.item), client_id: 1, sku: this.goods.sku, lot: true, serial: false };
    const place = {
      licenseId: await this.plateId(command.plate),
      lotId: this.lotId(command),
      quarantine: command.quarantine,
    };
    const { verb, quantity } = command;
    const holder = this.holder(command.item, 'holder' in command ? command.holder : 0);
    const goods = { item, place, quantity, holder, reference: verb, cause: 'simulation' };
    return this.unlessShort(command, () =>
      this.app.app.open(staffScope, async (tx) => {
        await lockItems(tx, [item.id]);
        await fulfilments[verb](tx, goods);
      }),
    );
  }

  private async adjust(command: Of<'adjust' | 'dispose'>): Promise<Command | undefined> {
    const disposes = command.verb === 'dispose';
    const reply = await this.caller.call(api.stock.adjust, {
      body: {
        inventory_id: this.itemId(command.item),
        license: this.number(command.plate),
        lotId: this.lotId(command),
        quarantine: command.quarantine,
        qty: disposes ? -command.quantity : command.quantity,
        is_disposal: disposes,
      },
    });
    return reply.status === 200 ? command : refusal(command, reply);
  }

  private async move(command: Of<'move'>): Promise<Command | undefined> {
    const reply = await this.caller.call(api.stock.move, {
      body: {
        inventory_id: this.itemId(command.item),
        from_lp: this.number(command.plate),
        to_lp: this.number(command.toPlate),
        lotId: this.lotId(command),
        is_from_quarantine: command.quarantine,
        is_to_quarantine: command.toQuarantine,
        qty: command.quantity,
      },
    });
    return reply.status === 200 ? command : refusal(command, reply);
  }

  private async break(command: Of<'break'>): Promise<Command | undefined> {
    const reply = await this.caller.call(api.licenses.break, {
      params: { id: (await this.plateId(command.plate)) ?? 0 },
      body: { count: command.count, uom_id: 1 },
    });
    if (reply.status !== 200) return refusal(command, reply);
    this.goods.plates.push(...reply.data.map(({ license }) => license));
    return command;
  }

  /** One place, counted now: a sheet of the item with one quantity, posted. */
  private async count(command: Of<'count'>): Promise<Command | undefined> {
    const sku = `${this.goods.sku}-${command.item + 1}`;
    const made = await this.caller.call(api.counts.create, { body: { client_id: 1, item: sku } });
    if (made.status !== 200) return refusal(command, made);
    const { id } = made.data;
    const row = {
      Count: id,
      SKU: sku,
      License: this.number(command.plate),
      Lot: `L${command.lot + 1}`,
      Quarantine: command.quarantine ? 'Y' : 'N',
      Counted: command.counted,
      'Counted at': new Date().toISOString(),
    };
    const columns = Object.keys(row).map((heading) => ({ heading }));
    const file = await drawSpreadsheet({ name: 'Count', columns, rows: [Object.values(row)] });
    const upload = { params: { type: 'CountSheet' as const }, file, fields: { client_id: '1' } };
    const { data } = await this.caller.upload(api.records.importExcel, upload);
    if (data.success !== 1) throw new Error(`${JSON.stringify(command)}: ${JSON.stringify(data.errors)}`);
    await this.caller.ok(api.counts.post, { params: { id } });
    // An item that was broken over many plates has more lines than one page; only one of them was counted.
    const status = ['posted', 'same', 'recount', 'refused'];
    const { records } = await this.caller.ok(api.counts.lines, {
      query: { filter_by: { count_id: [String(id)], status } },
    });
    const [line, ...others] = records;
    if (!line || others.length) throw new Error(`${JSON.stringify(command)} counted ${records.length} lines`);
    return line.status === 'refused' ? undefined : { ...command, verb: 'receive', quantity: line.variance ?? 0 };
  }

  /** The balances in the database, by place or in total for each item. */
  private async balances(by: 'place' | 'item'): Promise<Map<string, number>> {
    const { items, plates, lots } = this.goods;
    const rows = await this.app.database.owner<{
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
      const plate = by === 'item' ? 0 : plates.indexOf(row.license ?? '');
      const key = `${item} ${plate} ${lots[item]?.indexOf(row.lot_id)} ${row.quarantine}`;
      found.set(key, (found.get(key) ?? 0) + row.quantity);
    }
    return found;
  }

  /** The differences from the model, and violated invariants. */
  async differences(model: Model, by: 'place' | 'item'): Promise<string[]> {
    const broken = await Promise.all(stockChecks.map((check) => this.app.app.open(staffScope, check.broken)));
    const found = await this.balances(by);
    const written = by === 'item' ? model.totals() : model.balances;
    const unlike = [...new Set([...found.keys(), ...written.keys()])]
      .filter((place) => (found.get(place) ?? 0) !== (written.get(place) ?? 0))
      .map((place) => `${place}: ${found.get(place) ?? 0} in the database, ${written.get(place) ?? 0} on paper`);
    return [...broken.flat(), ...unlike, ...(await this.unclosed(model))];
  }

  /** Rows of the movement report that do not close, or do not end with what the model has. */
  private async unclosed(model: Model): Promise<string[]> {
    const day = (away: number) => new Date(Date.now() + away * 86_400_000).toISOString().slice(0, 10);
    const asked = { clientId: 1, name: 'movement', from_date: day(-2), to_date: day(2), params: this.goods.items };
    const { columns, rows } = await this.caller.ok(api.operationReports.run, { body: asked as never });
    const skuAt = columns.findIndex(({ key }) => key === 'sku');
    const from = columns.findIndex(({ key }) => key === 'opening');
    const to = columns.findIndex(({ key }) => key === 'closing');
    const closing = new Map(rows.map((row) => [row[skuAt], row.slice(from, to + 1).map(Number)]));
    return this.goods.items.flatMap((_, item) => {
      const figures = closing.get(`${this.goods.sku}-${item + 1}`) ?? [0];
      const [ends = 0, sum] = [figures.at(-1), figures.slice(0, -1).reduce((all, each) => all + each, 0)];
      const onPaper = model.unitsOf(item);
      return ends === sum && ends === onPaper
        ? []
        : [`item ${item}: movement ${figures.join(' ')} does not close with ${onPaper} on paper`];
    });
  }
}
