import { CLIENTS, createSeededDatabase } from '../database.ts';
import type { Job } from '../job.ts';
import { linesOfShipments, movementsOfShipments, ordersOverAYear, partiesOfOrders } from '../order-seed.ts';
import { reportPromise } from '../promises.ts';
import { type Rig, startRig } from '../rig.ts';
import { formatCount, MANY, rounds } from '../scale.ts';
import { ITEMS, itemsOnPlates } from '../stock-seed.ts';

const ROUNDS = rounds(5);
/** After it a report is refused. */
const LIMIT_S = 30;

/** Half of the orders are those of client 1, one in twenty is a return. */
const year = [
  ...itemsOnPlates(ITEMS),
  ...partiesOfOrders,
  ...ordersOverAYear(MANY, {
    clientId: `case when n % 2 = 0 then 1 else 1 + n % ${CLIENTS} end`,
    isReturn: 'n % 20 = 8',
  }),
  ...linesOfShipments,
  movementsOfShipments,
];

/** The reports that read orders and shipments; all clients at once where that is offered. */
const REPORTS = [
  ['open-orders', 1],
  ['back-orders', 1],
  ['shipping', 1],
  ['shipping-by-period', 1],
  ['receiving', 1],
  ['receiving-by-period', 1],
  ['returns', 1],
  ['user-productivity', 'all'],
  ['aftership', 'all'],
  ['unbilled', 'all'],
] as const;

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const MONTH = { from_date: daysAgo(40), to_date: daysAgo(10) };

interface Answered {
  rows: number;
  ms: number;
}

async function run({ port, tokens }: Rig, name: string, clientId: number | 'all'): Promise<Answered> {
  const from = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/api/v3/reports/operations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens[1]}`, 'content-type': 'application/json' },
    body: JSON.stringify({ clientId, name, ...MONTH }),
  });
  const text = await answer.text();
  const ms = performance.now() - from;
  if (answer.status !== 200) throw new Error(`The report ${name} answered ${answer.status}: ${text.slice(0, 300)}`);
  return { rows: (JSON.parse(text) as { data: { rows: unknown[] } }).data.rows.length, ms };
}

/** Reports of orders and shipments of a month, over a year of orders: none comes near the limit. */
export const orderReports: Job = {
  name: 'order-reports',
  async run({ adminUrl }) {
    const rig = await startRig(await createSeededDatabase(adminUrl, 'order_reports', year), 1);
    try {
      console.log(`\n  A month over ${formatCount(MANY)} orders`);
      let slowest = 0;
      for (const [name, clientId] of REPORTS) {
        const answers: Answered[] = [];
        for (let round = 0; round < ROUNDS; round++) answers.push(await run(rig, name, clientId));
        const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
        const median = times[Math.floor(times.length / 2)] ?? 0;
        slowest = Math.max(slowest, times.at(-1) ?? 0);
        const rows = formatCount(answers[0]?.rows ?? 0);
        console.log(`    ${name.padEnd(22)} ${rows.padStart(8)} rows   median ${median.toFixed(0).padStart(6)} ms`);
      }
      reportPromise('order reports: the slowest answer in s', slowest / 1000, 'below', LIMIT_S);
    } finally {
      await rig.stop();
    }
  },
};
