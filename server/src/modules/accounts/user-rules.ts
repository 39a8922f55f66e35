import type { PermissionKey } from '@longshore/contract';

type Access = Readonly<Record<string, boolean>>;

/** The permissions of a role that the granting user does not have; a super user has all. */
export function permissionsNotHeld(giver: { is_su: boolean; access: Access }, given: Access): PermissionKey[] {
  if (giver.is_su) return [];
  return Object.keys(given).filter((key) => given[key] && !giver.access[key]) as PermissionKey[];
}

interface SuperUserFlags {
  is_su: boolean;
  is_active: boolean;
}

/** Whether a save would leave fewer active super users. */
export const stopsBeingSuper = (before: SuperUserFlags, after: SuperUserFlags) =>
  before.is_su && before.is_active && !(after.is_su && after.is_active);
