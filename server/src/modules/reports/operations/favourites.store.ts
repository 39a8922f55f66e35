import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';

export async function readFavourites(tx: Tx, userId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from report_favourites where user_id = ${userId} order by name`.execute(tx);
  return rows.map(({ name }) => name);
}

/** Marking one twice changes nothing. */
export function queueFavourite(tx: Tx, user: { id: number; clientId: number | null }, name: string): void {
  sql`insert into report_favourites (client_id, user_id, name) values (${user.clientId}::int, ${user.id}, ${name}) on conflict do nothing`.queue(
    tx,
  );
}

export function queueNoFavourite(tx: Tx, userId: number, name: string): void {
  sql`delete from report_favourites where user_id = ${userId} and name = ${name}`.queue(tx);
}
