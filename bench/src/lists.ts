import { CLIENTS } from './database.ts';
import type { Work } from './load.ts';
import { reportPromise } from './promises.ts';
import type { Rig } from './rig.ts';
import { formatCount, MANY } from './scale.ts';
import { median, printResults, rate, runTurns, type Subject, subject } from './subjects.ts';

/** Calls of a list that run at the same time. */
export const AT_ONCE = 8;
const FEW = 1_000;

/** Whose list a worker asks for: the next client each turn. */
export const clientOf = (worker: number, turn: number) => 1 + ((worker + turn * AT_ONCE) % CLIENTS);

/** One list on one database. Searches are compared with `page`, growth with the same list on fewer rows. */
export interface ListSet {
  rig: Rig;
  /** Ours, the bare HTTP floor and the driver floor. */
  listed: readonly [Subject, Subject, Subject];
  page: Subject;
  searches: readonly Subject[];
  /** Other pages, each compared with itself on fewer rows, by its limit. */
  others: readonly { page: Subject; atMost: number }[];
}

/** A subject that gets a path as the user of the client whose turn it is; `{client}` in the path is that client. */
export const pageOf =
  (rig: Rig, count: number) =>
  (name: string, path: string, tokens: readonly string[] = rig.tokens): Subject =>
    subject(`${name}, ${formatCount(count)}`, (worker, turn) => {
      const client = clientOf(worker, turn);
      return rig.ours(worker).get(path.replace('{client}', String(client)), tokens[client]);
    });

/** Ours beside the two floors. */
export const listedBy = (ours: Subject, count: number, bare: Work, driver: Work): ListSet['listed'] => [
  ours,
  subject(`bare HTTP floor, ${formatCount(count)}`, bare),
  subject(`driver floor, ${formatCount(count)}`, driver),
];

const growth = `median at ${formatCount(MANY)} against ${formatCount(FEW)}`;
const grown = (few: Subject, many: Subject) => median(many) / median(few);

async function compareListed(title: string, sets: readonly [ListSet, ListSet], atLeast: number): Promise<void> {
  const [few, many] = sets;
  await runTurns([...few.listed, ...many.listed], AT_ONCE);
  for (const { listed } of sets) {
    printResults(`${title}, ${AT_ONCE} at once`, listed);
    console.log(`            rate against the driver floor: ${(rate(listed[0]) / rate(listed[2])).toFixed(2)}`);
  }
  // Of a thousand orders a client has hardly one that is open: only the page of the many rows is full.
  const [ours, http] = many.listed;
  reportPromise('rate against the bare HTTP floor', rate(ours) / rate(http), 'at least', atLeast);
  reportPromise(growth, grown(few.listed[0], many.listed[0]), 'at most', 2);
}

async function compareOthers(few: ListSet, many: ListSet): Promise<void> {
  const pages = [few, many].flatMap(({ others }) => others.map(({ page }) => page));
  await runTurns(pages, AT_ONCE);
  printResults(`Other pages, ${AT_ONCE} at once`, pages);
  for (const [n, { page, atMost }] of many.others.entries())
    reportPromise(`${page.name}: ${growth}`, grown(few.others[n]?.page as Subject, page), 'at most', atMost);
}

async function compareSearches({ page, searches }: ListSet): Promise<void> {
  await runTurns([page, ...searches], AT_ONCE);
  printResults(`Search by a fragment of the reference, ${AT_ONCE} at once`, [page, ...searches]);
  for (const search of searches)
    reportPromise(`${search.name}: median against a page without search`, grown(page, search), 'at most', 5);
}

/** Measures a list with a thousand and with a million rows; `atLeast` is its promise against the bare HTTP floor. */
export async function measureLists(
  title: string,
  atLeast: number,
  makeSet: (count: number) => Promise<ListSet>,
): Promise<void> {
  const sets: ListSet[] = [];
  try {
    for (const count of [FEW, MANY]) sets.push(await makeSet(count));
    const [few, many] = sets as [ListSet, ListSet];
    await compareListed(title, [few, many], atLeast);
    await compareSearches(many);
    await compareOthers(few, many);
  } finally {
    for (const { rig } of sets) await rig.stop();
  }
}
