import { api, type ExceptionOverview } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useRead } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import type { ExceptionsState } from './exception-address.ts';
import { ExceptionRow } from './exception-row.tsx';
import css from './exceptions.module.css';

type Group = ExceptionOverview['groups'][number];

const PER_PAGE = 100;

/** The list of the same rows as the group, those that wait longest first. */
function listQuery({ kind }: Group, { view, client, search }: ExceptionsState) {
  return {
    per_page: PER_PAGE,
    search,
    order_by: { since: 'asc' as const },
    filter_by: {
      kind: [kind],
      state: [view === 'snoozed' ? 'snoozed' : 'open'],
      ...(view === 'mine' ? { owner: ['me'] } : {}),
      ...(view === 'free' ? { owner: ['none'] } : {}),
      ...(client ? { client_id: [String(client)] } : {}),
    },
  };
}

interface GroupProps {
  group: Group;
  state: ExceptionsState;
  selected: number | undefined;
  /** Rows that were resolved meanwhile. */
  resolved: ReadonlySet<number>;
  onSelect: (id: number) => void;
}

/** A kind with its first rows; the rest is read when it is asked for. Notes begin folded: nothing is wrong. */
export function ExceptionGroup({ group, state, selected, resolved, onSelect }: GroupProps) {
  const t = useText();
  const format = useFormat();
  const id = useId();
  const [folded, setFolded] = useState(group.severity === 'note');
  const [all, setAll] = useState(false);
  const { data } = useRead(api.exceptions.list, { query: listQuery(group, state) }, { enabled: all && !folded });
  const open = group.records.filter((record) => !resolved.has(record.id));
  const records =
    all && data ? [...group.records.filter((record) => resolved.has(record.id)), ...data.records] : group.records;
  const more = group.total - open.length;
  return (
    <section className={css.group} aria-labelledby={`${id}-title`}>
      <div className={css.groupHead}>
        <h2 id={`${id}-title`}>
          <button
            type="button"
            aria-expanded={!folded}
            aria-controls={`${id}-rows`}
            onClick={() => setFolded((before) => !before)}
          >
            <IconChevronDown size={14} stroke={1.7} className={css.chevron} aria-hidden />
            {group.title} <span className={css.count}>{format.number(group.total)}</span>
          </button>
        </h2>
        {more > 0 && !folded && (
          <Button variant="subtle" size="compact-sm" onClick={() => setAll((before) => !before)}>
            {all ? t('exceptions.fewer') : t('exceptions.more', { count: more })}
          </Button>
        )}
      </div>
      {!folded && (
        <ul id={`${id}-rows`} className={css.rows}>
          {records.map((exception) => (
            <ExceptionRow
              key={exception.id}
              exception={exception}
              isSelected={exception.id === selected}
              isResolved={resolved.has(exception.id)}
              onSelect={() => onSelect(exception.id)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
