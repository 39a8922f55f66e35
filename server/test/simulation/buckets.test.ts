import { beforeAll, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../harness.ts';
import { BucketFloor, randomBucketCommand } from './bucket-floor.ts';
import { BucketModel } from './bucket-model.ts';
import { seeded } from './random.ts';

const seed = Number(process.env.SIMULATE_SEED ?? 20_261_115);
const steps = Math.ceil(Number(process.env.SIMULATE_STEPS ?? 600) / 4);
const BUCKETS = 8;
const UNITS = 6;
const HANDS = 8;
/** In the end every bucket is disposed of, so a long run creates new ones again and again. */
const SHIFT = 300;
const shifts = Array.from({ length: Math.ceil(steps / SHIFT) }, (_, shift) => Math.min(SHIFT, steps - shift * SHIFT));

let app: TestApp;
let caller: Caller;

beforeAll(async () => {
  app = await testApp();
  caller = await app.as('super');
});

/** Compares a bucket with the model's; returns its state. */
async function expectSameBucket(floor: BucketFloor, model: BucketModel, bucket: number, context: string) {
  const { state, units, place } = await floor.read(bucket);
  const expected = model.buckets[bucket];
  expect([state, units], context).toEqual([expected?.state, expected?.units]);
  if (place) expect(floor.plates[expected?.plate ?? 0], context).toBe(place.license_id === null ? '' : place.license);
  return state;
}

test('buckets match the model, step by step', { timeout: 3_600_000 }, async () => {
  const random = seeded(seed + 2);
  const seen = new Set<string>();
  for (const [shift, length] of shifts.entries()) {
    const floor = await BucketFloor.make(app, caller, BUCKETS);
    const model = new BucketModel(BUCKETS, UNITS);
    for (let step = 0; step < length; step++) {
      const command = randomBucketCommand(random, floor.buckets.length, floor.plates.length);
      const context = `seed ${seed}, shift ${shift}, step ${step}: ${JSON.stringify(command)}`;
      const allowed = model.allows(command);
      expect(await floor.run(command), context).toBe(allowed);
      if (allowed) model.apply(command);
      if (command.verb === 'reserve') continue;
      seen.add(await expectSameBucket(floor, model, command.bucket, context));
    }
    expect(await floor.broken()).toEqual([]);
  }
  expect([...seen].sort()).toEqual(['created', 'disposed', 'in_stock', 'quarantined', 'shipped']);
});

test('concurrent workers on the same buckets: none is lost, none is in two places', {
  timeout: 3_600_000,
}, async () => {
  const random = seeded(seed + 3);
  let done = 0;
  for (const length of shifts) {
    const floor = await BucketFloor.make(app, caller, BUCKETS);
    let left = length;
    const hand = async () => {
      while (left-- > 0)
        if (await floor.run(randomBucketCommand(random, floor.buckets.length, floor.plates.length))) done++;
    };
    await Promise.all(Array.from({ length: HANDS }, hand));
    expect(await floor.broken(), `seed ${seed + 3}`).toEqual([]);
  }
  expect(done).toBeGreaterThan(steps / 10);
});
