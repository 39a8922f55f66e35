import { parseArgs } from 'node:util';
import { type BillingRun, Day } from '@longshore/contract';
import { processRun, readRun, startRun } from '../modules/billing/index.ts';
import type { Config } from '../platform/config.ts';
import { openPools } from '../platform/database/pools.ts';
import { opener, staffScope } from '../platform/database/tx.ts';
import { Problem } from '../platform/http/problem.ts';
import { makeLog } from '../platform/log.ts';
import { readyDatabase, StartError } from './database.ts';

const usage = `Usage:
  npm run accrue -- --from 2026-10-01 --to 2026-10-31 [--client 12]… [--may-lower]\n    charge storage and counts of these days again; stops at a day that would remove or lower entries, unless --may-lower is given`;

function readDays(args: string[]): { from: string; to: string; clientIds: number[]; mayLower: boolean } {
  let values: { from?: string; to?: string; client?: string[]; 'may-lower'?: boolean };
  try {
    ({ values } = parseArgs({
      args,
      options: {
        from: { type: 'string' },
        to: { type: 'string' },
        client: { type: 'string', multiple: true },
        'may-lower': { type: 'boolean' },
      },
    }));
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${usage}`);
  }
  const dayOf = (name: 'from' | 'to') => {
    const day = Day.safeParse(values[name]);
    if (!day.success) throw new StartError(`--${name} must be a day such as 2026-10-31.\n${usage}`);
    return day.data;
  };
  const clientIds = (values.client ?? []).map((id) => {
    if (!/^[1-9]\d{0,8}$/.test(id)) throw new StartError(`--client must be the number of a client.\n${usage}`);
    return Number(id);
  });
  return { from: dayOf('from'), to: dayOf('to'), clientIds, mayLower: values['may-lower'] === true };
}

const outcomeOf = ({ added, changed, lowered, removed, kept, gaps }: BillingRun) =>
  `${added} entries added, ${changed} changed (${lowered} lowered), ${removed} removed, ${kept} kept as people left them or in closed months; ` +
  `${gaps} things could not be charged.`;

/** Charges days again and prints how far it is. A server that runs meanwhile helps with it. Exits 1 when it fails. */
export async function accrue(config: Config, args: string[]): Promise<void> {
  const { from, to, clientIds, mayLower } = readDays(args);
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const database = await readyDatabase(config, say);
  const pools = openPools(database.serverUrl, makeLog('warn'), 1);
  const open = opener(pools);
  try {
    const { id, ...run } = await open(staffScope, (tx) =>
      startRun(tx, 'npm run accrue', { cause: 'command', from, to, clientIds, mayLower }),
    );
    say(`Charging ${run.days} days, from ${run.from} to ${run.to}.`);
    const show = () => open(staffScope, (tx) => readRun(tx, id), 'read');
    await processRun(open, id, undefined, async () => {
      const { done_through, days_done, days } = await show();
      say(`${done_through}  ${days_done} of ${days}`);
    });
    const ended = await show();
    if (ended.state === 'failed') throw new StartError(`It failed after ${ended.done_through}: ${ended.problem}`);
    say(outcomeOf(ended));
  } catch (error) {
    if (error instanceof Problem) throw new StartError(`${error.message}.`);
    throw error;
  } finally {
    await pools.end();
    await database.stop();
  }
}
