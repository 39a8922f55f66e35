import { beforeAll, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../harness.ts';
import { type Command, randomCommand, type World } from './commands.ts';
import { Floor } from './floor.ts';
import { Model } from './model.ts';
import { seeded } from './random.ts';

const seed = Number(process.env.SIMULATE_SEED ?? 20_261_115);
const steps = Number(process.env.SIMULATE_STEPS ?? 600);
const world: World = { items: 3, plates: 4, lots: 2 };
const WORKERS = 8;
const CHECKED_EVERY = 40;

let app: TestApp;
let caller: Caller;

beforeAll(async () => {
  app = await testApp();
  caller = await app.as('super');
});

/** Runs a command on the server and on the model; returns what went wrong. */
async function problemOf(floor: Floor, model: Model, command: Command): Promise<string | undefined> {
  const allowed = model.allows(command);
  const done = await floor.run(command).catch((error: Error) => error);
  if (done instanceof Error) return done.message;
  if ((done !== undefined) !== allowed)
    return `${JSON.stringify(command)} was ${done ? 'done' : 'refused'} and should not have been`;
  if (done) model.apply(command);
  return undefined;
}

/** Runs a sequence step by step against the model; returns what went wrong, and after how many steps. */
async function firstProblem(commands: readonly Command[]): Promise<{ at: number; problem: string } | undefined> {
  const floor = await Floor.make(app, caller, world);
  const model = new Model(world.plates);
  for (const [at, command] of commands.entries()) {
    const problem = await problemOf(floor, model, command);
    if (problem !== undefined) return { at, problem };
    if (at % CHECKED_EVERY !== 0 && at !== commands.length - 1) continue;
    const [difference] = await floor.differences(model, 'place');
    if (difference) return { at, problem: difference };
  }
  return undefined;
}

/** Shrinks a failing sequence: removes halves first, then smaller and smaller pieces. */
async function shortest(commands: readonly Command[]): Promise<readonly Command[]> {
  let kept = commands;
  for (let piece = Math.ceil(kept.length / 2); piece >= 1; piece = Math.floor(piece / 2))
    for (let from = 0; from < kept.length; ) {
      const without = [...kept.slice(0, from), ...kept.slice(from + piece)];
      if (without.length && (await firstProblem(without))) kept = without;
      else from += piece;
    }
  return kept;
}

test('stock matches the model, step by step', { timeout: 3_600_000 }, async () => {
  const random = seeded(seed);
  const commands = Array.from({ length: steps }, () => randomCommand(random, world));
  const failure = await firstProblem(commands);
  if (!failure) return;
  const few = await shortest(commands.slice(0, failure.at + 1));
  expect.fail(`seed ${seed}: ${failure.problem}\n${few.map((command) => JSON.stringify(command)).join('\n')}`);
});

test('concurrent workers: nothing is lost, nothing is oversold', { timeout: 3_600_000 }, async () => {
  const floor = await Floor.make(app, caller, world);
  const model = new Model(world.plates);
  const random = seeded(seed + 1);
  let left = steps;
  const hand = async () => {
    while (left-- > 0) {
      const command = randomCommand(random, world);
      // Effects are commutative, so the model only needs to know what was done.
      const done = await floor.run(command);
      if (done) model.apply(done);
    }
  };
  for (let round = 0; round < 4; round++) {
    left = steps / 4;
    await Promise.all(Array.from({ length: WORKERS }, hand));
    expect(await floor.differences(model, 'item'), `seed ${seed + 1}, round ${round}`).toEqual([]);
  }
  expect([...model.balances.values()].some((quantity) => quantity > 0)).toBe(true);
});
