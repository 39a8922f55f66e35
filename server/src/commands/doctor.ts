import { registry } from '../app.ts';
import type { Config } from '../platform/config.ts';
import { openPools } from '../platform/database/pools.ts';
import { opener, staffScope } from '../platform/database/tx.ts';
import { makeLog } from '../platform/log.ts';
import { readyDatabase } from './database.ts';

/** What must hold on a live database, as the modules register it. */
const checks = registry.list('checks');

/** All violations, one check after the other. */
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

/** Checks the invariants on the live database and prints the violations. Exits 1 when there are any. */
export async function doctor(config: Config): Promise<void> {
  const database = await readyDatabase(config, () => {});
  const pools = openPools(database.serverUrl, makeLog('warn'), 1);
  let hasViolations = false;
  try {
    for (const check of checks) {
      const broken = await opener(pools)(staffScope, check.broken);
      hasViolations ||= broken.length > 0;
      process.stdout.write(
        `${broken.length ? 'BROKEN' : 'ok    '}  ${check.name}\n${broken.map((line) => `          ${line}\n`).join('')}`,
      );
    }
  } finally {
    await pools.end();
    await database.stop();
  }
  if (hasViolations) process.exitCode = 1;
}
