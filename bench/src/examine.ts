import { checks } from '../../server/src/commands/doctor.ts';
import { openPools } from '../../server/src/platform/database/pools.ts';
import { opener, staffScope } from '../../server/src/platform/database/tx.ts';
import { makeLog } from '../../server/src/platform/log.ts';
import type { Urls } from './database.ts';

/** Everything the doctor checks, one after the other as it does; answers what is broken. */
export async function examine(urls: Urls): Promise<string[]> {
  const pools = openPools(urls.serverUrl, makeLog('warn'), 1);
  try {
    const broken: string[] = [];
    for (const check of checks) broken.push(...(await opener(pools)(staffScope, check.broken)));
    return broken;
  } finally {
    await pools.end();
  }
}
