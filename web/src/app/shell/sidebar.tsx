import { api, type WorkCounters } from '@longshore/contract';
import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconChevronDown, IconForklift, IconLogout } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { useId } from 'react';
import { useRead } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { Logo } from '../../ui/logo.tsx';
import { RouteLink } from '../../ui/route-link.tsx';
import { UserAvatar } from '../../ui/user-avatar.tsx';
import { type Counter, isCurrent, type NavigationEntry, type NavigationGroup, navigationFor } from '../navigation.ts';
import classes from './sidebar.module.css';
import { requestSignOut } from './sign-out.tsx';

/** What waits, in plain grey; what is late, in the colour of attention and with its word. */
function CounterText({ counter: { total, is_minimum, late = 0 } }: { counter: Counter }) {
  const t = useText();
  const { number } = useFormat();
  if (total === 0) return null;
  return (
    <span className={classes.counter}>
      {late > 0 && <span className={classes.late}>{t('shell.lateCount', { late: number(late) })}</span>}
      <span>
        {number(total)}
        {is_minimum ? '+' : ''}
        <VisuallyHidden> {t('shell.waiting')}</VisuallyHidden>
      </span>
    </span>
  );
}

function Entry({ entry, counters }: { entry: NavigationEntry; counters: WorkCounters | undefined }) {
  const t = useText();
  const counter = counters && entry.counter?.(counters);
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const label = t(entry.label);
  return (
    <li>
      <RouteLink
        className={classes.item}
        href={entry.href}
        aria-current={isCurrent(entry, pathname) ? 'page' : undefined}
        title={entry.key ? t('shell.goKey', { label, key: entry.key.toUpperCase() }) : label}
      >
        <entry.icon size={17} stroke={1.7} />
        <span className={classes.text}>{label}</span>
        {counter && <CounterText counter={counter} />}
      </RouteLink>
    </li>
  );
}

interface GroupProps {
  group: NavigationGroup;
  counters: WorkCounters | undefined;
  folded: boolean;
  onFold: () => void;
}

function Group({ group, counters, folded, onFold }: GroupProps) {
  const t = useText();
  const id = useId();
  const entries = (
    <ul className={classes.entries} data-folded={folded || undefined} id={id}>
      {group.entries.map((entry) => (
        <Entry key={entry.href} entry={entry} counters={counters} />
      ))}
    </ul>
  );
  if (!group.label) return <div className={classes.group}>{entries}</div>;
  return (
    <div className={classes.group}>
      <button type="button" className={classes.groupHead} aria-expanded={!folded} aria-controls={id} onClick={onFold}>
        <span className={classes.text}>{t(group.label)}</span>
        <IconChevronDown className={classes.chevron} size={14} stroke={1.7} />
      </button>
      {entries}
    </div>
  );
}

function UserRow() {
  const t = useText();
  const { user } = useSession();
  return (
    <div className={classes.user}>
      <RouteLink className={classes.profile} href="/profiles" title={t('shell.profile')}>
        <UserAvatar name={user.name} path={user.avatar_path} size={28} />
        <span className={classes.text}>
          <span className={classes.userName}>{user.name}</span>
          <span className={classes.role}>{user.role_name}</span>
        </span>
      </RouteLink>
      <Tooltip label={t('shell.floor')} position="right">
        <ActionIcon size="lg" component={RouteLink} href="/floor" aria-label={t('shell.floor')}>
          <IconForklift size={17} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('shell.signOut')} position="right">
        <ActionIcon size="lg" aria-label={t('shell.signOut')} onClick={requestSignOut}>
          <IconLogout size={17} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

/** The sidebar: full width, 56 px of icons on narrower screens, or inside a drawer on phones. */
export function Sidebar({ isDrawer = false }: { isDrawer?: boolean }) {
  const t = useText();
  const { can } = useSession();
  // When the counters cannot be read, the sidebar has none: that is no reason to report a failure.
  const { data: counters } = useRead(api.dashboard.counters, {}, { keepPrevious: true });
  const [folded, setFolded] = useLocalStorage<string[]>({
    key: 'longshore-folded-groups',
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const fold = (id: string) =>
    setFolded((ids) => (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]));
  return (
    <div className={classes.sidebar} data-drawer={isDrawer || undefined}>
      <RouteLink className={classes.logo} href="/" aria-label="Longshore">
        <Logo />
        <span className={classes.text}>Longshore</span>
      </RouteLink>
      <nav className={classes.navigation} aria-label={t('shell.mainNavigation')}>
        {navigationFor(can).map((group) => (
          <Group
            key={group.id}
            group={group}
            counters={counters}
            folded={group.label !== undefined && folded.includes(group.id)}
            onFold={() => fold(group.id)}
          />
        ))}
      </nav>
      <UserRow />
    </div>
  );
}
