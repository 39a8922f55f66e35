import { Menu } from '@mantine/core';
import { IconDeviceDesktop, IconLogout } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import css from '../../ui/floor/floor.module.css';
import { useGo } from '../../ui/route-link.tsx';
import { UserAvatar } from '../../ui/user-avatar.tsx';

/** What a person can do besides the work. It is loaded by the first click on their picture, and opens at once. */
export default function PersonMenu({ onSignOut }: { onSignOut: () => void }) {
  const t = useText();
  const go = useGo();
  const { user } = useSession();
  const target = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    // The button that was clicked has gone: the focus returns to this one when the menu closes.
    target.current?.focus();
    setOpen(true);
  }, []);
  return (
    <Menu position="bottom-end" opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <button ref={target} type="button" className={css.menu} aria-label={user.name}>
          <UserAvatar name={user.name} path={user.avatar_path} size={28} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item mih={44} leftSection={<IconDeviceDesktop size={18} stroke={1.7} />} onClick={() => go('/')}>
          {t('onFloor.desk')}
        </Menu.Item>
        <Menu.Item mih={44} leftSection={<IconLogout size={18} stroke={1.7} />} onClick={onSignOut}>
          {t('shell.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
