import { relationList as floor } from '../../floor/relation-list.ts';
import { CLIENTS, createSeededDatabase } from '../database.ts';
import type { Job } from '../job.ts';
import { reportPromise } from '../promises.ts';
import { type Rig, startRig } from '../rig.ts';
import { formatCount, MANY } from '../scale.ts';
import { median, printResults, rate, runTurns, type Subject, subject } from '../subjects.ts';

const AT_ONCE = 8;
const PATH = '/api/v3/relations?on_page=1&per_page=15&filter_by[type]=customer&filter_by[is_active]=1';
const clientOf = (worker: number, turn: number) => 1 + ((worker + turn * AT_ONCE) % CLIENTS);

const names = `('{Harvest,Oak,Blue,Fjord,Copper,Meadow,Alder,Stone,Quiet,Tidal,North,Juniper}'::text[])[1 + n % 12] || ' ' ||
  ('{Market,Cafés,Hotel,Grocers,Kettle,Lodge,Bakery,Supply,Traders,Books,Deli,Works}'::text[])[1 + (n / 12) % 12] || ' ' || n`;

/** Two customers to each vendor, one in ten disabled. */
const relations = (count: number) =>
  `insert into relations (client_id, type, name, account, email, is_active, updated_at)
   select 1 + n % ${CLIENTS}, case when (n / ${CLIENTS}) % 3 = 2 then 'vendor' else 'customer' end, ${names}, 'AC-' || n, 'orders@' || n || '.example',
          (n / ${CLIENTS}) % 10 <> 9, now() - make_interval(secs => n % 1000000)
   from generate_series(0, ${count - 1}) n`;

function subjectsOf({ ours, bare, pool, tokens }: Rig): [Subject, Subject, Subject] {
  return [
    subject('Longshore', (worker, turn) => ours(worker).get(PATH, tokens[clientOf(worker, turn)])),
    subject('bare HTTP floor', (worker, turn) => bare(worker).get(`/relations?client=${clientOf(worker, turn)}`)),
    subject('driver floor', (worker, turn) => floor(pool, clientOf(worker, turn))),
  ];
}

/** A list of 15 relations by our server, by the bare HTTP floor and by the driver, on the same data. */
export const relationList: Job = {
  name: 'relation-list',
  async run({ adminUrl }) {
    const sets: { count: number; rig: Rig; subjects: [Subject, Subject, Subject] }[] = [];
    try {
      for (const count of [1_000, MANY]) {
        const urls = await createSeededDatabase(adminUrl, `relations_${count}`, [relations(count)]);
        const rig = await startRig(urls, AT_ONCE);
        sets.push({ count, rig, subjects: subjectsOf(rig) });
      }
      await runTurns(
        sets.flatMap(({ subjects }) => subjects),
        AT_ONCE,
      );
      for (const { count, subjects } of sets) {
        const [ours, http, driver] = subjects;
        printResults(
          `List of 15 relations, ${formatCount(count)} relations over ${CLIENTS} clients, ${AT_ONCE} at once`,
          subjects,
        );
        reportPromise('rate against the bare HTTP floor', rate(ours) / rate(http), 'at least', 0.5);
        console.log(`            rate against the driver floor: ${(rate(ours) / rate(driver)).toFixed(2)}`);
      }
      const [small, large] = sets.map(({ subjects }) => subjects[0]) as [Subject, Subject];
      reportPromise(`median at ${formatCount(MANY)} against 1,000`, median(large) / median(small), 'at most', 2);
      reportPromise('server process when idle, MB', sets[0]?.rig.idleMegabytes ?? Number.NaN, 'below', 150);
    } finally {
      for (const { rig } of sets) await rig.stop();
    }
  },
};
