import { api, type TaskKind } from '@longshore/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../lib/api.ts';
import { describeFailure } from '../../lib/failure.ts';
import { useText } from '../../lib/text/text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { StaleNote } from '../../ui/stale-note.tsx';
import css from './floor.module.css';
import { PeopleBoard } from './people-board.tsx';
import { TaskTable } from './task-table.tsx';
import { WaitingTiles } from './waiting-tiles.tsx';

/** Scans refresh the screen at once; leases end without one. */
const REFRESH_MS = 60_000;

/** The floor now: who does what, what waits, and the queue, for those who hand out work. */
export function WorkPage() {
  const t = useText();
  const [kind, setKind] = useState<TaskKind>();
  const { data, error, refetch, dataUpdatedAt } = useRead(
    api.tasks.floor,
    {},
    { staleTime: 0, refetchInterval: REFRESH_MS },
  );
  const tasks = data?.tasks.filter((task) => kind === undefined || task.kind === kind) ?? [];
  return (
    <div className={css.page}>
      <PageHead
        title={t('navigation.work')}
        crumbs={[{ label: t('shell.operation') }, { label: t('navigation.work') }]}
        badge={<span className={css.muted}>{t('tasks.lead')}</span>}
      />
      {error && data && <StaleNote readAt={dataUpdatedAt} onRetry={() => void refetch()} />}
      {error && !data && (
        <EmptyState title={t('tasks.notRead')} hint={describeFailure(error, t).sentence}>
          <Button onClick={() => void refetch()}>{t('common.retry')}</Button>
        </EmptyState>
      )}
      {data && (
        <>
          <WaitingTiles waiting={data.waiting} kind={kind} onKind={setKind} />
          <PeopleBoard people={data.people} />
          <TaskTable key={kind ?? ''} tasks={tasks} candidates={data.candidates} more={data.more} />
        </>
      )}
    </div>
  );
}
