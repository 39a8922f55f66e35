import { ActionIcon } from '@mantine/core';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { useText } from '../../lib/text/text.ts';
import { Kbd } from '../../ui/kbd.tsx';
import { ClientSelector } from './client-selector.tsx';
import classes from './header.module.css';
import { LanguageSwitch } from './language-switch.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

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
