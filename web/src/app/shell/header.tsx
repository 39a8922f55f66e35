import { ActionIcon } from '@mantine/core';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { ClientSelector } from './client-selector.tsx';
import classes from './header.module.css';
import { LanguageSwitch } from './language-switch.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** The company's logo; nothing when the picture cannot be loaded. */
function CompanyLogo() {
  const { logo_picture: logo, name } = useSession().preferences;
  const [missing, setMissing] = useState('');
  if (!logo || logo === missing) return null;
  return <img className={classes.logo} src={logo} alt={name} onError={() => setMissing(logo)} />;
}

export function Header({ onSearch, onMenu }: { onSearch: () => void; onMenu: () => void }) {
  const t = useText();
  return (
    <header className={classes.header}>
      <ActionIcon
        className={`${classes.icon} ${classes.menu}`}
        size="xl"
        aria-label={t('shell.openNavigation')}
        onClick={onMenu}
      >
        <IconMenu2 size={20} stroke={1.7} />
      </ActionIcon>
      <CompanyLogo />
      <ClientSelector />
      <button type="button" className={classes.search} onClick={onSearch} aria-keyshortcuts="Control+K Meta+K">
        <IconSearch size={16} stroke={1.7} />
        <span className={classes.searchText}>{t('shell.searchOrScan')}</span>
        <span className={classes.keys}>
          <Kbd>mod</Kbd> <Kbd>K</Kbd>
        </span>
      </button>
      <LanguageSwitch />
      <ThemeSwitch />
    </header>
  );
}
