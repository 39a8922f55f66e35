import type { ListQuery } from '@longshore/contract';
import { draw } from '../../documents/draw.ts';
import { type Actor, workingClient } from '../../platform/auth/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { Pdf } from '../../platform/http/bind.ts';
import { runFirstRows } from '../../platform/lists/run-list.ts';
import { readClientName } from '../clients/index.ts';
import { readLetterhead } from '../company/index.ts';
import { inventoryListSql } from './inventories.view.ts';

/** Nobody reads more on paper; the list's spreadsheet has them all. */
const ROWS_MAX = 1000;

/** The list as it is filtered and sorted on the screen, for paper. */
export async function printInventories(tx: Tx, actor: Actor, query: ListQuery, clock: Clock): Promise<Pdf> {
  const { name: company, timezone, measure, paper } = await readLetterhead(tx);
  const { records, ...totals } = await runFirstRows(tx, inventoryListSql, actor, query, async () => timezone, ROWS_MAX);
  const client = await readClientName(tx, workingClient(actor));
  const about = { company, client, timezone, measure, paper, language: actor.lang, at: clock.now() };
  return new Pdf(() => draw('itemList', { rows: records, ...totals, query, ...about }));
}
