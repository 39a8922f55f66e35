import type { OfferedReport } from '@longshore/contract';
import { TextInput } from '@mantine/core';
import { IconMail, IconSearch, IconStarFilled } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { RouteLink } from '../../../ui/route-link.tsx';
import css from './operations.module.css';

/** The reports by group; typing narrows them down, and Enter opens the first. */
export function ReportList({
  reports,
  current,
  subscribed,
  onOpen,
  toSubscriptions,
}: {
  reports: readonly OfferedReport[];
  current: string | undefined;
  /** The names of those that are mailed by a schedule. */
  subscribed: ReadonlySet<string>;
  onOpen: (name: string) => void;
  /** On a phone the subscriptions are below the list: a button leads to them. */
  toSubscriptions?: ReactNode;
}) {
  const t = useText();
  const [search, setSearch] = useState('');
  const words = search.trim().toLowerCase();
  const found = reports.filter(({ title, hint }) => `${title} ${hint}`.toLowerCase().includes(words));
  // Who types faster than the list is read still gets what they asked for.
  const [isAwaited, setAwaited] = useState(false);
  const first = found[0]?.name;
  useEffect(() => {
    if (!isAwaited || !first) return;
    setAwaited(false);
    onOpen(first);
  }, [isAwaited, first, onOpen]);
  // A favourite is among the favourites only.
  const favourites = found.filter(({ is_favourite }) => is_favourite);
  const others = found.filter(({ is_favourite }) => !is_favourite);
  const groups = [...new Set(others.map(({ group_title }) => group_title))];
  return (
    <nav className={css.list} data-open={current ? '' : undefined} aria-label={t('navigation.reports')}>
      <TextInput
        aria-label={t('reports.operations.find')}
        placeholder={t('reports.operations.find')}
        leftSection={<IconSearch size={16} stroke={1.7} />}
        value={search}
        onChange={({ currentTarget }) => {
          setSearch(currentTarget.value);
          setAwaited(false);
        }}
        onKeyDown={({ key }) => {
          if (key === 'Enter' && words) setAwaited(first !== undefined || reports.length === 0);
        }}
      />
      {toSubscriptions}
      {favourites.length > 0 && (
        <Group
          title={t('reports.operations.favourites')}
          reports={favourites}
          current={current}
          subscribed={subscribed}
        />
      )}
      {groups.map((group) => (
        <Group
          key={group}
          title={group}
          reports={others.filter(({ group_title }) => group_title === group)}
          current={current}
          subscribed={subscribed}
        />
      ))}
      {found.length === 0 && <p className={css.none}>{t('reports.operations.notFound')}</p>}
    </nav>
  );
}

interface GroupProps {
  title: string;
  reports: readonly OfferedReport[];
  current: string | undefined;
  subscribed: ReadonlySet<string>;
}

function Group({ title, reports, current, subscribed }: GroupProps) {
  const t = useText();
  return (
    <section aria-label={title}>
      <h2>
        {title} <span>{reports.length}</span>
      </h2>
      <ul>
        {reports.map(({ name, title: label, is_favourite }) => (
          <li key={name}>
            <RouteLink href={`/reports/${name}`} aria-current={name === current ? 'page' : undefined}>
              <span className={css.label}>{label}</span>
              {subscribed.has(name) && (
                <IconMail
                  className={css.envelope}
                  size={14}
                  stroke={1.7}
                  role="img"
                  aria-label={t('reports.subscriptions.has')}
                />
              )}
              {is_favourite === 1 && <IconStarFilled size={14} aria-hidden="true" />}
            </RouteLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
