import { type AuthData, readBadge } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import { authScope, type Open, type Tx } from '../../../platform/database/tx.ts';
import { forbidden, unauthenticated } from '../../../platform/http/problem.ts';
import { sha256 } from '../../../platform/ids.ts';
import { countAttempt } from '../attempts.ts';
import { type LoginTools, type SignedIn, startSession } from '../login.ts';
import { findBadge, spendBadge } from './badges.store.ts';

interface Scan {
  badge: string;
  address: string;
  agent: string;
}

/** The account that scans which name nobody are counted under. */
const NOBODY = 'badge';

async function emailOf(tx: Tx, userId: number): Promise<string> {
  const { rows } = await sql<{
    email: string;
  }>`select email from users where id = ${userId} and ${inScope(tx)}`.execute(tx);
  return rows[0]?.email ?? NOBODY;
}

export interface ScannedBadge extends SignedIn {
  badgeId: number;
}

/** Counted and answered as a password is: whoever scans what does not work learns nothing about the account. */
export async function checkBadge(open: Open, { badge, address, agent }: Scan): Promise<ScannedBadge> {
  const scanned = readBadge(badge);
  const email = scanned ? await open(authScope, (tx) => emailOf(tx, scanned.userId)) : NOBODY;
  const { attemptId, account } = await countAttempt(open, { email, address, agent });
  const found = scanned && (await open(authScope, (tx) => findBadge(tx, sha256(scanned.code))));
  if (!found || !account?.is_active || found.user_id !== account.id) throw unauthenticated();
  if (account.is_barred) throw forbidden();
  return { attemptId, userId: account.id, badgeId: found.id };
}

export async function signInByBadge(
  tx: Tx,
  tools: LoginTools,
  address: string,
  scanned: ScannedBadge,
): Promise<AuthData> {
  if (!(await spendBadge(tx, scanned.badgeId, address))) throw unauthenticated();
  return startSession(tx, tools, scanned);
}
