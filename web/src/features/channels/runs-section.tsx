import { api, type ChannelRun, type Integration } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { translateReason, useText } from '../../lib/text/text.ts';
import { Section } from '../../ui/detail/detail-page.tsx';
import { type LineColumn, LineTable } from '../../ui/detail/line-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pages } from '../../ui/pages.tsx';
import { Waterline } from '../../ui/waterline.tsx';
import { formatDuration, useChannelTimes } from './channel-times.ts';
import css from './channels.module.css';

const SHOWN = 4;
const PER_PAGE = 15;

/** The newest runs of a connection; the first call is shared by whoever asks how the last one went. */
export const useRuns = (integrationId: number, page = 1, perPage = SHOWN) =>
  useRead(api.integrations.runs, {
    query: { on_page: page, per_page: perPage, filter_by: { integration_id: [String(integrationId)] } },
  });

export function RunsSection({ integration }: { integration: Integration }) {
  const t = useText();
  const [showsAll, setShowsAll] = useState(false);
  const [page, setPage] = useState(1);
  const { data } = useRuns(integration.id, showsAll ? page : 1, showsAll ? PER_PAGE : SHOWN);
  const toggle = () => {
    setShowsAll(!showsAll);
    setPage(1);
  };
  const total = data?.total ?? 0;
  return (
    <Section
      title={t('integrations.runs.title')}
      action={
        (showsAll || total > SHOWN) && (
          <Button variant="subtle" size="xs" onClick={toggle}>
            {t(showsAll ? 'integrations.runs.fewer' : 'integrations.runs.all')}
          </Button>
        )
      }
    >
      {data?.records.length === 0 && (
        <EmptyState
          title={t('integrations.runs.none')}
          {...(integration.synchronize.active && integration.verified ? { hint: t('integrations.runs.noneHint') } : {})}
        />
      )}
      {data && data.records.length > 0 && <RunTable runs={data.records} />}
      {showsAll && total > PER_PAGE && (
        <Pages page={page} pages={Math.ceil(total / PER_PAGE)} onPage={setPage} mt="md" />
      )}
    </Section>
  );
}

function RunTable({ runs }: { runs: ChannelRun[] }) {
  const t = useText();
  const { clock } = useChannelTimes();
  const columns: LineColumn<ChannelRun>[] = [
    {
      header: 'integrations.runs.started',
      noWrap: true,
      render: ({ started_at, created_at }) => clock(started_at ?? created_at),
    },
    {
      header: 'integrations.runs.by',
      render: ({ started_by, user }) => user || t(`integrations.runs.starters.${started_by}`),
    },
    { header: 'integrations.runs.progress', long: true, render: (run) => <Progress run={run} /> },
    count('integrations.runs.created', 'created'),
    count('integrations.runs.updated', 'updated'),
    count('integrations.runs.skipped', 'skipped'),
    count('integrations.runs.failed', 'failed'),
    { header: 'integrations.runs.took', right: true, narrow: 'end', render: (run) => <Took run={run} /> },
  ];
  return (
    <LineTable
      label={t('integrations.runs.title')}
      dense
      rows={runs}
      rowKey={({ id }) => id}
      columns={columns}
      isCurrent={({ state }) => state === 'running'}
    />
  );
}

const count = (
  header: LineColumn<ChannelRun>['header'],
  field: 'created' | 'updated' | 'skipped' | 'failed',
): LineColumn<ChannelRun> => ({
  header,
  right: true,
  render: (run) => <Count value={run[field]} isAmber={field === 'failed'} />,
});

function Count({ value, isAmber }: { value: number; isAmber: boolean }) {
  const format = useFormat();
  if (value === 0) return <span className={css.muted}>0</span>;
  return <span className={isAmber ? css.amber : undefined}>{format.number(value)}</span>;
}

function Took({ run: { started_at, ended_at } }: { run: ChannelRun }) {
  const { now } = useChannelTimes();
  if (!started_at) return '–';
  return formatDuration((ended_at ? Date.parse(ended_at) : now.getTime()) - Date.parse(started_at));
}

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;

/** A running run has a bar with its numbers, a finished one a sentence. */
function Progress({ run }: { run: ChannelRun }) {
  const t = useText();
  const { state, read, failed } = run;
  if (state === 'running') return <Running run={run} />;
  if (state === 'waiting')
    return (
      <span className={css.outcome}>
        <IconClock {...icon} /> {t('integrations.runs.waits')}
      </span>
    );
  if (state === 'failed')
    return (
      <span className={css.outcome} data-tone="bad">
        <IconX {...icon} /> {translateReason(t, run.problem_key, run.problem) || t('integrations.runs.failedPlain')}
      </span>
    );
  if (failed > 0)
    return (
      <span className={css.outcome} data-tone="warn">
        <IconAlertTriangle {...icon} /> {t('integrations.runs.orderWaits', { count: failed })}
      </span>
    );
  return (
    <span className={css.outcome} data-tone="good">
      <IconCheck {...icon} />{' '}
      {read === 0 ? t('integrations.runs.nothingNew') : t('integrations.runs.done', { count: read })}
    </span>
  );
}

function Running({ run: { read, total } }: { run: ChannelRun }) {
  const t = useText();
  const format = useFormat();
  if (!total) return <span aria-live="off">{t('integrations.runs.soFar', { count: read })}</span>;
  const numbers = t('integrations.runs.ofTotal', { read: format.number(read), total: format.number(total) });
  return (
    <span className={css.running}>
      <Waterline done={read} total={total} label={numbers} />
      <span>{numbers}</span>
    </span>
  );
}
