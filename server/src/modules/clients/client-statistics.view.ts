import type { ClientStatistics } from '@longshore/contract';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { notFound } from '../../platform/http/problem.ts';

/** How many records of a kind a client has. */
export type Counter = (tx: Tx, clientId: number) => Promise<number>;
export type Counters = Partial<Record<keyof ClientStatistics, Counter>>;

declare module '../../platform/module.ts' {
  interface Module {
    /** What a client's page counts of the module's records. */
    statistics?: Counters;
  }
}

export async function readStatistics(tx: Tx, counters: Counters, clientId: number): Promise<ClientStatistics> {
  const { rows } = await sql`select from clients where id = ${clientId} and ${inScope(tx, 'id')}`.execute(tx);
  if (!rows.length) throw notFound();
  const count = async (name: keyof ClientStatistics) => (await counters[name]?.(tx, clientId)) ?? 0;
  const [inventory_count, order_count, relation_count, entries_count] = await Promise.all([
    count('inventory_count'),
    count('order_count'),
    count('relation_count'),
    count('entries_count'),
  ]);
  return { inventory_count, order_count, relation_count, entries_count };
}
