import type { Role } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { readRole } from './roles.view.ts';

export async function lockRole(tx: Tx, id: number): Promise<Role | undefined> {
  await sql`select from roles where id = ${id} for no key update`.execute(tx);
  return readRole(tx, id);
}

export async function hasRole(tx: Tx, userId: number, roleId: number): Promise<boolean> {
  const { rows } = await sql`select from users where id = ${userId} and ${inScope(tx)} and role_id = ${roleId}`.execute(
    tx,
  );
  return rows.length > 0;
}

/** A role's permissions are part of what its users may do: the change is recorded in the history of each of them. */
export async function traceRole(tx: Tx, actor: Actor, roleId: number, { name, ...changes }: Record<string, string>) {
  const log = Object.entries(changes).map(([field, newValue]) => ({ field, newValue }));
  if (!log.length) return;
  await sql`insert into traces (traceable_type, traceable_id, user_id, user_name, subject, changes)
    select 'User', id, ${actor.id}, ${actor.name}, 'Role changed',
      ${JSON.stringify([{ field: 'role', newValue: name }, ...log])}::jsonb
    from users where role_id = ${roleId} and ${inScope(tx)}`.execute(tx);
}

interface RoleFields {
  name: string;
  is_active: 0 | 1;
  access: Record<string, boolean>;
}

export async function insertRole(tx: Tx, role: RoleFields): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into roles (name, is_active, access) values (${role.name}, ${role.is_active === 1}, ${JSON.stringify(role.access)}::jsonb)
    returning id`.execute(tx);
  if (!rows[0]) throw new Error('The role was not written.');
  return rows[0].id;
}

export async function updateRole(tx: Tx, id: number, role: RoleFields): Promise<void> {
  await sql`update roles set name = ${role.name}, is_active = ${role.is_active === 1}, access = ${JSON.stringify(role.access)}::jsonb,
    updated_at = now() where id = ${id}`.execute(tx);
}
