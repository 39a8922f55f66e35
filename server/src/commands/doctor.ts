import { sql } from 'kysely';
import { stockChecks } from '../modules/stock/index.ts';
import type { Config } from '../platform/config.ts';
import { openPools } from '../platform/database/pools.ts';
import { opener, staffScope, type Tx } from '../platform/database/tx.ts';
import { makeLog } from '../platform/log.ts';
import { readyDatabase } from './database.ts';

/** One thing that must hold on a live database, and what breaks it when it does not. */
export interface Check {
  name: string;
  broken(tx: Tx): Promise<string[]>;
}

const settings = ['fsync', 'full_page_writes', 'synchronous_commit'];

export const checks: Check[] = [
  ...stockChecks,
  {
    name: 'What is acknowledged is on disk',
    broken: async (tx) => {
      const { rows } = await sql<{ name: string; setting: string }>`
        select name, setting from pg_settings where name = any(${settings}) and setting = 'off'`.execute(tx);
      return rows.map((row) => `${row.name} is ${row.setting}`);
    },
  },
  {
    name: 'Every client has its system relations',
    broken: async (tx) => {
      const { rows } = await sql<{ id: number; company: string; found: number }>`
        select c.id, c.company, count(r.id) as found from clients c
        left join relations r on r.client_id = c.id and r.is_system
        group by c.id having count(r.id) <> 3`.execute(tx);
      return rows.map((row) => `client ${row.id} (${row.company}) has ${row.found} of 3`);
    },
  },
  {
    name: 'No mail has been left queued',
    broken: async (tx) => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*) as waiting from mails where state = 'queued' and created_at < now() - interval '10 minutes'`.execute(
        tx,
      );
      return rows[0]?.waiting ? [`${rows[0].waiting} mails are still queued; is a worker running?`] : [];
    },
  },
];

/** Everything that is broken, one check after the other. */
export async function examine(serverUrl: string): Promise<string[]> {
  const pools = openPools(serverUrl, makeLog('warn'), 1);
  try {
    const broken: string[] = [];
    for (const check of checks) broken.push(...(await opener(pools)(staffScope, check.broken)));
    return broken;
  } finally {
    await pools.end();
  }
}

/** Proves on the live database what must always be true, and names what is broken. Exits 1 when something is. */
export async function doctor(config: Config): Promise<void> {
  const database = await readyDatabase(config, () => {});
  const pools = openPools(database.serverUrl, makeLog('warn'), 1);
  let sick = false;
  try {
    for (const check of checks) {
      const broken = await opener(pools)(staffScope, check.broken);
      sick ||= broken.length > 0;
      process.stdout.write(
        `${broken.length ? 'BROKEN' : 'ok    '}  ${check.name}\n${broken.map((line) => `          ${line}\n`).join('')}`,
      );
    }
  } finally {
    await pools.end();
    await database.stop();
  }
  if (sick) process.exitCode = 1;
}
