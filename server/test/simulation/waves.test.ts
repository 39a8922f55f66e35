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
/** What is done depends on who was faster: it goes on until everything was done, for this many rounds at most. */
const ROUNDS_MAX = 25;
/** What is done at least once. */
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
  // A simulation that hardly picks would show nothing.
  const missing = () => [
    ...NEEDED.filter((verb) => !floor.done.has(verb)),
    ...((floor.done.get('pick') ?? 0) > steps / 50 ? [] : ['more picks']),
  ];
  for (let round = 0; round < ROUNDS || (round < ROUNDS_MAX && missing().length > 0); round++) {
    left = Math.ceil(steps / ROUNDS);
    await Promise.all(Array.from({ length: WORKERS }, worker));
    await floor.assertReplenished();
    await assertSound();
    await books.assertHold();
  }
  expect(missing()).toEqual([]);
});
