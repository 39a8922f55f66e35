import { BADGES_MAX, type BadgeInput, badgeCode, type NewBadge } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { type Clock, hours, later } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { forbidden, invalid, notFound } from '../../../platform/http/problem.ts';
import { type Ids, sha256 } from '../../../platform/ids.ts';
import { trace } from '../../records/index.ts';
import { readRole } from '../roles.view.ts';
import { permissionsNotHeld } from '../user-rules.ts';
import { lockUser } from '../users.store.ts';
import { countWorking, hasBadge, insertBadge, revokeBadge } from './badges.store.ts';

interface BadgeTools {
  ids: Ids;
  clock: Clock;
}

/** 130 random bits, in letters and digits that no eye mistakes for others. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 26;

const makeSecret = (ids: Ids): string =>
  [...Buffer.from(ids.token(), 'base64url').subarray(0, LENGTH)].map((byte) => ALPHABET[byte % 32]).join('');

/** Under the lock of the user's row: two calls at once count each other's badges. */
async function writeBadge(tx: Tx, actor: Actor, { ids, clock }: BadgeTools, userId: number, input: BadgeInput) {
  if ((await countWorking(tx, userId)) >= BADGES_MAX) throw invalid('kind', `TooManyBadges:${BADGES_MAX}`);
  const code = badgeCode(userId, makeSecret(ids));
  const badge = await insertBadge(tx, {
    userId,
    kind: input.kind,
    name: input.name,
    codeHash: sha256(code),
    createdBy: actor.name,
    expiresAt: input.kind === 'one_time' ? later(clock.now(), hours(input.hours)) : null,
  });
  await trace(tx, actor, {
    type: 'User',
    id: userId,
    clientId: null,
    subject: 'Badge made',
    changes: [
      { field: 'badge_name', newValue: badge.name },
      { field: 'badge_kind', newValue: badge.kind },
      { field: 'badge_expires_at', newValue: badge.expires_at ?? '' },
    ],
  });
  await recordEvent(tx, { kind: 'badge.changed', subjectId: userId });
  return { ...badge, code };
}

export async function makeOwnBadge(tx: Tx, actor: Actor, tools: BadgeTools, input: BadgeInput): Promise<NewBadge> {
  await lockUser(tx, actor.id);
  return writeBadge(tx, actor, tools, actor.id, input);
}

/**
 * For somebody else. Whoever has a badge is that person, so nobody makes one for a user with more permissions than
 * their own; one's own badge needs the password.
 */
export async function makeBadge(
  tx: Tx,
  actor: Actor,
  tools: BadgeTools,
  userId: number,
  input: BadgeInput,
): Promise<NewBadge> {
  const user = await lockUser(tx, userId);
  if (!user) throw notFound();
  if (userId === actor.id) throw invalid('kind', 'OwnAccountInProfile');
  if (!user.is_main_user) throw invalid('kind', 'BadgeNotForClients');
  if (user.is_su && !actor.is_su) throw forbidden();
  const held = user.role_id ? ((await readRole(tx, user.role_id))?.access ?? {}) : {};
  if (permissionsNotHeld(actor, held).length) throw invalid('kind', 'HoldsMoreThanYou');
  return writeBadge(tx, actor, tools, userId, input);
}

export async function endBadge(tx: Tx, actor: Actor, userId: number, id: number): Promise<true> {
  if (!(await hasBadge(tx, userId, id))) throw notFound();
  const revoked = await revokeBadge(tx, userId, id, actor.name);
  if (!revoked) return true;
  await trace(tx, actor, {
    type: 'User',
    id: userId,
    clientId: null,
    subject: 'Badge revoked',
    changes: [
      { field: 'badge_name', newValue: revoked.name },
      { field: 'badge_kind', newValue: revoked.kind },
    ],
  });
  // Live streams that were opened with its sessions end, too.
  await recordEvent(tx, { kind: 'session.ended', subjectId: userId });
  await recordEvent(tx, { kind: 'badge.changed', subjectId: userId });
  return true;
}
