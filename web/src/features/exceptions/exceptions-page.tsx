import { api, EXCEPTION_VIEWS, type ExceptionView, SEVERITIES } from '@longshore/contract';
import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconCircleCheck, IconSearch } from '@tabler/icons-react';
import { useRouter, useSearch } from '@tanstack/react-router';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useRead } from '../../lib/api.ts';
import { describeFailure } from '../../lib/failure.ts';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text/text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { moveRowFocus, useRowEntry } from '../../ui/list/use-row-entry.ts';
import { useSlashKey } from '../../ui/list/use-slash-key.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Select } from '../../ui/select.tsx';
import { addressOf, type ExceptionsState, stateOfAddress } from './exception-address.ts';
import { ExceptionGroup } from './exception-group.tsx';
import { ExceptionPanel } from './exception-panel.tsx';
import css from './exceptions.module.css';
import { NotifyButton } from './notify-button.tsx';
import { useResolvedRows, withResolved } from './resolved-rows.ts';
import { SeverityPill } from './severity-pill.tsx';

const TYPING_MS = 250;

/** What needs a person: the kinds, worst first, and beside them the one that is looked at. */
export function Exceptions() {
  const t = useText();
  const format = useFormat();
  const router = useRouter();
  const state = stateOfAddress(useSearch({ strict: false }));
  const change = (next: Partial<ExceptionsState>) => router.history.replace(addressOf({ ...state, ...next }));
  const query = {
    view: state.view,
    search: state.search,
    ...(state.client ? { client_id: state.client } : {}),
  };
  const { data, error, isPlaceholderData, refetch } = useRead(
    api.exceptions.overview,
    { query },
    { keepPrevious: true, staleTime: 0 },
  );
  const total = data?.views.all;
  const resolved = useResolvedRows(isPlaceholderData ? undefined : data?.groups, JSON.stringify(query));
  const groups = withResolved(data?.groups ?? [], resolved);
  const resolvedIds = new Set(resolved.map(({ exception }) => exception.id));
  const rows = useRef<HTMLDivElement>(null);
  const enterRows = useRowEntry(rows, { query, stale: isPlaceholderData, loading: data === undefined });
  return (
    <div className={css.page}>
      <div className={css.top}>
        <PageHead
          title={t('navigation.exceptions')}
          crumbs={[{ label: t('shell.dashboard'), href: '/' }, { label: t('navigation.exceptions') }]}
          count={total === undefined ? undefined : format.number(total)}
          badge={<span className={css.lead}>{t('exceptions.lead')}</span>}
          actions={<NotifyButton />}
        />
        <div className={css.toolbar}>
          <SearchField value={state.search} onChange={(search) => change({ search })} onLeave={enterRows} />
          <ClientChoice value={state.client} onChange={(client) => change({ client })} />
          <SegmentedControl
            aria-label={t('exceptions.viewsLabel')}
            className={css.views}
            value={state.view}
            onChange={(view) => change({ view: view as ExceptionView })}
            data={EXCEPTION_VIEWS.map((view) => ({
              value: view,
              label: `${t(`exceptions.views.${view}`)} ${data ? format.number(data.views[view]) : ''}`.trim(),
            }))}
          />
          {data && (
            <ul className={css.severities}>
              {SEVERITIES.map((severity) => (
                <li key={severity}>
                  <b>{format.number(data.severities[severity])}</b> <SeverityPill severity={severity} />
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
      <div className={css.columns} data-open={state.id !== undefined || undefined}>
        {/* The arrow keys go from the last row of a kind to the first of the next. */}
        <section
          ref={rows}
          aria-label={t('navigation.exceptions')}
          className={css.list}
          aria-busy={isPlaceholderData}
          data-stale={isPlaceholderData || undefined}
          onKeyDown={moveRowFocus}
        >
          {error && !data && (
            <div className={css.empty}>
              <EmptyState title={t('exceptions.notRead')} hint={describeFailure(error, t).sentence}>
                <Button onClick={() => void refetch()}>{t('common.retry')}</Button>
              </EmptyState>
            </div>
          )}
          {groups.map((group) => (
            <ExceptionGroup
              key={group.kind}
              group={group}
              state={state}
              selected={state.id}
              resolved={resolvedIds}
              onSelect={(id) => change({ id })}
            />
          ))}
          {data && groups.length === 0 && (
            <div className={css.empty}>
              <Nothing state={state} closedToday={data.closed_today} lookedAt={data.looked_at} />
            </div>
          )}
        </section>
        {state.id !== undefined && (
          <ExceptionPanel key={state.id} id={state.id} onClose={() => change({ id: undefined })} />
        )}
      </div>
    </div>
  );
}

interface SearchProps {
  value: string;
  onChange: (search: string) => void;
  /** To the rows of what was typed. */
  onLeave: (search: string) => void;
}

/** What is typed is searched for after a pause, and the address follows; `/` leads here, ↓ to the rows. */
function SearchField({ value, onChange, onLeave }: SearchProps) {
  const t = useText();
  const box = useRef<HTMLInputElement>(null);
  useSlashKey(box);
  const [typed, setTyped] = useState(value);
  const searchLater = useDebouncedCallback((text: string) => onChange(text.trim()), TYPING_MS);
  const type = (text: string) => {
    setTyped(text);
    searchLater(text);
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    searchLater.flush();
    onLeave(typed.trim());
  };
  return (
    <TextInput
      className={css.search}
      type="search"
      aria-label={t('exceptions.search')}
      placeholder={t('exceptions.search')}
      leftSection={<IconSearch size={16} stroke={1.7} />}
      ref={box}
      onKeyDown={leave}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

function ClientChoice({ value, onChange }: { value: number | undefined; onChange: (client?: number) => void }) {
  const t = useText();
  const { user } = useSession();
  const { data = [] } = useRead(
    api.clients.selector,
    { body: { search: '' } },
    { enabled: Boolean(user.is_main_user) },
  );
  if (!user.is_main_user) return null;
  return (
    <Select
      className={css.client}
      aria-label={t('exceptions.client')}
      data={[
        { value: '', label: t('exceptions.allClients') },
        ...data.map(({ id, company }) => ({ value: String(id), label: company })),
      ]}
      value={value === undefined ? '' : String(value)}
      onChange={(client) => onChange(client ? Number(client) : undefined)}
    />
  );
}

/** The empty list: nothing to do, with what happened by itself, or nothing that matches the filter. */
function Nothing({
  state,
  closedToday,
  lookedAt,
}: {
  state: ExceptionsState;
  closedToday: number;
  lookedAt: string | null;
}) {
  const t = useText();
  const format = useFormat();
  const icon = <IconCircleCheck size={28} stroke={1.5} />;
  if (state.search || state.client)
    return <EmptyState title={t('exceptions.noneFound')} hint={t('exceptions.noneFoundHint')} />;
  if (state.view !== 'all') return <EmptyState icon={icon} title={t(`exceptions.noneOfView.${state.view}`)} />;
  const looked = lookedAt ? t('exceptions.lookedAt', { time: format.commentTime(lookedAt) }) : '';
  return (
    <EmptyState
      icon={icon}
      title={t('exceptions.none')}
      hint={`${looked} ${t('exceptions.closedToday', { count: closedToday })}`.trim()}
    />
  );
}
