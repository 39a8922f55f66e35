import { type PermissionGroup, type PermissionKey, permissionGroups } from '@longshore/contract';
import { localeOf, useLanguage, useText } from '../../../lib/text/text.ts';
import type { Held } from './role-rules.ts';

/** A group that lacks no more than this is told by what it lacks. */
const EXCEPTIONS_MAX = 2;

/** What a role lets one do, as a person would say it: whole groups by their name, the rest right by right. */
export function useRoleSentence(held: Held): string {
  const t = useText();
  const language = useLanguage();
  const groups = Object.entries(permissionGroups) as [PermissionGroup, readonly PermissionKey[]][];
  const together = new Intl.ListFormat(localeOf(language), { type: 'conjunction' });
  const parts = groups.flatMap(([group, keys]) => {
    const name = t(`permissions.groups.${group}`);
    const say = (some: readonly PermissionKey[]) => together.format(some.map((key) => t(`permissions.keys.${key}`)));
    const missing = keys.filter((key) => !held[key]);
    if (missing.length === keys.length) return [];
    if (missing.length === 0) return [t('users.roles.everything', { group: name })];
    if (missing.length <= EXCEPTIONS_MAX && missing.length * 2 < keys.length)
      return [t('users.roles.everythingBut', { group: name, list: say(missing) })];
    return [say(keys.filter((key) => held[key]))];
  });
  const list = parts.join(t('users.roles.join'));
  const said = parts.length ? t('users.roles.lets', { list }) : t('users.roles.letsNothing');
  return `${said} ${t('users.roles.andOrders')}`;
}
