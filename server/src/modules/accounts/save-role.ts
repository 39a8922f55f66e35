import type { Role, RoleInput } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { invalid, notFound } from '../../platform/http/problem.ts';
import { hasRole, insertRole, lockRole, traceRole, updateRole } from './roles.store.ts';
import { readRole } from './roles.view.ts';
import { permissionsNotHeld } from './user-rules.ts';

/** Only granted permissions are stored. */
const held = (access: Record<string, boolean>) =>
  Object.fromEntries(Object.entries(access).filter(([, value]) => value));

async function written(tx: Tx, id: number): Promise<Role> {
  const role = await readRole(tx, id);
  if (!role) throw notFound();
  return role;
}

export async function createRole(tx: Tx, actor: Actor, input: RoleInput): Promise<Role> {
  const access = held(input.access);
  const notHeld = permissionsNotHeld(actor, access);
  if (notHeld.length) throw invalid('access', `MoreThanYouHold:${notHeld.join(', ')}`);
  const id = await insertRole(tx, { ...input, access });
  await recordEvent(tx, { kind: 'role.saved', subjectId: id });
  return written(tx, id);
}

/** Users may not change a role with more permissions than their own, not even its name. */
function checkStronger(actor: Actor, before: Role, changed: string | undefined): void {
  const notHeld = permissionsNotHeld(actor, before.access);
  if (notHeld.length && changed) throw invalid(changed, `RoleHoldsMoreThanYou:${notHeld.join(', ')}`);
}

export async function saveRole(tx: Tx, actor: Actor, id: number, input: RoleInput): Promise<Role> {
  const before = await lockRole(tx, id);
  if (!before) throw notFound();
  const access = held(input.access);
  const added = Object.fromEntries(Object.entries(access).filter(([key]) => !before.access[key]));
  const taken = Object.keys(before.access).filter((key) => before.access[key] && !access[key]);
  const changed = {
    is_active: before.is_active !== input.is_active,
    access: taken.length > 0 || Object.keys(added).length > 0,
    name: before.name !== input.name,
  };
  checkStronger(actor, before, Object.entries(changed).find(([, isChanged]) => isChanged)?.[0]);
  const notHeld = permissionsNotHeld(actor, added);
  if (notHeld.length) throw invalid('access', `MoreThanYouHold:${notHeld.join(', ')}`);
  if (!input.is_active && !actor.is_su && (await hasRole(tx, actor.id, id))) throw invalid('is_active', 'NotYourself');
  await updateRole(tx, id, { ...input, access });
  await traceRole(tx, actor, id, {
    name: input.name,
    ...(before.is_active === input.is_active ? {} : { role_active: String(input.is_active) }),
    ...(Object.keys(added).length ? { access_added: Object.keys(added).sort().join(', ') } : {}),
    ...(taken.length ? { access_removed: taken.sort().join(', ') } : {}),
  });
  await recordEvent(tx, { kind: 'role.saved', subjectId: id });
  return written(tx, id);
}
