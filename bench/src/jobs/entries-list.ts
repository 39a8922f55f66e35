import { entriesOverTwoYears, ratesOfClients } from '../billing-seed.ts';
import { CLIENTS, createSeededDatabase } from '../database.ts';
import type { Job } from '../job.ts';
import { reportPromise } from '../promises.ts';
import { type Rig, startRig } from '../rig.ts';
import { formatCount, MANY } from '../scale.ts';
import { median, printResults, runTurns, type Subject, subject } from '../subjects.ts';

const AT_ONCE = 8;
const LIST = '/api/v3/billing/entries?on_page=1&per_page=15';
const clientOf = (worker: number, turn: number) => 1 + ((worker + turn * AT_ONCE) % CLIENTS);

const WAYS = {
  newest: LIST,
  'of one client': `${LIST}&filter_by[client_id]={client}`,
  'of one client and month': `${LIST}&filter_by[client_id]={client}&filter_by[month]=2025-06`,
};
/**
 * Of a thousand entries a client has twenty, and one or none in a month: that page is next to empty. The month of a
 * million is compared with a full page of the same client instead.
 */
const COMPARED_WITH: Record<keyof typeof WAYS, keyof typeof WAYS> = {
  newest: 'newest',
  'of one client': 'of one client',
  'of one client and month': 'of one client',
};
const NAMES = Object.keys(WAYS) as (keyof typeof WAYS)[];

/** The list of all clients' billing entries with a thousand and with a million of them. */
export const entriesList: Job = {
  name: 'entries-list',
  async run({ adminUrl }) {
    const sets: { rig: Rig; subjects: Subject[] }[] = [];
    try {
      for (const count of [1_000, MANY]) {
        const seed = [...ratesOfClients, ...entriesOverTwoYears(count)];
        const rig = await startRig(await createSeededDatabase(adminUrl, `entries_${count}`, seed), AT_ONCE);
        const subjects = NAMES.map((name) =>
          subject(`${name}, ${formatCount(count)}`, (worker, turn) => {
            const client = clientOf(worker, turn);
            return rig.ours(worker).get(WAYS[name].replace('{client}', String(client)), rig.tokens[client]);
          }),
        );
        sets.push({ rig, subjects });
      }
      const all = sets.flatMap(({ subjects }) => subjects);
      await runTurns(all, AT_ONCE);
      printResults(`List of 15 billing entries over ${CLIENTS} clients, ${AT_ONCE} at once`, all);
      const [few, many] = sets.map(({ subjects }) => subjects) as [Subject[], Subject[]];
      for (const [index, name] of NAMES.entries()) {
        const [ours, other] = [many[index] as Subject, few[NAMES.indexOf(COMPARED_WITH[name])] as Subject];
        reportPromise(`${ours.name}: median against ${other.name}`, median(ours) / median(other), 'at most', 2);
      }
    } finally {
      for (const { rig } of sets) await rig.stop();
    }
  },
};
