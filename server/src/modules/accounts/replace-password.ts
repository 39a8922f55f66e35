import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { revokeBadges } from './badges/badges.store.ts';

/** Whoever reads the mailbox of a former address must not get in with an older link. */
export async function endResetLinks(tx: Tx, userId: number): Promise<void> {
  await sql`update password_resets set used_at = now() where user_id = ${userId} and used_at is null`.execute(tx);
}

/** The only function that sets a new password: ends sessions, the API token, badges and reset links. */
export async function replacePassword(
  tx: Tx,
  userId: number,
  passwordHash: string,
  keepSessionId: string | null,
): Promise<void> {
  await sql`update users set password_hash = ${passwordHash}, updated_at = now() where id = ${userId} and ${inScope(tx)}`.execute(
    tx,
  );
  await endSessions(tx, userId, keepSessionId);
  await sql`delete from api_tokens where user_id = ${userId}`.execute(tx);
  await revokeBadges(tx, userId);
  await endResetLinks(tx, userId);
}

export async function endSessions(tx: Tx, userId: number, keepId: string | null): Promise<void> {
  await recordEvent(tx, { kind: 'session.ended', subjectId: userId });
  await sql`update sessions set ended_at = now() where user_id = ${userId} and id is distinct from ${keepId} and ended_at is null`.execute(
    tx,
  );
}
