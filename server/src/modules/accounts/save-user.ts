import type { User, UserInput, UserUpdate } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { forbidden, invalid, needsSignIn, notFound, refused, stale } from '../../platform/http/problem.ts';
import type { QueueMail } from '../../platform/mail/mail.ts';
import { changesBetween, trace } from '../records/index.ts';
import { mailFormerAddress } from './address-change.ts';
import { endResetLinks, endSessions, replacePassword } from './replace-password.ts';
import { readRole } from './roles.view.ts';
import { withReferences } from './user-history.ts';
import { permissionsNotHeld, stopsBeingSuper } from './user-rules.ts';
import {
  clientExists,
  insertUser,
  type LockedUser,
  lockUser,
  otherSuperUsers,
  type UserFields,
  updateUser,
} from './users.store.ts';
import { readUser } from './users.view.ts';

/** A main user has a role and no client, a client user a client and no role. What does not apply is dropped. */
function fieldsOf(input: UserInput | UserUpdate): UserFields {
  const isMain = input.is_main_user === 1;
  return {
    name: input.name,
    email: input.email,
    is_main_user: isMain,
    is_su: isMain && input.is_su === 1,
    is_active: input.is_active === 1,
    role_id: isMain ? input.role_id || null : null,
    client_id: isMain ? null : input.client_id || null,
    order_controller: !isMain && input.order_controller === 1,
    statement_reader: !isMain && input.statement_reader === 1,
    lang: input.lang,
  };
}

async function checkPlace(tx: Tx, actor: Actor, fields: UserFields, before: LockedUser | undefined): Promise<void> {
  if (fields.client_id && !(await clientExists(tx, fields.client_id)))
    throw invalid('client_id', 'PleaseSelectAClient');
  if (!fields.role_id || fields.role_id === before?.role_id) return;
  const role = await readRole(tx, fields.role_id);
  if (!role?.is_active) throw refused(10009);
  const notHeld = permissionsNotHeld(actor, role.access);
  if (notHeld.length) throw invalid('role_id', `MoreThanYouHold:${notHeld.join(', ')}`);
}

/**
 * Whoever may change a user's address can have the password reset link sent there, and whoever may disable or demote
 * all others takes over: so the account of a user with more permissions cannot be changed at all.
 */
async function checkStronger(tx: Tx, actor: Actor, changed: string | undefined, before: LockedUser): Promise<void> {
  if (!changed || before.id === actor.id || !before.role_id) return;
  const notHeld = permissionsNotHeld(actor, (await readRole(tx, before.role_id))?.access ?? {});
  if (notHeld.length) throw invalid(changed, 'HoldsMoreThanYou');
}

/**
 * The password can be reset through the address: changing one's own needs the password, and an API token may change
 * nobody's.
 */
function checkAddress(actor: Actor, fields: UserFields, before: LockedUser): void {
  if (fields.email === before.email) return;
  if (actor.sessionId === null || actor.byBadge) throw needsSignIn();
  if (before.id === actor.id) throw invalid('email', 'OwnAccountInProfile');
}

const traced = ({ id: _, updated_at: __, ...fields }: LockedUser) => fields;

export async function createUserByHand(
  tx: Tx,
  actor: Actor,
  input: UserInput,
  initial: { password: string; hash: string },
) {
  const fields = fieldsOf(input);
  if (fields.is_su && !actor.is_su) throw forbidden();
  await checkPlace(tx, actor, fields, undefined);
  const id = await insertUser(tx, fields, initial.hash);
  await trace(tx, actor, {
    type: 'User',
    id,
    clientId: fields.client_id,
    subject: 'Created',
    changes: await withReferences(tx, changesBetween({}, fields), fields),
  });
  await recordEvent(tx, { kind: 'user.saved', clientId: fields.client_id, subjectId: id });
  return { ...(await readUser(tx, id)), newlyCreatedPassword: initial.password };
}

/** Throws when the user may not be changed like this, or not by this actor. */
function checkChange(actor: Actor, fields: UserFields, before: LockedUser, otherSuperUserCount: number): void {
  if ((before.is_su || fields.is_su) && !actor.is_su) throw forbidden();
  if (fields.is_su && !before.is_su && (actor.sessionId === null || actor.byBadge)) throw needsSignIn();
  if (stopsBeingSuper(before, fields) && otherSuperUserCount === 0)
    throw invalid(fields.is_active ? 'is_su' : 'is_active', 'LastSuperUser');
  if (before.id === actor.id && !fields.is_active) throw invalid('is_active', 'NotYourself');
  // A user stays on its side: records it created for one client must not become another's.
  if (fields.is_main_user !== before.is_main_user || fields.client_id !== before.client_id)
    throw invalid('client_id', 'PlaceIsFixed');
}

/** Invalidates the links that were sent to the former address, and informs that address of the change. */
async function leaveAddress(tx: Tx, actor: Actor, queueMail: QueueMail, fields: UserFields, before: LockedUser) {
  if (fields.email === before.email) return;
  await endResetLinks(tx, before.id);
  await mailFormerAddress(tx, queueMail, {
    name: fields.name,
    lang: fields.lang,
    before: before.email,
    after: fields.email,
    by: actor.name,
  });
}

export async function saveUser(
  tx: Tx,
  actor: Actor,
  queueMail: QueueMail,
  id: number,
  input: UserUpdate,
): Promise<User> {
  // Super users are locked before the row itself and always in order of id: two of them demoting each other must
  // wait.
  const others = await otherSuperUsers(tx, id);
  const before = await lockUser(tx, id);
  if (!before) throw notFound();
  if (input.updated_at && input.updated_at !== before.updated_at) throw stale();
  const fields = fieldsOf(input);
  checkChange(actor, fields, before, others);
  checkAddress(actor, fields, before);
  await checkPlace(tx, actor, fields, before);
  const changed = changesBetween(traced(before), fields);
  await checkStronger(tx, actor, changed[0]?.field, before);
  const changes = await withReferences(tx, changed, fields);
  if (changes.length) {
    await updateUser(tx, id, fields);
    if (!fields.is_active) await endSessions(tx, id, null);
    await leaveAddress(tx, actor, queueMail, fields, before);
    await trace(tx, actor, { type: 'User', id, clientId: before.client_id, subject: 'Updated', changes });
    await recordEvent(tx, { kind: 'user.saved', clientId: before.client_id, subjectId: id });
  }
  return readUser(tx, id);
}

/** A super user sets a new password for another user, which ends everything started with the old one. */
export async function setPassword(tx: Tx, actor: Actor, id: number, passwordHash: string): Promise<true> {
  if (id === actor.id) throw invalid('password', 'OwnAccountInProfile');
  const user = await lockUser(tx, id);
  if (!user) throw notFound();
  await replacePassword(tx, id, passwordHash, null);
  await trace(tx, actor, {
    type: 'User',
    id,
    clientId: user.client_id,
    subject: 'Password set',
    changes: [{ field: 'password', newValue: 'changed' }],
  });
  return true;
}
