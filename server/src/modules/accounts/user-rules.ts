import type { PermissionKey } from '@longshore/contract';

type Access = Readonly<Record<string, boolean>>;

/** The keys of a role that its giver does not hold; a super user holds every one. */
export function keysBeyond(giver: { is_su: boolean; access: Access }, given: Access): PermissionKey[] {
  if (giver.is_su) return [];
  return Object.keys(given).filter((key) => given[key] && !giver.access[key]) as PermissionKey[];
}

interface Account {
  email: string;
  is_active: boolean;
  role_id: number | null;
}

/** The field of a save that takes something from its user, or takes its user over; undefined when there is none. */
export function guardedChange(before: Account, after: Account): keyof Account | undefined {
  const fields = ['email', 'is_active', 'role_id'] as const;
  return fields.find((field) => before[field] !== after[field]);
}

interface Standing {
  is_su: boolean;
  is_active: boolean;
}

/** A save that would leave fewer active super users. */
export const stopsBeingSuper = (before: Standing, after: Standing) =>
  before.is_su && before.is_active && !(after.is_su && after.is_active);
