import { mayCall, readBadge } from '@longshore/contract';
import { draw } from '../../../documents/draw.ts';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Clock } from '../../../platform/clock.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import { authScope, type Open, type Tx } from '../../../platform/database/tx.ts';
import { Pdf } from '../../../platform/http/bind.ts';
import { invalid } from '../../../platform/http/problem.ts';
import { sha256 } from '../../../platform/ids.ts';
import { findBadge } from './badges.store.ts';

/** Throws unless it is a badge that works, of the caller or of somebody whose badges the caller makes. */
export async function findBadgeToPrint(open: Open, actor: Actor, scan: string): Promise<number> {
  const scanned = readBadge(scan);
  const found = scanned && (await open(authScope, (tx) => findBadge(tx, sha256(scanned.code))));
  if (!found || (found.user_id !== actor.id && !mayCall(actor, 'update_user_model')))
    throw invalid('badge', 'BadgeIsUnknown');
  return found.id;
}

interface Printed {
  name: string;
  company: string;
  timezone: string;
  /** Null for a personal badge. */
  expires_at: string | null;
}

export async function printBadge(tx: Tx, actor: Actor, clock: Clock, id: number, scan: string): Promise<Pdf> {
  const { rows } = await sql<Printed>`
    select u.name, m.name as company, m.timezone, b.expires_at from badges b join users u on u.id = b.user_id cross join company m
    where b.id = ${id} and ${inScope(tx, 'u.client_id')}`.execute(tx);
  const [badge] = rows;
  const code = readBadge(scan)?.code ?? '';
  if (!badge) throw invalid('badge', 'BadgeIsUnknown');
  return new Pdf(() => draw('badge', { ...badge, code, language: actor.lang, at: clock.now() }));
}
