import type { OfferedReport } from '@longshore/contract';
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { RouteLink } from '../../../ui/route-link.tsx';
import css from './operations.module.css';

/** The reports by group; typing narrows them down, and Enter opens the first. */
export function ReportList({
  reports,
  current,
  onOpen,
}: {
  reports: readonly OfferedReport[];
  current: string | undefined;
  onOpen: (name: string) => void;
}) {
  const t = useText();
  const [search, setSearch] = useState('');
  const words = search.trim().toLowerCase();
  const found = reports.filter(({ title, hint }) => `${title} ${hint}`.toLowerCase().includes(words));
  const groups = [...new Set(found.map(({ group_title }) => group_title))];
  return (
    <nav className={css.list} data-open={current ? '' : undefined} aria-label={t('reports.operations.title')}>
      <TextInput
        aria-label={t('reports.operations.find')}
        placeholder={t('reports.operations.find')}
        leftSection={<IconSearch size={16} stroke={1.7} />}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        onKeyDown={({ key }) => {
          const [first] = found;
          if (key === 'Enter' && words && first) onOpen(first.name);
        }}
      />
      {groups.map((group) => (
        <section key={group} aria-label={group}>
          <h2>
            {group} <span>{found.filter((each) => each.group_title === group).length}</span>
          </h2>
          <ul>
            {found
              .filter((each) => each.group_title === group)
              .map(({ name, title }) => (
                <li key={name}>
                  <RouteLink href={`/reports/${name}`} aria-current={name === current ? 'page' : undefined}>
                    {title}
                  </RouteLink>
                </li>
              ))}
          </ul>
        </section>
      ))}
      {found.length === 0 && <p className={css.none}>{t('reports.operations.notFound')}</p>}
    </nav>
  );
}
