import { type PermissionGroup, type PermissionKey, permissionGroups } from '@longshore/contract';
import { localeOf, useLanguage, useText } from '../../../lib/text/text.ts';
import type { Held } from './role-rules.ts';

/** A group with at most this many missing permissions is described by what is missing. */
const EXCEPTIONS_MAX = 2;

/** Describes a role in a sentence: complete groups by their name, others permission by permission. */
export function useRoleSentence(held: Held): string {
  const t = useText();
  const language = useLanguage();
  const groups = Object.entries(permissionGroups) as [PermissionGroup, readonly PermissionKey[]][];
  const listFormat = new Intl.ListFormat(localeOf(language), { type: 'conjunction' });
  const parts = groups.flatMap(([group, keys]) => {
    const name = t(`permissions.groups.${group}`);
    const listOf = (some: readonly PermissionKey[]) =>
      listFormat.format(some.map((key) => t(`permissions.keys.${key}`)));
    const missing = keys.filter((key) => !held[key]);
    if (missing.length === keys.length) return [];
    if (missing.length === 0) return [t('users.roles.everything', { group: name })];
    if (missing.length <= EXCEPTIONS_MAX && missing.length * 2 < keys.length)
      return [t('users.roles.everythingBut', { group: name, list: listOf(missing) })];
    return [listOf(keys.filter((key) => held[key]))];
  });
  const list = parts.join(t('users.roles.join'));
  const sentence = parts.length ? t('users.roles.lets', { list }) : t('users.roles.letsNothing');
  return `${sentence} ${t('users.roles.andOrders')}`;
}
