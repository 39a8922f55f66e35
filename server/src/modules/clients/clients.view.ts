import type { ClientOption } from '@longshore/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tx.ts';
import { likePattern } from '../../platform/lists/list-sql.ts';

const OPTIONS_MAX = 50;

export async function findClients(tx: Tx, search: string): Promise<ClientOption[]> {
  const pattern = `%${likePattern(search)}%`;
  const { rows } = await sql<ClientOption>`
    select id, company, account from clients
    where is_active and (lower(company) like ${pattern} or lower(account) like ${pattern})
    order by lower(company), company, id limit ${sql.lit(OPTIONS_MAX)}`.execute(tx);
  return rows;
}
