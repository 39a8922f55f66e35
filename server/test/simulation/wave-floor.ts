import { api, type Wave } from '@longshore/contract';
import { expect } from 'vitest';
import type { Caller, Reply } from '../harness.ts';
import type { Warehouse } from '../warehouse.ts';
import { type Random, weighted } from './random.ts';
import type { WaveBooks } from './wave-books.ts';

const ITEMS = 4;
const CARTS = 2;
const TOTES = 40;
const NOBODY = 2_000_000_000;
/** What a command may be refused with: somebody else was first, or what was scanned is wrong. */
const EXPECTED = [400, 404, 422, 503];

const { waves, totes, shipments, faces } = api;

const ON_SHIPMENTS = ['void', 'finish', 'change', 'unfulfil', 'ticket', 'pack'] as const;
const ON_WAVES = ['pick', 'mistake', 'short', 'tote', 'toteBack', 'end'] as const;
const ON_FACES = ['face', 'bring'] as const;
const OTHERS = ['ship', 'restock', 'start'] as const;
export type Verb = (typeof ON_SHIPMENTS | typeof ON_WAVES | typeof ON_FACES | typeof OTHERS)[number];

/** Counted where they are done, because one may become another. */
const COUNTED_THERE: readonly Verb[] = ['start', 'pick'];

const VERBS = weighted<Verb>([
  ['ship', 16],
  ['restock', 4],
  ['start', 14],
  ['pick', 40],
  ['mistake', 6],
  ['short', 6],
  ['tote', 8],
  ['toteBack', 3],
  ['end', 3],
  ['pack', 10],
  ['void', 3],
  ['finish', 5],
  ['change', 4],
  ['unfulfil', 4],
  ['ticket', 3],
  ['face', 3],
  ['bring', 14],
]);

const includes = <Value>(list: readonly Value[], value: unknown): value is Value => list.includes(value as Value);

type OpenPick = Wave['stops'][number]['picks'][number] & { location: string };
const openPicks = (wave: Wave): OpenPick[] =>
  wave.stops.flatMap(({ location, picks }) => picks.filter(({ done }) => !done).map((pick) => ({ ...pick, location })));

interface Shelf {
  item: number;
  /** Where it is picked from; the first one is its face. */
  bins: readonly string[];
  reserve: string;
  face: number;
}

/** Items in bins for picking and in reserve, carts, and the shipments and waves that are made of them. */
export class WaveFloor {
  private readonly shelves: Shelf[] = [];
  private readonly carts: number[] = [];
  private readonly shipments: number[] = [];
  private readonly waves: number[] = [];
  readonly done = new Map<Verb, number>();

  constructor(
    private readonly random: Random,
    private readonly main: Caller,
    private readonly house: Warehouse,
    private readonly books: WaveBooks,
  ) {}

  async make(): Promise<this> {
    await this.main.ok(totes.batch, { body: { start: 'SIM-01', count: TOTES } });
    for (let n = 0; n < CARTS; n++)
      this.carts.push((await this.main.ok(api.carts.create, { body: { cart: `Sim ${n}`, totes: 4 } })).id);
    for (let n = 0; n < ITEMS; n++) this.shelves.push(await this.makeShelf(n));
    return this;
  }

  private async makeShelf(n: number): Promise<Shelf> {
    const { id: item } = await this.house.itemOf();
    const bin = async (aisle: string, bay: number, type: 'P' | 'S') => {
      const location = `${aisle}-${String(bay).padStart(2, '0')}-1`;
      return this.main.ok(api.locations.create, { body: { location, type } });
    };
    const places = [await bin(`SIM${n % 2}`, 2 * n + 1, 'P'), await bin(`SIM${n % 2}`, 2 * n + 2, 'P')];
    const reserve = await bin('SIMR', n + 1, 'S');
    const face = { location_id: places[0]?.id ?? 0, inventory_id: item, minimum: 60, maximum: 90 };
    const { id } = await this.main.ok(faces.create, { body: face });
    const shelf = { item, bins: places.map(({ location }) => location), reserve: reserve.location, face: id };
    for (const location of shelf.bins) await this.putUnits(item, 50, location);
    for (const units of [20, 30, 150]) await this.putUnits(item, units, shelf.reserve);
    return shelf;
  }

  /** A plate with so many units, in a bin. */
  private async putUnits(item: number, units: number, location: string): Promise<void> {
    const { license } = await this.house.plateNamed();
    await this.main.ok(api.stock.adjust, { body: { inventory_id: item, license, qty: units, reference: 'Start' } });
    this.books.arrive(item, units);
    await this.house.putAway(license, location);
  }

  private of = <Value>(list: readonly Value[]): Value | undefined => (list.length ? this.random.pick(list) : undefined);
  private some = (most: number) => 1 + this.random.below(most);
  private shelf = (): Shelf => this.random.pick(this.shelves);

  private count(verb: Verb): void {
    this.done.set(verb, (this.done.get(verb) ?? 0) + 1);
  }

  private async ship(): Promise<undefined> {
    const items = new Set(Array.from({ length: this.some(2) }, () => this.shelf().item));
    const shipment = await this.house.shipment(
      'Customer Order',
      ...[...items].map((id) => [id, this.some(4)] as const),
    );
    this.shipments.push(shipment.id);
    this.count('ship');
  }

  private async restock(): Promise<undefined> {
    const { item, reserve } = this.shelf();
    await this.putUnits(item, this.some(40), reserve);
    this.count('restock');
  }

  private async start(caller: Caller): Promise<Reply> {
    const chosen = new Set(Array.from({ length: this.some(3) }, () => this.of(this.shipments.slice(-8)) ?? NOBODY));
    const body = { cart_id: this.of(this.carts) ?? 0, shipments: [...chosen] };
    const reply = await caller.call(waves.create, { body });
    if (reply.status === 200) {
      this.waves.push(reply.data.id);
      this.count('start');
    }
    return reply;
  }

  /** One of the last waves, of those that are still picked. */
  private async openWave(caller: Caller): Promise<Wave | undefined> {
    const last = this.waves.slice(-4);
    const from = this.random.below(4);
    for (const id of [...last.slice(from), ...last.slice(0, from)]) {
      const { data, status } = await caller.call(waves.get, { params: { id } });
      if (status === 200 && data.state === 'picking') return data;
    }
    return undefined;
  }

  private async onWave(caller: Caller, verb: (typeof ON_WAVES)[number]): Promise<Reply | undefined> {
    if (verb === 'end') return caller.call(waves.void, { params: { id: this.of(this.waves.slice(-3)) ?? 0 } });
    const wave = await this.openWave(caller);
    // Who has nothing to pick starts a wave.
    if (!wave && verb === 'pick') return this.start(caller);
    const pick = wave && this.of(openPicks(wave));
    if (!pick) return undefined;
    const params = { id: wave.id };
    if (verb === 'mistake') return this.mistake(caller, params, pick);
    if (verb === 'tote' || verb === 'toteBack') return this.changeTote(caller, verb, params, pick);
    if (verb === 'short') {
      const body = { line_id: pick.line_id, quantity: 1, why: 'missing' as const, place: pick.location };
      return caller.call(waves.short, { params, body });
    }
    const quantity = this.some(pick.quantity);
    const reply = await caller.call(waves.pick, { params, body: { ...scansOf(pick), quantity } });
    if (reply.status === 200) {
      this.books.pick(quantity, reply.data);
      this.count('pick');
    }
    return reply;
  }

  /** The tote of a pick is full, or was not; the next one may be in use. */
  private async changeTote(
    caller: Caller,
    verb: 'tote' | 'toteBack',
    params: { id: number },
    { shipment_id, tote }: OpenPick,
  ): Promise<Reply> {
    const back = (of: string) => caller.call(waves.undoNextTote, { params, body: { shipment_id, tote: of } });
    if (verb === 'toteBack') return back(tote);
    const next = `SIM-${String(this.some(TOTES)).padStart(2, '0')}`;
    const reply = await caller.call(waves.nextTote, { params, body: { shipment_id, tote, next } });
    // Half of them notice at once that it was not full, if nobody put something into the next one.
    if (reply.status !== 200 || this.random.below(2) === 0) return reply;
    if ((await back(next)).status === 200) this.count('toteBack');
    return reply;
  }

  /** Something else is scanned than what is to be picked: refused, whoever else picks meanwhile. */
  private async mistake(caller: Caller, params: { id: number }, pick: OpenPick): Promise<undefined> {
    const other = this.of(this.shelves.filter(({ item }) => item !== pick.inventory_id));
    const { sku } = await caller.ok(api.inventories.get, { params: { id: other?.item ?? 0 } });
    const wrong = this.random.pick([
      { item: sku },
      { place: other?.bins[0] ?? '' },
      { place: 'NO-SUCH-BIN' },
      { tote: 'SIM-99' },
    ]);
    const body = { ...scansOf(pick), quantity: 1, ...wrong };
    const { status } = await caller.call(waves.pick, { params, body });
    expect([404, 422, 400], `picked with ${JSON.stringify(wrong)}`).toContain(status);
    this.count('mistake');
  }

  private async onShipment(caller: Caller, verb: (typeof ON_SHIPMENTS)[number]): Promise<Reply | undefined> {
    if (verb === 'pack') return this.pack(caller);
    const params = { id: this.of(this.shipments.slice(-8)) ?? 0 };
    if (verb === 'void') return caller.call(shipments.void, { params });
    if (verb === 'ticket') return caller.call(shipments.fulfilAll, { params });
    if (verb === 'finish')
      return caller.call(shipments.finishMany, { body: { ids: [params.id], options: { email: 0 } } });
    const { data, status } = await caller.call(shipments.get, { params });
    const line = status === 200 ? this.of(data.shipment_lines) : undefined;
    const lineId = line?.id ?? NOBODY;
    if (verb === 'change')
      return caller.call(shipments.changeQuantity, { params: { ...params, lineId }, body: { quantity: this.some(3) } });
    const fulfillId = this.of(line?.fulfillments ?? [])?.id ?? NOBODY;
    const reply = await caller.call(shipments.unfulfil, { params: { ...params, lineId, fulfillId } });
    if (reply.status === 200) this.books.takeBack(fulfillId);
    return reply;
  }

  /** A tote comes to the pack station: all that is in it goes into one carton, and out of the house. */
  private async pack(caller: Caller): Promise<Reply | undefined> {
    const { data: wave, status } = await caller.call(waves.get, { params: { id: this.of(this.waves.slice(-6)) ?? 0 } });
    const tote = status === 200 ? this.of(wave.shipments)?.tote : undefined;
    if (!tote) return undefined;
    const found = await caller.call(totes.lookUp, { query: { code: tote } });
    if (found.status !== 200) return found;
    const params = { id: found.data.shipment_id };
    const { data: shipment, ...read } = await caller.call(shipments.get, { params });
    if (read.status !== 200 || found.data.units_left > 0) return undefined;
    const contents = shipment.shipment_lines
      .filter(({ quantity }) => quantity > 0)
      .map(({ id: lineId, quantity }) => ({ lineId, quantity }));
    const packed = await caller.call(shipments.pack, { params, body: { containers: [{ contents } as never] } });
    if (packed.status === 200 && this.random.below(2) === 0)
      await caller.call(shipments.finishMany, { body: { ids: [params.id], options: { email: 0 } } });
    return packed;
  }

  private async changeFace(caller: Caller): Promise<Reply> {
    const { face, item } = this.shelf();
    const { location_id, updated_at } = await caller.ok(faces.get, { params: { id: face } });
    const minimum = this.some(80);
    const body = { location_id, inventory_id: item, minimum, maximum: minimum + this.some(60), updated_at };
    return caller.call(faces.update, { params: { id: face }, body });
  }

  /** Brings what is proposed for a face as the device does: a whole plate into its bin, or units onto a plate there. */
  private async bring(caller: Caller, face: number): Promise<{ units: number; reply: Reply } | undefined> {
    const { data: asked } = await caller.call(faces.replenish, { params: { id: face } });
    const plate = asked?.brings[0];
    if (!plate) return undefined;
    if (plate.whole) {
      const body = { license: plate.license, location: asked.face.location };
      return { units: plate.units, reply: await caller.call(api.licenses.move, { body }) };
    }
    const onto = asked.onto[0]?.license;
    if (!onto) return undefined;
    const body = { inventory_id: asked.face.inventory_id, from_lp: plate.license, to_lp: onto, qty: plate.bring };
    return { units: plate.bring, reply: await caller.call(api.stock.move, { body }) };
  }

  /** While nobody else works: what is brought to a face comes out of its reserve, and never too much. */
  async assertReplenished(): Promise<void> {
    for (const { face } of this.shelves) {
      const before = await this.main.ok(faces.get, { params: { id: face } });
      const brought = await this.bring(this.main, face);
      if (!brought) continue;
      expect(brought.reply.status, brought.reply.body.message).toBe(200);
      const after = await this.main.ok(faces.get, { params: { id: face } });
      expect(after.units, `face ${face}`).toBe(before.units + brought.units);
      expect(after.reserve, `reserve of face ${face}`).toBe(before.reserve - brought.units);
      expect(after.units, `face ${face}`).toBeLessThanOrEqual(after.maximum);
    }
  }

  private async run(caller: Caller, verb: Verb): Promise<Reply | undefined> {
    if (verb === 'ship') return this.ship();
    if (verb === 'restock') return this.restock();
    if (verb === 'start') return this.start(caller);
    if (includes(ON_WAVES, verb)) return this.onWave(caller, verb);
    if (verb === 'face') return this.changeFace(caller);
    if (verb === 'bring') return (await this.bring(caller, this.shelf().face))?.reply;
    return this.onShipment(caller, verb);
  }

  /** One random command; counts what was done. */
  async step(caller: Caller): Promise<void> {
    const verb = this.random.pick(VERBS);
    const reply = await this.run(caller, verb);
    if (!reply) return;
    if (reply.status !== 200) expect(EXPECTED, `${verb}: ${reply.body.message}`).toContain(reply.status);
    else if (!COUNTED_THERE.includes(verb)) this.count(verb);
  }
}

const scansOf = ({ line_id, location, sku, tote }: OpenPick) => ({ line_id, place: location, item: sku, tote });
