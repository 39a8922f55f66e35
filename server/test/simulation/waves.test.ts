import { api, type Wave } from '@longshore/contract';
import { beforeAll, expect, test } from 'vitest';
import { waveChecks } from '../../src/modules/floor/index.ts';
import { staffScope } from '../../src/platform/database/tx.ts';
import { type Caller, type Reply, type TestApp, testApp } from '../harness.ts';
import { type Warehouse, warehouse } from '../warehouse.ts';
import { type Random, seeded, weighted } from './random.ts';

const seed = Number(process.env.SIMULATE_SEED ?? 20_261_115);
const steps = Math.ceil(Number(process.env.SIMULATE_STEPS ?? 900) / 6);
const WORKERS = 6;
const ITEMS = 4;
const CARTS = 2;
/** What a command may be refused with: somebody else was first. */
const EXPECTED = [400, 404, 422, 503];

const { waves, shipments } = api;

let app: TestApp;
let callers: Caller[];
let house: Warehouse;

beforeAll(async () => {
  app = await testApp();
  const second = await testApp({ database: app.database });
  callers = [await app.as('super'), await second.as('super')];
  house = warehouse(app, callers[0] as Caller);
});

type Verb = 'ship' | 'start' | 'pick' | 'short' | 'end' | 'void' | 'finish' | 'change' | 'unfulfil' | 'ticket';
const VERBS = weighted<Verb>([
  ['ship', 16],
  ['start', 14],
  ['pick', 42],
  ['short', 6],
  ['end', 3],
  ['void', 3],
  ['finish', 5],
  ['change', 4],
  ['unfulfil', 4],
  ['ticket', 3],
]);

/** Items in two bins each, carts, and the shipments and waves that were made of them. */
class WaveFloor {
  readonly items: number[] = [];
  readonly carts: number[] = [];
  readonly shipments: number[] = [];
  readonly waves: number[] = [];
  readonly done = new Map<string, number>();

  constructor(
    private readonly random: Random,
    private readonly main: Caller,
  ) {}

  async make(): Promise<this> {
    await this.main.ok(api.totes.batch, { body: { start: 'SIM-01', count: 40 } });
    for (let n = 0; n < CARTS; n++)
      this.carts.push((await this.main.ok(api.carts.create, { body: { cart: `Sim ${n}`, totes: 4 } })).id);
    for (let n = 0; n < ITEMS; n++) {
      const { id } = await house.itemOf();
      for (const bay of [2 * n + 1, 2 * n + 2]) {
        const location = `SIM${n % 2}-${String(bay).padStart(2, '0')}-1`;
        await this.main.ok(api.locations.create, { body: { location, type: 'P' } });
        const { license } = await house.plateNamed();
        await this.main.ok(api.stock.adjust, { body: { inventory_id: id, license, qty: 200, reference: 'Start' } });
        await house.putAway(license, location);
      }
      this.items.push(id);
    }
    return this;
  }

  private of = <Value>(list: readonly Value[]): Value | undefined => (list.length ? this.random.pick(list) : undefined);
  private some = (most: number) => 1 + this.random.below(most);

  private async ship(): Promise<undefined> {
    const items = new Set(Array.from({ length: this.some(2) }, () => this.of(this.items) ?? 0));
    const shipment = await house.shipment('Customer Order', ...[...items].map((id) => [id, this.some(4)] as const));
    this.shipments.push(shipment.id);
  }

  private async start(caller: Caller): Promise<Reply> {
    const chosen = new Set(Array.from({ length: this.some(3) }, () => this.of(this.shipments.slice(-8)) ?? 0));
    const body = { cart_id: this.of(this.carts) ?? 0, shipments: [...chosen] };
    const reply = await caller.call(waves.create, { body });
    if (reply.status === 200) this.waves.push(reply.data.id);
    return reply;
  }

  private async onWave(caller: Caller, verb: 'pick' | 'short' | 'end'): Promise<Reply | undefined> {
    const params = { id: this.of(this.waves.slice(-3)) ?? 0 };
    if (verb === 'end') return caller.call(waves.void, { params });
    const { data, status } = await caller.call(waves.get, { params });
    const pick = status === 200 ? this.of(openPicks(data)) : undefined;
    if (!pick) return undefined;
    const { line_id, location: place, sku: item, tote, quantity } = pick;
    if (verb === 'short')
      return caller.call(waves.short, { params, body: { line_id, quantity: 1, why: 'missing', place } });
    return caller.call(waves.pick, { params, body: { line_id, place, item, tote, quantity: this.some(quantity) } });
  }

  private async onShipment(caller: Caller, verb: 'void' | 'finish' | 'change' | 'unfulfil' | 'ticket'): Promise<Reply> {
    const params = { id: this.of(this.shipments.slice(-8)) ?? 0 };
    if (verb === 'void') return caller.call(shipments.void, { params });
    if (verb === 'ticket') return caller.call(shipments.fulfilAll, { params });
    if (verb === 'finish')
      return caller.call(shipments.finishMany, { body: { ids: [params.id], options: { email: 0 } } });
    const { data, status } = await caller.call(shipments.get, { params });
    const line = status === 200 ? this.of(data.shipment_lines) : undefined;
    const lineId = line?.id ?? 1;
    if (verb === 'change')
      return caller.call(shipments.changeQuantity, { params: { ...params, lineId }, body: { quantity: this.some(3) } });
    const fulfillId = this.of(line?.fulfillments ?? [])?.id ?? 1;
    return caller.call(shipments.unfulfil, { params: { ...params, lineId, fulfillId } });
  }

  private run(caller: Caller, verb: Verb): Promise<Reply | undefined> {
    if (verb === 'ship') return this.ship();
    if (verb === 'start') return this.start(caller);
    if (verb === 'pick' || verb === 'short' || verb === 'end') return this.onWave(caller, verb);
    return this.onShipment(caller, verb);
  }

  /** One random command; counts what was done. */
  async step(caller: Caller): Promise<void> {
    const verb = this.random.pick(VERBS);
    const reply = await this.run(caller, verb);
    const status = reply?.status ?? 200;
    if (status !== 200) expect(EXPECTED, `${verb}: ${reply?.body.message}`).toContain(status);
    else this.done.set(verb, (this.done.get(verb) ?? 0) + 1);
  }
}

const openPicks = (wave: Wave) =>
  wave.stops.flatMap(({ location, picks }) => picks.filter(({ done }) => !done).map((pick) => ({ ...pick, location })));

async function assertSound() {
  await house.assertSound();
  for (const { name, broken } of waveChecks) expect(await app.app.open(staffScope, broken), name).toEqual([]);
}

test('concurrent people on two servers pick waves whose shipments change meanwhile', {
  timeout: 3_600_000,
}, async () => {
  const floor = await new WaveFloor(seeded(seed + 27), callers[0] as Caller).make();
  let left = 0;
  const worker = async (_: unknown, n: number) => {
    while (left-- > 0) await floor.step(callers[n % callers.length] as Caller);
  };
  for (let round = 0; round < 5; round++) {
    left = Math.ceil(steps / 5);
    await Promise.all(Array.from({ length: WORKERS }, worker));
    await assertSound();
  }
  expect(floor.done.get('pick') ?? 0).toBeGreaterThan(steps / 20);
  expect(floor.done.get('start') ?? 0).toBeGreaterThan(1);
});
