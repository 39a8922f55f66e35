import { api, type Bucket, NO_LICENSE } from '@longshore/contract';
import { lockItems, type OutboundFulfilment, reverseShipping, stockChecks } from '../../src/modules/stock/index.ts';
import type { Actor } from '../../src/platform/auth/actor.ts';
import { staffScope, type Tx } from '../../src/platform/database/tx.ts';
import { Problem } from '../../src/platform/http/problem.ts';
import { receiveGoods, shipGoods } from '../fulfil-goods.ts';
import type { Caller, Failure, TestApp } from '../harness.ts';
import { reserveUnits, shipmentLine } from '../reserving.ts';
import type { Random } from './random.ts';

/** A bucket command as data; plates are given by index, 0 is no plate. */
export type BucketCommand =
  | { verb: 'receive' | 'return' | 'move'; bucket: number; plate: number; quarantine: boolean }
  | { verb: 'ship' | 'unship' | 'dispose' | 'split'; bucket: number }
  | { verb: 'reserve'; quantity: number };

const placed = ['receive', 'receive', 'return', 'move', 'move', 'move'] as const;
const whole = ['ship', 'ship', 'unship', 'dispose', 'split'] as const;

export function randomBucketCommand(random: Random, buckets: number, plates: number): BucketCommand {
  const kind = random.below(10);
  if (kind < 2) return { verb: 'reserve', quantity: random.below(13) - 4 || 1 };
  const bucket = random.below(buckets);
  if (kind < 6) return { verb: random.pick(whole), bucket };
  return { verb: random.pick(placed), bucket, plate: random.below(plates), quarantine: random.below(4) === 0 };
}

const by = { id: 1, name: 'Simulation' } as Actor;
const SERIALS = 6;
type Fulfil = (tx: Tx, goods: OutboundFulfilment) => Promise<void>;

/** Too little, not complete, not splittable, or already split by another worker. */
function isRefusal({ error_code: code, keys = {} }: Failure): boolean {
  const ofSplit = Object.keys(keys).some((field) => field.startsWith('serials'));
  return code === 40002 || code === 60003 || ofSplit || keys.to_lp?.[0] === 'SamePlace';
}

/**
 * The system under test: a serial-controlled item, its buckets and plates in a database, and commands sent to the
 * server.
 */
export class BucketFloor {
  private constructor(
    private readonly app: TestApp,
    private readonly caller: Caller,
    private readonly item: { id: number; client_id: number; sku: string; lot: boolean; serial: boolean },
    /** In the order of creation; splitting adds to them. */
    readonly buckets: number[],
    readonly plates: string[],
  ) {}

  static async make(app: TestApp, caller: Caller, buckets: number): Promise<BucketFloor> {
    const sku = `BKT-${Math.floor(performance.now())}`;
    const { id, client_id } = await caller.ok(api.inventories.create, {
      body: { type: 'Item', sku, name: 'Simulated', config: { serial: 1 } },
    });
    const plates = ['', `${sku}-P1`, `${sku}-P2`];
    for (const license of plates.slice(1))
      await caller.ok(api.licenses.create, { body: { license, client_id, uom_id: 1 } });
    const floor = new BucketFloor(app, caller, { id, client_id, sku, lot: false, serial: true }, [], plates);
    for (let bucket = 0; bucket < buckets; bucket++) {
      const serials = Array.from({ length: SERIALS }, (_, at) => `${sku}-${bucket}-${at}`);
      const made = await caller.ok(api.serials.create, { body: { inventory_id: id, units: SERIALS, serials } });
      floor.buckets.push(made.id);
    }
    return floor;
  }

  read(bucket: number): Promise<Bucket> {
    return this.caller.ok(api.serials.get, { params: { id: this.buckets[bucket] ?? 0 } });
  }

  /** True when it was done, false when it was refused; anything else is a failure. */
  async run(command: BucketCommand): Promise<boolean> {
    if (command.verb === 'reserve')
      return this.unlessRefused(() => reserveUnits(this.app, this.item.id, command.quantity, this.holder));
    const bucket = await this.read(command.bucket);
    const story = { reference: command.verb, cause: '', holder: this.holder };
    const goods = { item: this.item, quantity: bucket.units, bucketId: bucket.id, ...story };
    switch (command.verb) {
      case 'split':
        return this.split(command.bucket, bucket);
      case 'move':
      case 'dispose':
        return this.send(command, bucket);
      case 'ship':
        return this.fulfil(bucket, goods, (tx, whole) => shipGoods(tx, by, whole));
      case 'unship':
        return this.fulfil(bucket, goods, (tx, whole) => reverseShipping(tx, by, whole));
      default: {
        const from = command.verb === 'return' ? 'shipped' : 'created';
        const place = { licenseId: await this.plateId(command.plate), lotId: null, quarantine: command.quarantine };
        return this.inside((tx) => receiveGoods(tx, by, { ...goods, place }, from));
      }
    }
  }

  private async plateId(plate: number): Promise<number | null> {
    const [row] = await this.app.database.owner<{ id: number }>('select id from licenses where license = $1', [
      this.plates[plate] ?? '',
    ]);
    return row?.id ?? null;
  }

  /** In a transaction that locks the item, as shipments will. */
  private inside(work: (tx: Tx) => Promise<void>): Promise<boolean> {
    return this.unlessRefused(() =>
      this.app.app.open(staffScope, async (tx) => {
        await lockItems(tx, [this.item.id]);
        await work(tx);
      }),
    );
  }

  private async unlessRefused(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (error instanceof Problem && isRefusal(error.body as Failure)) return false;
      throw error;
    }
  }

  /** Its place or, once shipped, no plate. */
  private fulfil(bucket: Bucket, goods: Omit<OutboundFulfilment, 'place'>, work: Fulfil) {
    const place = { licenseId: bucket.place?.license_id ?? null, lotId: null, quarantine: false };
    return this.inside((tx) => work(tx, { ...goods, place }));
  }

  /** One shipment line holds all reserved units of the item. */
  private get holder() {
    return shipmentLine(this.item.id);
  }

  private async split(index: number, bucket: Bucket): Promise<boolean> {
    const serials = bucket.serials.slice(0, Math.floor(bucket.units / 2)).map(({ serial }) => serial);
    if (!serials.length) return false;
    const reply = await this.caller.call(api.serials.split, { params: { id: bucket.id }, body: { serials } });
    if (reply.status === 200) this.buckets.push(reply.data.id);
    else if (!isRefusal(reply.body)) throw new Error(`split ${index} answered ${reply.status}: ${reply.body.message}`);
    return reply.status === 200;
  }

  private async send(command: Extract<BucketCommand, { bucket: number }>, bucket: Bucket): Promise<boolean> {
    const shared = { inventory_id: this.item.id, serialId: bucket.id };
    const from = bucket.place?.license ?? NO_LICENSE;
    const quarantine = bucket.state === 'quarantined';
    const reply =
      command.verb === 'move'
        ? await this.caller.call(api.stock.move, {
            body: {
              ...shared,
              from_lp: from,
              to_lp: this.plates[command.plate] ?? '',
              is_from_quarantine: quarantine,
              is_to_quarantine: command.quarantine,
              qty: bucket.units,
            },
          })
        : await this.caller.call(api.stock.adjust, {
            body: { ...shared, license: from, quarantine, qty: -bucket.units, is_disposal: 1 },
          });
    if (reply.status !== 200 && !isRefusal(reply.body))
      throw new Error(`${JSON.stringify(command)} answered ${reply.status}: ${reply.body.message}`);
    return reply.status === 200;
  }

  /** Violated invariants. */
  async broken(): Promise<string[]> {
    const found = await Promise.all(stockChecks.map((check) => this.app.app.open(staffScope, check.broken)));
    return found.flat();
  }
}
