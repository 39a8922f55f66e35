import { api, mayCall, type ScannedCodes, type SearchHit } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';

/** The count that the code of its sheet names. A count has no plain code: its number would be any number. */
export async function findScannedCounts(tx: Tx, actor: Actor, { own }: ScannedCodes): Promise<SearchHit[]> {
  if (own?.kind !== 'count' || !mayCall(actor, api.counts.get.access)) return [];
  const { rows } = await sql<{ id: number; name: string; company: string }>`
    select k.id, k.name, c.company from counts k join clients c on c.id = k.client_id
    where k.id = ${own.id}::bigint and ${inScope(tx, 'k.client_id')}`.execute(tx);
  return rows.map(({ id, name, company }) => ({
    kind: 'count',
    id,
    title: `#${id} ${name}`.trim(),
    description: company,
    path: `/counts/${id}/action/view`,
  }));
}
