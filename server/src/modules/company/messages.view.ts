import type { ProviderMessage } from '@longshore/contract';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';

const SHOWN = 50;

export async function readMessages(tx: Tx): Promise<ProviderMessage[]> {
  const { rows } = await sql<ProviderMessage>`
    select id, title, body, published_at from provider_messages where is_active
    order by published_at desc, id desc limit ${sql.lit(SHOWN)}`.execute(tx);
  return rows;
}
