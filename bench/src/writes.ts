import type { IdempotencyKey } from '../floor/write-parts.ts';
import { asOwner, type Urls } from './database.ts';
import type { Connection, Work } from './load.ts';
import { reportPromise } from './promises.ts';
import { isSmoke } from './scale.ts';
import { printResults, rate, runTurns, type Subject, subject } from './subjects.ts';

/** Ours, the bare HTTP floor and the driver floor, in this order. */
export type Works = Record<string, Work>;

/** The key of a write that the driver floor sends itself. */
export const newIdempotencyKey = (): IdempotencyKey => ({ key: crypto.randomUUID(), bodyHash: Buffer.alloc(32) });

/** How often a call is repeated that the server was too busy for. */
const ATTEMPTS = 20;

/** Sends a write under a new key, again when the server is too busy, as the web does. */
export async function sendOnce(
  caller: Connection,
  method: 'post' | 'put',
  path: string,
  body: object,
  token = '',
): Promise<void> {
  const key = crypto.randomUUID();
  for (let attempt = 1; ; attempt++) {
    const status = await caller[method](path, body, token, key);
    if (status === 200) return;
    if (status !== 503 || attempt === ATTEMPTS) throw new Error(`${path} answered ${status}`);
  }
}

/** Counts up; throws when there is nothing left to measure with. */
export function counter(from: number, count: number): () => number {
  let taken = 0;
  return () => {
    if (taken >= count) throw new Error(`All ${count} are used up.`);
    return from + taken++;
  };
}

const SETTLED = isSmoke ? 20 : 1_000;

/**
 * PostgreSQL chooses plans by the size of the tables, and keeps them until it has analysed the tables again, which it
 * does by itself after a minute. So that no plans for empty tables are measured, some work is done first and the tables
 * are analysed, as in a warehouse that is in use.
 */
export async function settle(urls: Urls, works: readonly Work[]): Promise<void> {
  for (const work of works) for (let turn = 0; turn < SETTLED; turn++) await work(0, turn);
  await asOwner(urls, ['vacuum analyze']);
}

/** `atLeast` is the promise against the bare HTTP floor. */
export async function compareWrites(title: string, works: Works, atOnce: number, atLeast = 0.4): Promise<void> {
  const subjects = Object.entries(works).map(([name, work]) => subject(name, work));
  await runTurns(subjects, atOnce);
  printResults(`${title}, under a key, ${atOnce} at once`, subjects);
  const [ours, http, driver] = subjects as [Subject, Subject, Subject];
  reportPromise(
    `${title}, ${atOnce} at once: rate against the bare HTTP floor`,
    rate(ours) / rate(http),
    'at least',
    atLeast,
  );
  console.log(`            rate against the driver floor: ${(rate(ours) / rate(driver)).toFixed(2)}`);
}
