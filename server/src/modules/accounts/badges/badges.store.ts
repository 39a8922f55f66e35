import type { Badge, BadgeKind } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';

const isUsed = sql`(kind = 'one_time' and last_used_at is not null)`;
const works = sql`(revoked_at is null and not ${isUsed} and (expires_at is null or expires_at > now()))`;

const columns = sql`id, kind, name, created_at, created_by, expires_at, last_used_at, last_used_address, revoked_at, revoked_by,
  case when revoked_at is not null then 'revoked' when ${isUsed} then 'used' when expires_at <= now() then 'expired' else 'active' end as state`;

/** Badges that work, then those that did, the newest first. */
export async function listBadges(tx: Tx, userId: number): Promise<Badge[]> {
  const { rows } = await sql<Badge>`
    select ${columns} from badges where user_id = ${userId} order by ${works} desc, id desc limit 100`.execute(tx);
  return rows;
}

export async function countWorking(tx: Tx, userId: number): Promise<number> {
  const { rows } = await sql<{ working: number }>`
    select count(*)::int as working from badges where user_id = ${userId} and ${works}`.execute(tx);
  return rows[0]?.working ?? 0;
}

export interface BadgeToWrite {
  userId: number;
  kind: BadgeKind;
  name: string;
  codeHash: Buffer;
  createdBy: string;
  /** Null for a badge that does not expire. */
  expiresAt: Date | null;
}

export async function insertBadge(tx: Tx, badge: BadgeToWrite): Promise<Badge> {
  const { rows } = await sql<Badge>`
    insert into badges (user_id, kind, name, code_hash, created_by, expires_at)
    values (${badge.userId}, ${badge.kind}, ${badge.name}, ${badge.codeHash}, ${badge.createdBy}, ${badge.expiresAt}::timestamptz)
    returning ${columns}`.execute(tx);
  if (!rows[0]) throw new Error('The badge was not written.');
  return rows[0];
}

/** The badge of a code, if it works. */
export async function findBadge(tx: Tx, codeHash: Buffer): Promise<{ id: number; user_id: number } | undefined> {
  const { rows } = await sql<{ id: number; user_id: number }>`
    select id, user_id from badges where code_hash = ${codeHash} and ${works}`.execute(tx);
  return rows[0];
}

/** False when it does not work any more: of two sign-ins with a one-time badge the second finds it used. */
export async function spendBadge(tx: Tx, id: number, address: string): Promise<boolean> {
  const { count } = await sql`
    update badges set last_used_at = now(), last_used_address = ${address} where id = ${id} and ${works}`.execute(tx);
  return count > 0;
}

export async function hasBadge(tx: Tx, userId: number, id: number): Promise<boolean> {
  const { rows } = await sql`select from badges where id = ${id} and user_id = ${userId}`.execute(tx);
  return rows.length > 0;
}

/** Ends a badge with the sessions that it began; what was revoked before stays as it is. */
export async function revokeBadge(tx: Tx, userId: number, id: number, by: string): Promise<Badge | undefined> {
  const { rows } = await sql<Badge>`
    update badges set revoked_at = now(), revoked_by = ${by} where id = ${id} and user_id = ${userId} and revoked_at is null
    returning ${columns}`.execute(tx);
  await sql`update sessions set ended_at = now() where user_id = ${userId} and badge_id = ${id} and ended_at is null`.execute(
    tx,
  );
  return rows[0];
}

/** All badges of somebody whose password changed. */
export async function revokeBadges(tx: Tx, userId: number): Promise<void> {
  await sql`
    update badges set revoked_at = now(), revoked_by = (select name from users where id = ${userId} and ${inScope(tx)})
    where user_id = ${userId} and revoked_at is null`.execute(tx);
}
