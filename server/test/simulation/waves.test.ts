import { beforeAll, expect, test } from 'vitest';
import { waveChecks } from '../../src/modules/floor/index.ts';
import { staffScope } from '../../src/platform/database/tx.ts';
import { type Caller, type TestApp, testApp } from '../harness.ts';
import { type Warehouse, warehouse } from '../warehouse.ts';
import { seeded } from './random.ts';
import { WaveBooks } from './wave-books.ts';
import { type Verb, WaveFloor } from './wave-floor.ts';

const seed = Number(process.env.SIMULATE_SEED ?? 20_261_115);
const steps = Math.ceil(Number(process.env.SIMULATE_STEPS ?? 1200) / 6);
const WORKERS = 6;
const ROUNDS = 5;
/** What a run of usual length does at least once. */
const NEEDED: readonly Verb[] = [
  'start',
  'pick',
  'mistake',
  'short',
  'tote',
  'pack',
  'void',
  'finish',
  'bring',
  'restock',
];

let app: TestApp;
let callers: Caller[];
let house: Warehouse;

beforeAll(async () => {
  app = await testApp();
  const second = await testApp({ database: app.database });
  callers = [await app.as('super'), await second.as('super')];
  house = warehouse(app, callers[0] as Caller);
});

async function assertSound() {
  await house.assertSound();
  for (const { name, broken } of waveChecks) expect(await app.app.open(staffScope, broken), name).toEqual([]);
}

test('concurrent people on two servers pick, pack and replenish while shipments change', {
  timeout: 3_600_000,
}, async () => {
  const books = new WaveBooks(app);
  const floor = await new WaveFloor(seeded(seed + 27), callers[0] as Caller, house, books).make();
  let left = 0;
  const worker = async (_: unknown, n: number) => {
    while (left-- > 0) await floor.step(callers[n % callers.length] as Caller);
  };
  for (let round = 0; round < ROUNDS; round++) {
    left = Math.ceil(steps / ROUNDS);
    await Promise.all(Array.from({ length: WORKERS }, worker));
    await floor.assertReplenished();
    await assertSound();
    await books.assertHold();
  }
  // How many of the steps are picks depends on who was faster; a simulation that hardly picks would show nothing.
  expect(floor.done.get('pick') ?? 0).toBeGreaterThan(steps / 50);
  expect(NEEDED.filter((verb) => !floor.done.has(verb))).toEqual([]);
});
