import { examine } from '../../../server/src/commands/doctor.ts';
import * as floor from '../../floor/shipments.ts';
import { createSeededDatabase, type Urls } from '../database.ts';
import type { Job } from '../job.ts';
import { Connection, type Work } from '../load.ts';
import { clientOfOrder, LINES, lineOfShipment, partiesOfOrders, shipmentsToFulfil } from '../order-seed.ts';
import { reportRequirement } from '../promises.ts';
import { type Rig, startRig } from '../rig.ts';
import { isSmoke } from '../scale.ts';
import { startServer } from '../servers.ts';
import { ampleStock, plateName, platesOf } from '../stock-seed.ts';
import { printResults, runTurns, subject } from '../subjects.ts';
import { compareWrites, counter, newIdempotencyKey, sendOnce, settle, type Works } from '../writes.ts';

const AT_ONCE = [8, 32];
/** More than can be fulfilled line by line, and as a whole, during the measurements. */
const BY_LINE = isSmoke ? 500 : 60_000;
const AS_A_WHOLE = isSmoke ? 1_500 : 60_000;
const UNITS = 2;

type Call = (worker: number) => Connection;

const linesOf = (shipmentId: number) => Array.from({ length: LINES }, (_, n) => (shipmentId - 1) * LINES + n);

/** One line of a shipment from the first plate, each line once. A worker fulfils its own shipment, as a person does. */
function fulfilments({ bare, pool, tokens }: Rig, ours: Call, next: () => number): Works {
  const begun = new Map<number, number[]>();
  const taken = (worker: number): floor.LineFulfilment => {
    const left = begun.get(worker)?.length ? (begun.get(worker) as number[]) : linesOf(next());
    begun.set(worker, left);
    const n = left.shift() as number;
    const shipmentId = 1 + Math.floor(n / LINES);
    const clientId = clientOfOrder(shipmentId);
    const lineId = lineOfShipment(shipmentId, n % LINES);
    return { clientId, shipmentId, lineId, licenseId: platesOf(clientId).first, quantity: UNITS };
  };
  return {
    Longshore: (worker) => {
      const { clientId, shipmentId, lineId, licenseId, quantity } = taken(worker);
      const path = `/api/v3/shipments/${shipmentId}/fulfill/line`;
      const body = { lineId, quantity, license: plateName(licenseId) };
      return sendOnce(ours(worker), 'post', path, body, tokens[clientId]);
    },
    'bare HTTP floor': (worker) => sendOnce(bare(worker), 'post', '/fulfil', taken(worker)),
    'driver floor': (worker) => floor.fulfilLine(pool, taken(worker), newIdempotencyKey()),
  };
}

/** Quick fulfil, pack into one carton, finish: three calls. */
function wholeShipments({ bare, pool, tokens }: Rig, ours: Call, next: () => number): Works {
  const taken = (): floor.ShipmentTarget => {
    const shipmentId = next();
    const clientId = clientOfOrder(shipmentId);
    return { clientId, shipmentId, licenseId: platesOf(clientId).first };
  };
  return {
    Longshore: async (worker) => {
      const { clientId, shipmentId } = taken();
      const [path, token, caller] = [`/api/v3/shipments/${shipmentId}`, tokens[clientId], ours(worker)];
      await sendOnce(caller, 'post', `${path}/fulfill/all`, {}, token);
      const contents = Array.from({ length: LINES }, (_, n) => ({
        lineId: lineOfShipment(shipmentId, n),
        quantity: UNITS,
      }));
      const containers = [{ id: 'BENCH1', contents }];
      await sendOnce(caller, 'put', `${path}/utility/pack`, { containers }, token);
      const finished = { ids: [shipmentId], options: { bill: 0, email: 1 } };
      await sendOnce(caller, 'post', '/api/v3/shipments/action/batch/finish', finished, token);
    },
    'bare HTTP floor': async (worker) => {
      const shipment = taken();
      for (const path of ['/fulfil-all', '/pack', '/finish']) await sendOnce(bare(worker), 'post', path, shipment);
    },
    'driver floor': async () => {
      const shipment = taken();
      await floor.fulfilShipment(pool, shipment, newIdempotencyKey());
      await floor.packShipment(pool, shipment, newIdempotencyKey());
      await floor.finishShipment(pool, shipment, newIdempotencyKey());
    },
  };
}

/** A second server on the same database; every other worker calls it. */
async function withTwoProcesses(urls: Urls, rig: Rig, works: (ours: Call) => Works): Promise<void> {
  const second = await startServer('server/dist/main.js', {
    DATABASE_URL: urls.serverUrl,
    DATA_DIR: rig.folder,
  });
  const workers = Math.max(...AT_ONCE);
  const connections = Array.from({ length: workers }, () => new Connection(second.port));
  try {
    const call: Call = (worker) => (worker % 2 ? (connections[worker] as Connection) : rig.ours(worker));
    const both = subject('two processes', works(call).Longshore as Work);
    await runTurns([both], workers);
    printResults(`Fulfil, pack and finish with two server processes, ${workers} at once`, [both]);
  } finally {
    for (const connection of connections) connection.end();
    await second.stop();
  }
}

/** Fulfilling a line, and a whole shipment of five lines from picking to the end, as our screens send them. */
export const shipmentWrites: Job = {
  name: 'shipment-writes',
  async run({ adminUrl }) {
    const seed = [
      ...ampleStock,
      ...partiesOfOrders,
      ...shipmentsToFulfil(BY_LINE + AS_A_WHOLE),
      'update company set quick_fulfill = true',
    ];
    const urls = await createSeededDatabase(adminUrl, 'shipment_writes', seed);
    const rig = await startRig(urls, Math.max(...AT_ONCE));
    try {
      const [byLine, asAWhole] = [counter(1, BY_LINE), counter(BY_LINE + 1, AS_A_WHOLE)];
      const whole = (ours: Call) => wholeShipments(rig, ours, asAWhole);
      const lines = fulfilments(rig, rig.ours, byLine);
      await settle(
        urls,
        [lines, whole(rig.ours)].map((works) => works['driver floor'] as Work),
      );
      for (const atOnce of AT_ONCE) {
        await compareWrites('Fulfil a line', lines, atOnce);
        await compareWrites('Quick fulfil, pack and finish 5 lines', whole(rig.ours), atOnce);
      }
      await withTwoProcesses(urls, rig, whole);
      const broken = await examine(urls.serverUrl);
      for (const line of broken) console.log(`    broken: ${line}`);
      reportRequirement('broken invariants', broken.length, 'at most', 0);
    } finally {
      await rig.stop();
    }
  },
};
