import { startDatabase } from './database.ts';
import type { Job } from './job.ts';
import { doctor } from './jobs/doctor.ts';
import { hotItem } from './jobs/hot-item.ts';
import { itemHistory } from './jobs/item-history.ts';
import { itemList } from './jobs/item-list.ts';
import { relationList } from './jobs/relation-list.ts';
import { stockWrites } from './jobs/stock-writes.ts';
import { missedPromises } from './promises.ts';

const jobs: readonly Job[] = [relationList, stockWrites, itemList, itemHistory, doctor, hotItem];

function chosen(names: readonly string[]): readonly Job[] {
  const unknown = names.find((name) => !jobs.some((job) => job.name === name));
  if (unknown) throw new Error(`There is no job "${unknown}": choose of ${jobs.map(({ name }) => name).join(', ')}.`);
  return names.length ? jobs.filter(({ name }) => names.includes(name)) : jobs;
}

/** All jobs, or those named: `npm run bench -- stock-writes hot-item`. */
for (const job of chosen(process.argv.slice(2))) {
  console.log(`\n${job.name} …`);
  const postgres = await startDatabase();
  try {
    await job.run(postgres);
  } finally {
    await postgres.stop();
  }
}

const missed = missedPromises();
console.log(missed.length ? `\nMissed:\n${missed.map((line) => `  ${line}`).join('\n')}` : '\nEvery promise was kept.');
if (missed.length) process.exitCode = 1;
