import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import { staffScope, type Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import type { Job } from '../../platform/jobs/worker.ts';
import { addressOf, type CopyTools, copyLogo, isUncopied, type LogoOwner } from '../company/index.ts';

/**
 * Copies the logo of the client that was saved; at the start of a worker those of all whose address was never tried, for
 * example because an earlier release stored it, and every night also what could not be fetched before.
 */
export const copyClientLogosJob =
  (tools: CopyTools): Job =>
  async (context, payload) => {
    const isOfAll = payload.id === undefined;
    const isNightly = isOfAll && payload.untried !== true;
    const { rows } = await context.open(
      staffScope,
      (tx) =>
        sql<LogoOwner & { id: number }>`
          select id, logo_uri as address, logo_picture as picture from clients
          where ${isUncopied(sql.ref('logo_uri'), isNightly)} and ${isOfAll ? sql`true` : sql`id = ${Number(payload.id)}`}
            and ${inScope(tx, 'id')}
          order by id`.execute(tx),
      'read',
    );
    for (const { id, ...owner } of rows)
      await copyLogo(context, tools, owner, async (tx, { picture, problem }) => {
        const { count } = await sql`
          update clients set logo_fetched = ${owner.address}, logo_picture = ${picture}, logo_problem = ${problem}
          where id = ${id} and ${inScope(tx, 'id')} and logo_uri = ${owner.address}`.execute(tx);
        if (count) await recordEvent(tx, { kind: 'client_logo.copied', clientId: id, subjectId: id });
        return count > 0;
      });
  };

/** Whether a stored file is the copy of a client's logo, so that no job removes it. */
export async function keepsClientLogo(tx: Tx, path: string): Promise<boolean> {
  const { rows } =
    await sql`select from clients where logo_picture = ${addressOf(path)} and ${inScope(tx, 'id')}`.execute(tx);
  return rows.length > 0;
}
