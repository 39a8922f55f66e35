import pg from 'pg';
import { examine } from '../../../server/src/commands/doctor.ts';
import { CLIENTS, createSeededDatabase } from '../database.ts';
import type { Job } from '../job.ts';
import { reportPromise, reportRequirement } from '../promises.ts';
import { formatCount, isSmoke, MANY, rounds } from '../scale.ts';
import { balancesOfMovements, itemsOnPlates } from '../stock-seed.ts';

const ITEMS = isSmoke ? 100 : 10_000;
const MOVEMENTS = MANY;
const ROUNDS = rounds(5);

/** A hundred movements for every item, one unit each, alternating between the client's two plates. */
const ledger = `insert into movements (client_id, inventory_id, license_id, quarantine, quantity, row_balance, item_balance, kind, user_name, at)
  select 1 + n % ${CLIENTS}, 1 + n % ${ITEMS}, 2 * (1 + n % ${CLIENTS}) - (n / ${ITEMS}) % 2, false, 1, 1 + n / ${2 * ITEMS}, 1 + n / ${ITEMS}, 'adjust', 'Bench',
         now() - make_interval(secs => ${MOVEMENTS} - n)
  from generate_series(0, ${MOVEMENTS - 1}) n`;

const plainSum = 'select sum(quantity) from movements group by inventory_id, license_id, lot_id, quarantine';

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
}

const medianOf = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** All checks of the doctor, compared with one plain sum over the ledger. */
export const doctor: Job = {
  name: 'doctor',
  async run({ adminUrl }) {
    const urls = await createSeededDatabase(adminUrl, 'doctor', [
      ...itemsOnPlates(ITEMS),
      ledger,
      ...balancesOfMovements,
    ]);
    const owner = new pg.Client({ connectionString: urls.ownerUrl });
    await owner.connect();
    try {
      const broken: string[] = [];
      const sums: number[] = [];
      const examinations: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        sums.push(await seconds(() => owner.query(plainSum)));
        examinations.push(await seconds(async () => broken.push(...(await examine(urls.serverUrl)))));
      }
      console.log(`\nDoctor on ${formatCount(MOVEMENTS)} movements of ${formatCount(ITEMS)} items`);
      console.log(
        `    one sum over the ledger ${medianOf(sums).toFixed(2)} s, all checks ${medianOf(examinations).toFixed(2)} s`,
      );
      reportPromise('all checks against one sum', medianOf(examinations) / medianOf(sums), 'at most', 3);
      reportRequirement('broken invariants', broken.length, 'at most', 0);
    } finally {
      await owner.end();
    }
  },
};
