import { api, type Subscription } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconClockPause, IconPencil, IconPlayerPlay, IconSend, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { refresh, useRead, useWrite } from '../../../lib/api.ts';
import { showSuccess } from '../../../lib/failure.ts';
import { useFormat } from '../../../lib/format.ts';
import { translateReason, useText } from '../../../lib/text/text.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { LineTable, TwoLines } from '../../../ui/detail/line-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { RouteLink } from '../../../ui/route-link.tsx';
import { RowAction } from '../../../ui/row-action.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { EditSubscriptionDialog } from './subscribe-dialog.tsx';
import { whenText } from './subscription-words.ts';
import css from './subscriptions.module.css';

/** While a run waits, its state is read this often; the events of other screens come besides. */
const POLL_MS = 2_000;

const isWaiting = ({ last_run }: Subscription) => last_run?.state === 'waiting';
const refreshSubscriptions = () => refresh(api.reportSubscriptions.list);

/** The subscriptions that the user sees: all of them, or those of their client. */
export function useSubscriptions() {
  const [hasWaiting, setHasWaiting] = useState(false);
  const read = useRead(api.reportSubscriptions.list, {}, { refetchInterval: hasWaiting ? POLL_MS : false });
  const { data = [] } = read;
  if (data.some(isWaiting) !== hasWaiting) setHasWaiting(!hasWaiting);
  return { ...read, subscriptions: data };
}

const SECTION = 'subscriptions';

/** Scrolls to the list, and puts the focus there. */
export function showSubscriptions(): void {
  const section = document.getElementById(SECTION);
  section?.scrollIntoView({ block: 'start' });
  section?.focus({ preventScroll: true });
}

/** Reports that are mailed by themselves: what, when, to whom, and what came of it. */
export function SubscriptionList() {
  const t = useText();
  const { subscriptions, isPending, isError, data, refetch } = useSubscriptions();
  const [edited, setEdited] = useState<Subscription>();
  const [deleted, setDeleted] = useState<Subscription>();
  return (
    <section id={SECTION} tabIndex={-1} className={css.subscriptions} aria-label={t('reports.subscriptions.title')}>
      <SectionHead title={t('reports.subscriptions.title')} hint={t('reports.subscriptions.hint')} />
      {isError && !data ? (
        <div role="alert">
          <EmptyState title={t('reports.subscriptions.notRead')}>
            <Button onClick={() => void refetch()}>{t('common.retry')}</Button>
          </EmptyState>
        </div>
      ) : subscriptions.length === 0 && !isPending ? (
        <EmptyState title={t('reports.subscriptions.none')} hint={t('reports.subscriptions.noneHint')} />
      ) : (
        <SubscriptionTable subscriptions={subscriptions} onEdit={setEdited} onDelete={setDeleted} />
      )}
      {edited && <EditSubscriptionDialog subscription={edited} onClose={() => setEdited(undefined)} />}
      {deleted && <DeleteSubscription subscription={deleted} onClose={() => setDeleted(undefined)} />}
    </section>
  );
}

function DeleteSubscription({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const t = useText();
  const { id, title, receivers } = subscription;
  const remove = useWrite(api.reportSubscriptions.delete, {
    onSuccess: async () => {
      await refreshSubscriptions();
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('reports.subscriptions.deleteTitle')}
      text={t('reports.subscriptions.deleteText', { title, receivers: receivers.join(', ') })}
      confirm={t('reports.subscriptions.delete')}
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id } })}
      onClose={onClose}
    />
  );
}

interface TableProps {
  subscriptions: Subscription[];
  onEdit: (subscription: Subscription) => void;
  onDelete: (subscription: Subscription) => void;
}

function SubscriptionTable({ subscriptions, onEdit, onDelete }: TableProps) {
  const t = useText();
  return (
    <LineTable
      label={t('reports.subscriptions.title')}
      rows={subscriptions}
      rowKey={({ id }) => id}
      columns={[
        { header: 'reports.subscriptions.what', long: true, render: (row) => <What subscription={row} /> },
        {
          header: 'reports.subscriptions.when',
          noWrap: true,
          render: (row) => (
            <TwoLines first={t(`reports.subscriptions.frequencies.${row.frequency}`)} second={whenText(t, row)} />
          ),
        },
        {
          header: 'reports.subscriptions.receivers',
          long: true,
          render: ({ receivers: [first, ...others] }) => <TwoLines first={first} second={others.join(', ')} />,
        },
        { header: 'reports.subscriptions.lastSent', noWrap: true, render: (row) => <LastSent subscription={row} /> },
        { header: 'reports.subscriptions.nextRun', noWrap: true, render: (row) => <NextRun subscription={row} /> },
      ]}
      actions={(row) => <Actions subscription={row} onEdit={onEdit} onDelete={onDelete} />}
    />
  );
}

/** Which report, of what, and whose access it is read with. */
function What({ subscription }: { subscription: Subscription }) {
  const t = useText();
  const { report, title, client, criteria, items, format, user_name } = subscription;
  const limits = [client, criteria, items ? t('reports.subscriptions.items', { count: items }) : ''].filter(Boolean);
  return (
    <TwoLines
      first={<RouteLink href={`/reports/${report}`}>{title}</RouteLink>}
      second={
        <>
          {[...limits, format === 'csv' ? 'CSV' : 'Excel'].join(' · ')}
          <span className={css.owner}>{t('reports.subscriptions.by', { name: user_name })}</span>
        </>
      }
    />
  );
}

/** When it was sent last, and what came of the last run when that was something else. */
function LastSent({ subscription }: { subscription: Subscription }) {
  const { state, last_sent_at, last_run: run } = subscription;
  const t = useText();
  const format = useFormat();
  const sent = last_sent_at ? format.short(last_sent_at) : t('reports.subscriptions.neverSent');
  // Why it stopped is said once, beside it.
  if (!run || state === 'stopped' || (run.state === 'sent' && run.mail?.state !== 'failed')) {
    const kept = run?.mail?.state === 'kept' ? t('reports.tasks.mails.kept') : undefined;
    return <TwoLines first={sent} second={kept} />;
  }
  const problem = run.problem ? translateReason(t, run.problem_key, run.problem) : run.mail?.problem;
  return <TwoLines first={sent} second={<RunState run={run} problem={problem} />} />;
}

type Run = NonNullable<Subscription['last_run']>;

function RunState({ run, problem }: { run: Run; problem: string | undefined }) {
  const t = useText();
  if (run.state === 'sent') return <Problem word={t('reports.tasks.mails.failed')} problem={problem} />;
  if (run.state === 'failed') return <Problem word={t('reports.subscriptions.lastRun.failed')} problem={problem} />;
  if (run.state === 'empty') return t('reports.subscriptions.lastRun.empty');
  if (problem) return <Problem word={t('reports.subscriptions.lastRun.retrying')} problem={problem} />;
  return <StatusPill status="in-warehouse">{t('reports.subscriptions.lastRun.waiting')}</StatusPill>;
}

const Problem = ({ word, problem }: { word: string; problem: string | undefined }) => (
  <>
    <StatusPill status="refused">{word}</StatusPill>
    {problem && <span className={css.problem}>{problem}</span>}
  </>
);

/** When it is mailed next, or why it is not. */
function NextRun({ subscription }: { subscription: Subscription }) {
  const t = useText();
  const format = useFormat();
  const { state, next_run, stop_reason, stop_reason_key } = subscription;
  if (state === 'paused') return <StatusPill status="open">{t('reports.subscriptions.paused')}</StatusPill>;
  if (state === 'stopped')
    return (
      <Problem word={t('reports.subscriptions.stopped')} problem={translateReason(t, stop_reason_key, stop_reason)} />
    );
  return next_run ? format.short(next_run) : null;
}

interface ActionsProps {
  subscription: Subscription;
  onEdit: (subscription: Subscription) => void;
  onDelete: (subscription: Subscription) => void;
}

function Actions({ subscription, onEdit, onDelete }: ActionsProps) {
  const t = useText();
  const { id, title, state, may_change } = subscription;
  const refreshed = { onSuccess: refreshSubscriptions };
  const pause = useWrite(api.reportSubscriptions.pause, refreshed);
  const resume = useWrite(api.reportSubscriptions.resume, refreshed);
  const send = useWrite(api.reportSubscriptions.send, {
    onSuccess: async () => {
      await refreshSubscriptions();
      showSuccess(t('reports.subscriptions.sending', { title }));
    },
  });
  const params = { params: { id } };
  return (
    <span className={css.actions}>
      <RowAction label={t('reports.subscriptions.sendNow')} icon={IconSend} run={() => send.mutate(params)} />
      {state === 'active' ? (
        <RowAction label={t('reports.subscriptions.pause')} icon={IconClockPause} run={() => pause.mutate(params)} />
      ) : (
        (state === 'paused' || may_change === 1) && (
          <RowAction
            label={t('reports.subscriptions.resume')}
            icon={IconPlayerPlay}
            run={() => resume.mutate(params)}
          />
        )
      )}
      {may_change === 1 && (
        <RowAction label={t('reports.subscriptions.edit')} icon={IconPencil} run={() => onEdit(subscription)} />
      )}
      <RowAction label={t('reports.subscriptions.delete')} icon={IconTrash} run={() => onDelete(subscription)} />
    </span>
  );
}
