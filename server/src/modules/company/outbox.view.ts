import type { Mail } from '@longshore/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tx.ts';
import type { Vault } from '../../platform/vault.ts';

const SHOWN = 100;

type SealedMail = Omit<Mail, 'text'> & { body_sealed: Buffer };

/** The newest mail, with its text opened for the super user who reads it. */
export async function listOutbox(tx: Tx, vault: Vault): Promise<Mail[]> {
  const { rows } = await sql<SealedMail>`
    select id, recipient as to, subject, body_sealed, state, problem, created_at from mails
    order by id desc limit ${sql.lit(SHOWN)}`.execute(tx);
  return rows.map(({ body_sealed, ...mail }) => ({ ...mail, text: vault.open(body_sealed) }));
}
