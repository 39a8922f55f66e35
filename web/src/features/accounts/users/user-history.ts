import { BADGE_KINDS, permissionKeys, type TraceField } from '@longshore/contract';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';

const FLAGS = ['is_main_user', 'is_su', 'order_controller', 'statement_reader', 'token_read_only'];
const isOn = (value: string) => value === 'true' || value === '1';

/** Formats a traced value: permissions by name, flags as words, secrets not at all. */
export function useUserValue() {
  const t = useText();
  const format = useFormat();
  const permission = (key: string) => {
    const known = permissionKeys.find((each) => each === key);
    return known ? t(`permissions.keys.${known}`) : key;
  };
  const activeWord = (value: string) => t(isOn(value) ? 'lists.active' : 'lists.disabled');
  const expiry = (value: string) => (value ? format.dateTime(value) : t('users.tokenNeverExpires'));
  const badgeKind = (value: string) => {
    const known = BADGE_KINDS.find((kind) => kind === value);
    return known && t(`badges.kinds.${known}`);
  };
  const permissions = (keys: string) => keys.split(', ').map(permission).join(t('lists.valuesJoin'));
  return (field: TraceField<'User'>, value: string): string | undefined => {
    if (FLAGS.includes(field)) return t(isOn(value) ? 'lists.yes' : 'lists.no');
    switch (field) {
      case 'is_active':
      case 'role_active':
        return activeWord(value);
      case 'badge_kind':
        return badgeKind(value);
      case 'badge_expires_at':
      case 'token_expires_at':
        return expiry(value);
      case 'lang':
        return value.toUpperCase();
      case 'password':
      case 'api_token':
        return t(value === 'ended' ? 'users.secretEnded' : 'users.secretChanged');
      case 'access_added':
      case 'access_removed':
        return permissions(value);
      default:
        return undefined;
    }
  };
}
