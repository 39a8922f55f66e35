import { api, permissionKeys } from '@longshore/contract';
import { useRead } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';

const FLAGS = ['is_main_user', 'is_su', 'order_controller'];
const isOn = (value: string) => value === 'true' || value === '1';

/** A kept value as the page shows it: roles and rights by name, flags as words. */
export function useUserValue() {
  const t = useText();
  const { can } = useSession();
  const { data: roles } = useRead(api.roles.list, {}, { enabled: can(api.roles.list.access) });
  const right = (key: string) => {
    const known = permissionKeys.find((each) => each === key);
    return known ? t(`permissions.keys.${known}`) : key;
  };
  return (field: string, value: string): string | undefined => {
    if (field === 'is_active' || field === 'role_active') return t(isOn(value) ? 'lists.active' : 'lists.disabled');
    if (FLAGS.includes(field)) return t(isOn(value) ? 'lists.yes' : 'lists.no');
    if (field === 'lang') return value.toUpperCase();
    if (field === 'role_id') return roles?.find(({ id }) => String(id) === value)?.name;
    if (field === 'access_added' || field === 'access_removed')
      return value.split(', ').map(right).join(t('lists.valuesJoin'));
    return undefined;
  };
}
