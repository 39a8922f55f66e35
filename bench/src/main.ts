import { startDatabase } from './database.ts';
import type { Job } from './job.ts';
import { accrual } from './jobs/accrual.ts';
import { channelImport } from './jobs/channel-import.ts';
import { doctor } from './jobs/doctor.ts';
import { entriesList } from './jobs/entries-list.ts';
import { hotItem } from './jobs/hot-item.ts';
import { itemHistory } from './jobs/item-history.ts';
import { itemList } from './jobs/item-list.ts';
import { orderList } from './jobs/order-list.ts';
import { orderReports } from './jobs/order-reports.ts';
import { orderWrites } from './jobs/order-writes.ts';
import { papers } from './jobs/papers.ts';
import { relationList } from './jobs/relation-list.ts';
import { reports } from './jobs/reports.ts';
import { shipmentList } from './jobs/shipment-list.ts';
import { shipmentWrites } from './jobs/shipment-writes.ts';
import { statement } from './jobs/statement.ts';
import { stockWrites } from './jobs/stock-writes.ts';
import { missedPromises } from './promises.ts';
import { isSmoke } from './scale.ts';

const SMOKE = '--smoke';
const jobs: readonly Job[] = [
  relationList,
  stockWrites,
  itemList,
  itemHistory,
  doctor,
  hotItem,
  orderWrites,
  orderList,
  channelImport,
  shipmentWrites,
  shipmentList,
  papers,
  accrual,
  reports,
  orderReports,
  statement,
  entriesList,
];

function selectJobs(names: readonly string[]): readonly Job[] {
  const unknown = names.find((name) => !jobs.some((job) => job.name === name));
  if (unknown) throw new Error(`There is no job "${unknown}": choose of ${jobs.map(({ name }) => name).join(', ')}.`);
  return names.length ? jobs.filter(({ name }) => names.includes(name)) : jobs;
}

/** Runs all jobs, or those named: `npm run bench -- stock-writes hot-item`; `--smoke` only shows that they work. */
async function runJobs(names: readonly string[]): Promise<void> {
  // Caches filled by one job would change the figures of the next; a smoke run has no figures.
  const shared = isSmoke ? await startDatabase() : undefined;
  try {
    for (const job of selectJobs(names)) {
      console.log(`\n${job.name} …`);
      const postgres = shared ?? (await startDatabase());
      try {
        await job.run(postgres);
      } finally {
        if (!shared) await postgres.stop();
      }
    }
  } finally {
    await shared?.stop();
  }
}

await runJobs(process.argv.slice(2).filter((argument) => argument !== SMOKE));

const missed = missedPromises();
const successMessage = isSmoke
  ? 'Every job works; a smoke run promises nothing about speed.'
  : 'Every promise was kept.';
console.log(missed.length ? `\nMissed:\n${missed.map((line) => `  ${line}`).join('\n')}` : `\n${successMessage}`);
if (missed.length) process.exitCode = 1;
