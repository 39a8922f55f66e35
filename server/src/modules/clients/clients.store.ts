import { sql } from 'kysely';
import { type Actor, workingClient } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { invalid } from '../../platform/http/problem.ts';

export interface NewClient {
  company: string;
  account: string;
  email: string;
}

export async function createClient(tx: Tx, client: NewClient): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into clients (company, account, email) values (${client.company}, ${client.account}, ${client.email}) returning id`.execute(
    tx,
  );
  if (!rows[0]) throw new Error('The client was not written.');
  return rows[0].id;
}

/** The client a new record is for: a client user's own whatever it sends, else the one named, else the working one. */
export async function clientOfNew(tx: Tx, actor: Actor, named: number | undefined): Promise<number> {
  const clientId = actor.clientId ?? named ?? workingClient(actor);
  const { rows } = await sql`select from clients where id = ${clientId}`.execute(tx);
  if (!clientId || !rows.length) throw invalid('client_id', 'ClientIsRequired');
  return clientId;
}
