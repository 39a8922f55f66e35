import { type AccrualState, api, type BillingRun } from '@longshore/contract';
import { Button, Progress } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Allowed } from '../../../ui/allowed.tsx';
import { LineTable } from '../../../ui/detail/line-table.tsx';
import { Loaded } from '../../../ui/detail/loaded.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import css from './accrual.module.css';
import { RunDialog } from './run-dialog.tsx';
import { runPills, useOutcome, useSpan } from './run-words.ts';

const DAY_MS = 86_400_000;

/** Days that are over and not charged; those before the first movement have nothing to charge. */
function missingDays({ through, first_day, last_day }: AccrualState): number {
  const done = through ?? (first_day && new Date(Date.parse(first_day) - DAY_MS).toISOString());
  return done ? Math.max(0, Math.round((Date.parse(last_day) - Date.parse(done)) / DAY_MS)) : 0;
}

const isUnended = ({ state }: BillingRun) => state === 'waiting' || state === 'running';

/** How far a run is, while it is at work. */
function RunProgress({ run }: { run: BillingRun }) {
  const t = useText();
  const format = useFormat();
  const [from, to] = [format.date(run.from), format.date(run.to)];
  const { days, days_done: done, state } = run;
  const label =
    state === 'waiting'
      ? t('billing.accrual.waits', { from, to })
      : t('billing.accrual.progress', { from, to, done: format.number(done), days: format.number(days) });
  return (
    <div>
      <p className={css.detail} role="status">
        {label}
      </p>
      <Progress value={(done / days) * 100} size="sm" mt={6} aria-label={label} />
    </div>
  );
}

function StateCard({ state }: { state: AccrualState }) {
  const t = useText();
  const format = useFormat();
  const running = state.runs.filter(isUnended).reverse();
  const missing = missingDays(state);
  if (!state.through && !running.length && !missing)
    return <EmptyState title={t('billing.accrual.nothingYet')} hint={t('billing.accrual.nothingYetHint')} />;
  return (
    <section className={css.state}>
      <p className={css.through}>
        {state.through
          ? t('billing.accrual.throughDay', { day: format.date(state.through) })
          : t('billing.accrual.nothingYet')}
      </p>
      {running.map((run) => (
        <RunProgress key={run.id} run={run} />
      ))}
      {!running.length && (
        <p className={css.detail}>
          {missing ? t('billing.accrual.missing', { count: missing }) : t('billing.accrual.upToDate')}
        </p>
      )}
    </section>
  );
}

function Runs({ runs }: { runs: BillingRun[] }) {
  const t = useText();
  const format = useFormat();
  const [outcomeOf, spanOf] = [useOutcome(), useSpan()];
  if (!runs.length) return <EmptyState title={t('billing.accrual.noRuns')} hint={t('billing.accrual.noRunsHint')} />;
  return (
    <LineTable
      label={t('billing.accrual.runs')}
      rows={runs}
      rowKey={({ id }) => id}
      columns={[
        { header: 'billing.accrual.days', noWrap: true, render: spanOf },
        {
          header: 'billing.accrual.state',
          noWrap: true,
          render: ({ state }) => (
            <StatusPill status={runPills[state]}>{t(`billing.accrual.states.${state}`)}</StatusPill>
          ),
        },
        { header: 'billing.accrual.outcome', long: true, render: outcomeOf },
        {
          header: 'billing.accrual.clients',
          render: ({ clients }) =>
            clients ? clients.map(({ company }) => company).join(', ') : t('billing.accrual.everyClient'),
        },
        {
          header: 'billing.accrual.startedBy',
          render: ({ cause, user }) => (cause === 'nightly' ? t('billing.accrual.night') : user),
        },
        {
          header: 'billing.accrual.at',
          noWrap: true,
          render: ({ created_at }) => format.dateTime(created_at),
        },
      ]}
    />
  );
}

function AccrualPage({ state }: { state: AccrualState }) {
  const t = useText();
  const [isStarting, setIsStarting] = useState(false);
  return (
    <div className={css.page}>
      <PageHead
        title={t('navigation.accrual')}
        crumbs={[{ label: t('navigation.billing') }, { label: t('navigation.accrual') }]}
        actions={
          state.first_day && (
            <Button leftSection={<IconPlayerPlay size={16} stroke={1.7} />} onClick={() => setIsStarting(true)}>
              {t('billing.accrual.again')}
            </Button>
          )
        }
      />
      <p className={css.lead}>{t('billing.accrual.lead')}</p>
      <StateCard state={state} />
      <h2 className={css.runs}>{t('billing.accrual.runs')}</h2>
      <Runs runs={state.runs} />
      {isStarting && <RunDialog lastDay={state.last_day} onClose={() => setIsStarting(false)} />}
    </div>
  );
}

/** Through which day storage and counts are charged, what the latest runs did, and charging days again. */
export function AccrualView() {
  const read = useRead(api.billingRuns.state, {});
  return (
    <Allowed access={api.billingRuns.state.access} backTo="/">
      <Loaded read={read} backTo="/">
        {(state) => <AccrualPage state={state} />}
      </Loaded>
    </Allowed>
  );
}
