import * as floor from '../../floor/stock.ts';
import { createSeededDatabase } from '../database.ts';
import type { Job } from '../job.ts';
import { measure, type Work } from '../load.ts';
import { reportPromise } from '../promises.ts';
import { type Rig, startRig } from '../rig.ts';
import { seconds } from '../scale.ts';
import { ampleStock, clientOfItem, ITEMS, plateName, platesOf } from '../stock-seed.ts';
import { printResults, rate, runTurns, type Subject, subject } from '../subjects.ts';

const AT_ONCE_MAX = 32;
const HOT_ITEM = 7;
const START_SECONDS = seconds(5);

/** Selects the item of a worker's turn; each is used twice in a row, there and back. */
type Choice = (worker: number, turn: number) => number;
const spread: Choice = (worker, turn) => 1 + ((worker * 61 + (turn >> 1)) % ITEMS);
/** The item choice, and the promised ratio of writes with a key to the bare HTTP floor. */
const choices: Record<string, { itemOf: Choice; atLeast: number }> = {
  'spread items': { itemOf: spread, atLeast: 0.4 },
  'one hot item': { itemOf: () => HOT_ITEM, atLeast: 0.45 },
};

async function expectOk(status: Promise<number>): Promise<void> {
  const actual = await status;
  if (actual !== 200) throw new Error(`A write answered ${actual}`);
}

/** As our own screens send it: with a new idempotency key, under which the answer is stored for a day. */
const KEYED = 'Longshore, under a key';
const newKey = () => crypto.randomUUID();
const noKey = () => '';

const isReturn = (turn: number) => turn % 2 === 1;

function adjustments({ ours, bare, pool, tokens }: Rig, itemOf: Choice): Record<string, Work> {
  const line = (worker: number, turn: number): floor.Adjustment => {
    const inventoryId = itemOf(worker, turn);
    const clientId = clientOfItem(inventoryId);
    return { clientId, inventoryId, licenseId: platesOf(clientId).first, quantity: isReturn(turn) ? -1 : 1 };
  };
  const adjust =
    (keyOf: () => string): Work =>
    (worker, turn) => {
      const { clientId, inventoryId, licenseId, quantity } = line(worker, turn);
      const body = { inventory_id: inventoryId, license: plateName(licenseId), qty: quantity, reference: 'bench' };
      return expectOk(ours(worker).post('/api/v3/operations/inventories/adjust', body, tokens[clientId], keyOf()));
    };
  return {
    Longshore: adjust(noKey),
    [KEYED]: adjust(newKey),
    'bare HTTP floor': (worker, turn) => expectOk(bare(worker).post('/adjust', line(worker, turn))),
    'driver floor': (worker, turn) => floor.adjustStock(pool, line(worker, turn)),
  };
}

function moves({ ours, bare, pool, tokens }: Rig, itemOf: Choice): Record<string, Work> {
  const line = (worker: number, turn: number): floor.Move => {
    const inventoryId = itemOf(worker, turn);
    const clientId = clientOfItem(inventoryId);
    const { first, second } = platesOf(clientId);
    const [licenseId, toLicenseId] = isReturn(turn) ? [second, first] : [first, second];
    return { clientId, inventoryId, licenseId, toLicenseId, quantity: 1 };
  };
  const move =
    (keyOf: () => string): Work =>
    (worker, turn) => {
      const { clientId, inventoryId, licenseId, toLicenseId, quantity } = line(worker, turn);
      const plates = { from_lp: plateName(licenseId), to_lp: plateName(toLicenseId) };
      const body = { inventory_id: inventoryId, ...plates, qty: quantity, reference: 'bench' };
      return expectOk(ours(worker).post('/api/v3/operations/inventories/move', body, tokens[clientId], keyOf()));
    };
  return {
    Longshore: move(noKey),
    [KEYED]: move(newKey),
    'bare HTTP floor': (worker, turn) => expectOk(bare(worker).post('/move', line(worker, turn))),
    'driver floor': (worker, turn) => floor.moveStock(pool, line(worker, turn)),
  };
}

/** Adjusting and moving stock by our server, by the bare HTTP floor and by the driver, on the same items. */
export const stockWrites: Job = {
  name: 'stock-writes',
  async run({ adminUrl }) {
    const rig = await startRig(await createSeededDatabase(adminUrl, 'stock_writes', ampleStock), AT_ONCE_MAX);
    try {
      // Warm up: steady state is measured, not the start.
      for (const ways of [adjustments, moves]) await measure(8, START_SECONDS, ways(rig, spread).Longshore as Work);
      for (const [verb, ways] of Object.entries({ Adjustments: adjustments, Moves: moves }))
        for (const [where, { itemOf, atLeast }] of Object.entries(choices))
          for (const atOnce of [8, AT_ONCE_MAX]) {
            const subjects = Object.entries(ways(rig, itemOf)).map(([name, work]) => subject(name, work));
            await runTurns(subjects, atOnce);
            printResults(`${verb} on ${where}, ${atOnce} at once`, subjects);
            const [ours, keyed, http, driver] = subjects as [Subject, Subject, Subject, Subject];
            reportPromise(
              'rate under a key against the bare HTTP floor',
              rate(keyed) / rate(http),
              'at least',
              atLeast,
            );
            console.log(`            the same without a key: ${(rate(ours) / rate(http)).toFixed(2)}`);
            console.log(`            under a key against the driver floor: ${(rate(keyed) / rate(driver)).toFixed(2)}`);
          }
    } finally {
      await rig.stop();
    }
  },
};
