import { type AutoTask, api, TASK_REPORTS } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconPencil, IconPlayerPlay, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { call, refresh, useRead, useWrite } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { translateReason, useText } from '../../../lib/text/text.ts';
import { toast } from '../../../lib/toast.ts';
import { LineTable, TwoLines } from '../../../ui/detail/line-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { RowAction } from '../../../ui/row-action.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import { type PillStatus, StatusPill } from '../../../ui/status-pill.tsx';
import { offerUndo } from '../../../ui/undo.tsx';
import css from './reports.module.css';
import { TaskClientsDialog, TaskDialog } from './task-dialog.tsx';

/** While a run waits, its state is read this often; the events of other screens come besides. */
const POLL_MS = 2_000;

/** A run that waits for storage charges may do so for hours: it is not polled all the time. */
const isWaiting = ({ last_run }: AutoTask) =>
  last_run !== null && ((last_run.state === 'waiting' && !last_run.waits_since) || last_run.mail?.state === 'queued');
const refreshTasks = () => refresh(api.autoTasks.list);

/** Reports that are mailed by themselves, with what came of their last run. */
export function AutoTasks() {
  const t = useText();
  const [isCreating, setCreating] = useState(false);
  const [edited, setEdited] = useState<AutoTask>();
  const [hasWaiting, setHasWaiting] = useState(false);
  const read = useRead(api.autoTasks.list, {}, { refetchInterval: hasWaiting ? POLL_MS : false });
  const { data: tasks = [], isPending } = read;
  if (tasks.some(isWaiting) !== hasWaiting) setHasWaiting(!hasWaiting);
  return (
    <section className={css.tasks} aria-label={t('reports.tasks.title')}>
      <SectionHead title={t('reports.tasks.title')} hint={t('reports.tasks.hint')}>
        <Button variant="default" leftSection={<IconPlus size={16} stroke={1.7} />} onClick={() => setCreating(true)}>
          {t('reports.tasks.create')}
        </Button>
      </SectionHead>
      {read.isError && !read.data ? (
        <div role="alert">
          <EmptyState title={t('reports.tasks.notRead')}>
            <Button onClick={() => void read.refetch()}>{t('common.retry')}</Button>
          </EmptyState>
        </div>
      ) : tasks.length === 0 && !isPending ? (
        <EmptyState title={t('reports.tasks.none')} hint={t('reports.tasks.noneHint')} />
      ) : (
        <TaskTable tasks={tasks} onEdit={setEdited} />
      )}
      {isCreating && <TaskDialog onClose={() => setCreating(false)} />}
      {edited && <TaskClientsDialog task={edited} onClose={() => setEdited(undefined)} />}
    </section>
  );
}

const inputOf = ({ frequency, report_type, file_type, receiver_1, receiver_2, params }: AutoTask) => ({
  frequency,
  report_type,
  file_type,
  receiver_1,
  receiver_2,
  params,
});

function TaskTable({ tasks, onEdit }: { tasks: AutoTask[]; onEdit: (task: AutoTask) => void }) {
  const t = useText();
  const format = useFormat();
  const nameOf = (task: AutoTask) => t(`reports.names.${TASK_REPORTS[task.report_type]}`);
  const run = useWrite(api.autoTasks.run, {
    onSuccess: async (task) => {
      await refreshTasks();
      toast({ id: 'auto task', message: t('reports.tasks.started', { name: nameOf(task) }) });
    },
  });
  const remove = useWrite(api.autoTasks.delete, { onSuccess: refreshTasks });
  const removeTask = async (task: AutoTask) => {
    await remove.mutateAsync({ params: { id: task.id } });
    offerUndo({
      done: t('forms.deleted', { name: nameOf(task) }),
      undo: async (idempotencyKey) => {
        await call(api.autoTasks.create, { body: inputOf(task) }, { idempotencyKey });
        await refreshTasks();
      },
    });
  };
  return (
    <LineTable
      label={t('reports.tasks.title')}
      rows={tasks}
      rowKey={({ id }) => id}
      columns={[
        {
          header: 'reports.name',
          render: (task) => (
            <TwoLines first={nameOf(task)} second={`${t(`reports.formats.${task.file_type}`)} · ${task.user_name}`} />
          ),
        },
        {
          header: 'reports.tasks.frequency',
          render: ({ frequency }) => (
            <TwoLines
              first={t(`reports.tasks.frequencies.${frequency}`)}
              second={t(`reports.tasks.frequencyHints.${frequency}`)}
            />
          ),
        },
        { header: 'reports.clients', long: true, render: (task) => <Companies task={task} /> },
        {
          header: 'reports.tasks.sendTo',
          long: true,
          render: ({ receiver_1, receiver_2 }) => <TwoLines first={receiver_1} second={receiver_2} />,
        },
        { header: 'reports.tasks.lastRun', noWrap: true, render: (task) => <LastRun task={task} /> },
        { header: 'reports.tasks.nextRun', noWrap: true, render: ({ next_run }) => format.short(next_run) },
      ]}
      actions={(task) => (
        <span className={css.actions}>
          <RowAction
            label={t('reports.tasks.runNow')}
            icon={IconPlayerPlay}
            run={() => run.mutate({ params: { id: task.id } })}
          />
          <RowAction label={t('reports.tasks.editClients')} icon={IconPencil} run={() => onEdit(task)} />
          <RowAction label={t('reports.tasks.delete')} icon={IconTrash} run={() => void removeTask(task)} />
        </span>
      )}
    />
  );
}

/** Companies that a row names; the others are counted. */
const NAMED = 3;

function Companies({ task: { companies } }: { task: AutoTask }) {
  const t = useText();
  const more = companies.length - NAMED;
  return (
    <TwoLines
      first={companies.slice(0, NAMED).join(', ') || t('reports.tasks.noClientsLeft')}
      second={more > 0 ? t('reports.tasks.moreClients', { count: more }) : undefined}
    />
  );
}

type Run = NonNullable<AutoTask['last_run']>;

const PILLS: Record<Run['state'], PillStatus> = {
  waiting: 'in-warehouse',
  sent: 'finished',
  empty: 'finished',
  failed: 'refused',
};
const MAIL_PILLS: Record<NonNullable<Run['mail']>['state'], PillStatus> = {
  queued: 'in-warehouse',
  sent: 'finished',
  kept: 'attention',
  failed: 'refused',
};

/** What came of a run: once its mail is written, what came of the mail. */
function RunPill({ run }: { run: Run }) {
  const t = useText();
  if (run.state === 'sent' && run.mail)
    return <StatusPill status={MAIL_PILLS[run.mail.state]}>{t(`reports.tasks.mails.${run.mail.state}`)}</StatusPill>;
  if (run.state !== 'waiting')
    return <StatusPill status={PILLS[run.state]}>{t(`reports.tasks.states.${run.state}`)}</StatusPill>;
  if (run.waits_since) return <StatusPill status="attention">{t('reports.tasks.waitsForCharges')}</StatusPill>;
  if (run.problem) return <StatusPill status="attention">{t('reports.tasks.retrying')}</StatusPill>;
  return <StatusPill status={PILLS.waiting}>{t('reports.tasks.states.waiting')}</StatusPill>;
}

/** The state of the last run, the days it was about, and why it waits or failed. */
function LastRun({ task: { last_run: run } }: { task: AutoTask }) {
  const t = useText();
  const format = useFormat();
  if (!run) return t('reports.tasks.neverRun');
  const days = t('reports.days', { from: format.date(run.from_date), to: format.date(run.to_date) });
  const when = format.short(run.ended_at ?? run.created_at);
  const waits =
    run.waits_since &&
    t('reports.tasks.waitsSince', { moment: format.short(run.waits_since), day: format.date(run.to_date) });
  const problem = run.problem ? translateReason(t, run.problem_key, run.problem) : run.mail?.problem;
  return (
    <TwoLines
      first={
        <>
          <RunPill run={run} /> {when}
        </>
      }
      second={
        <>
          {days}
          {waits && <span className={css.waits}>{waits}</span>}
          {problem && <span className={css.problem}>{problem}</span>}
        </>
      }
    />
  );
}
