import type { PermissionKey } from '@longshore/contract';

export type Held = Readonly<Record<string, boolean>>;

/** Only the granted keys, so that granting and revoking a permission leaves the form unchanged. */
export const heldKeys = (access: Held): Record<string, boolean> =>
  Object.fromEntries(Object.entries(access).filter(([, on]) => on));

export const withKeys = (held: Held, keys: readonly PermissionKey[], on: boolean): Record<string, boolean> =>
  heldKeys({ ...held, ...Object.fromEntries(keys.map((key) => [key, on])) });

export function groupState(held: Held, keys: readonly PermissionKey[]) {
  const count = keys.filter((key) => held[key]).length;
  return { count, all: count === keys.length, some: count > 0 && count < keys.length };
}
