import { examine } from '../../../server/src/commands/doctor.ts';
import * as floor from '../../floor/shipments.ts';
import { seededDatabase, type Urls } from '../database.ts';
import type { Job } from '../job.ts';
import { Connection, type Work } from '../load.ts';
import { clientOfOrder, LINES, lineOfShipment, partiesOfOrders, shipmentsToFulfil } from '../order-seed.ts';
import { reportPromise, reportRequirement } from '../promises.ts';
import { type Rig, startRig } from '../rig.ts';
import { isSmoke } from '../scale.ts';
import { startServer } from '../servers.ts';
import { ampleStock, plateName, platesOf } from '../stock-seed.ts';
import { printResults, rate, runTurns, type Subject, subject } from '../subjects.ts';

const AT_ONCE = [8, 32];
/** More than can be fulfilled line by line, and as a whole, during the measurements. */
const BY_LINE = isSmoke ? 500 : 60_000;
const AS_A_WHOLE = isSmoke ? 1_500 : 60_000;
const UNITS = 2;

/** How often a call is repeated that the server was too busy for. */
const ATTEMPTS = 20;

/** Sends a write under a key, again when the server is too busy, as the web does. */
async function send(caller: Connection, method: 'post' | 'put', path: string, body: object, token = ''): Promise<void> {
  const key = token && crypto.randomUUID();
  for (let attempt = 1; ; attempt++) {
    const status = await caller[method](path, body, token, key);
    if (status === 200) return;
    if (status !== 503 || attempt === ATTEMPTS) throw new Error(`${path} answered ${status}`);
  }
}

/** Counts up; throws when there is nothing left to measure with. */
function counter(from: number, count: number): () => number {
  let taken = 0;
  return () => {
    if (taken >= count) throw new Error(`All ${count} are used up.`);
    return from + taken++;
  };
}

type Call = (worker: number) => Connection;

/** One line of a shipment from the first plate, each line once. */
function fulfilments({ bare, pool, tokens }: Rig, ours: Call, next: () => number): Record<string, Work> {
  const taken = (): floor.Fulfilled => {
    const n = next();
    const shipmentId = 1 + Math.floor(n / LINES);
    const clientId = clientOfOrder(shipmentId);
    const lineId = lineOfShipment(shipmentId, n % LINES);
    return { clientId, shipmentId, lineId, licenseId: platesOf(clientId).first, quantity: UNITS };
  };
  return {
    Longshore: (worker) => {
      const { clientId, shipmentId, lineId, licenseId, quantity } = taken();
      const path = `/api/v3/shipments/${shipmentId}/fulfill/line`;
      const body = { lineId, quantity, license: plateName(licenseId) };
      return send(ours(worker), 'post', path, body, tokens[clientId]);
    },
    'bare HTTP floor': (worker) => send(bare(worker), 'post', '/fulfil', taken()),
    'driver floor': () => floor.fulfilLine(pool, taken()),
  };
}

/** Quick fulfil, pack into one carton, finish: three calls. */
function wholeShipments({ bare, pool, tokens }: Rig, ours: Call, next: () => number): Record<string, Work> {
  const taken = (): floor.OfShipment => {
    const shipmentId = next();
    const clientId = clientOfOrder(shipmentId);
    return { clientId, shipmentId, licenseId: platesOf(clientId).first };
  };
  return {
    Longshore: async (worker) => {
      const { clientId, shipmentId } = taken();
      const [path, token, caller] = [`/api/v3/shipments/${shipmentId}`, tokens[clientId], ours(worker)];
      await send(caller, 'post', `${path}/fulfill/all`, {}, token);
      const contents = Array.from({ length: LINES }, (_, n) => ({
        ...{ lineId: lineOfShipment(shipmentId, n), quantity: UNITS },
      }));
      const containers = [{ id: 'BENCH1', contents }];
      await send(caller, 'put', `${path}/utility/pack`, { containers }, token);
      const finished = { ids: [shipmentId], options: { bill: 0, email: 1 } };
      await send(caller, 'post', '/api/v3/shipments/action/batch/finish', finished, token);
    },
    'bare HTTP floor': async (worker) => {
      const shipment = taken();
      for (const path of ['/fulfil-all', '/pack', '/finish']) await send(bare(worker), 'post', path, shipment);
    },
    'driver floor': async () => {
      const shipment = taken();
      await floor.fulfilShipment(pool, shipment);
      await floor.packShipment(pool, shipment);
      await floor.finishShipment(pool, shipment);
    },
  };
}

async function compare(title: string, works: Record<string, Work>, atOnce: number): Promise<void> {
  const subjects = Object.entries(works).map(([name, work]) => subject(name, work));
  await runTurns(subjects, atOnce);
  printResults(`${title}, under a key, ${atOnce} at once`, subjects);
  const [ours, http, driver] = subjects as [Subject, Subject, Subject];
  reportPromise('rate against the bare HTTP floor', rate(ours) / rate(http), 'at least', 0.4);
  console.log(`            rate against the driver floor: ${(rate(ours) / rate(driver)).toFixed(2)}`);
}

/** A second server on the same database; every other worker calls it. */
async function withTwoProcesses(urls: Urls, rig: Rig, works: (ours: Call) => Record<string, Work>): Promise<void> {
  const second = await startServer('server/dist/main.js', {
    ...{ DATABASE_URL: urls.serverUrl, DATA_DIR: rig.folder },
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
      ...[...ampleStock, ...partiesOfOrders, ...shipmentsToFulfil(BY_LINE + AS_A_WHOLE)],
      'update company set quick_fulfill = true',
    ];
    const urls = await seededDatabase(adminUrl, 'shipment_writes', seed);
    const rig = await startRig(urls, Math.max(...AT_ONCE));
    try {
      const [nextLine, nextShipment] = [counter(0, BY_LINE * LINES), counter(BY_LINE + 1, AS_A_WHOLE)];
      const whole = (ours: Call) => wholeShipments(rig, ours, nextShipment);
      for (const atOnce of AT_ONCE) {
        await compare('Fulfil a line', fulfilments(rig, rig.ours, nextLine), atOnce);
        await compare('Quick fulfil, pack and finish 5 lines', whole(rig.ours), atOnce);
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
