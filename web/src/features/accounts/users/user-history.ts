import { permissionKeys, type TraceField } from '@longshore/contract';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';

const FLAGS = ['is_main_user', 'is_su', 'order_controller', 'statement_reader', 'token_read_only'];
const isOn = (value: string) => value === 'true' || value === '1';

/** Formats a traced value: permissions by name, flags as words, secrets not at all. */
export function useUserValue() {
  const t = useText();
  const format = useFormat();
  const right = (key: string) => {
    const known = permissionKeys.find((each) => each === key);
    return known ? t(`permissions.keys.${known}`) : key;
  };
  return (field: TraceField<'User'>, value: string): string | undefined => {
    if (field === 'is_active' || field === 'role_active') return t(isOn(value) ? 'lists.active' : 'lists.disabled');
    if (FLAGS.includes(field)) return t(isOn(value) ? 'lists.yes' : 'lists.no');
    if (field === 'token_expires_at') return value ? format.dateTime(value) : t('users.tokenNeverExpires');
    if (field === 'lang') return value.toUpperCase();
    if (field === 'password' || field === 'api_token')
      return t(value === 'ended' ? 'users.secretEnded' : 'users.secretChanged');
    if (field === 'access_added' || field === 'access_removed')
      return value.split(', ').map(right).join(t('lists.valuesJoin'));
    return undefined;
  };
}
