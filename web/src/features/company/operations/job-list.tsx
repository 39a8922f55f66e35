import { api, type JobRun } from '@longshore/contract';
import { prefetch } from '../../../lib/api.ts';
import { useText } from '../../../lib/text/text.ts';
import { ListScreen } from '../../../ui/list/list-screen.tsx';
import type { Column, ListFilter } from '../../../ui/list/list-types.ts';
import { StatusPill } from '../../../ui/status-pill.tsx';
import { jobNames, jobPath, jobPills, jobStates } from './job-words.ts';

export function JobName({ task }: { task: string }) {
  const t = useText();
  const known = jobNames[task];
  return known ? t(known) : task;
}

export function JobState({ state }: { state: JobRun['state'] }) {
  const t = useText();
  return <StatusPill status={jobPills[state]}>{t(jobStates[state])}</StatusPill>;
}

const columns: Column<JobRun>[] = [
  { field: 'task', header: 'operations.job', width: 220, render: ({ task }) => <JobName task={task} /> },
  {
    field: 'state',
    header: 'lists.status',
    width: 128,
    narrow: 'end',
    render: ({ state }) => <JobState state={state} />,
  },
  { field: 'problem', header: 'operations.problem' },
  { field: 'attempt', header: 'operations.attempt', kind: 'number', width: 96 },
  { field: 'finished_at', header: 'operations.finishedAt', kind: 'moment', width: 200 },
];

const byState: ListFilter = { name: 'state', label: 'lists.status', options: jobStates };

export function JobList() {
  const t = useText();
  return (
    <ListScreen
      endpoint={api.operations.jobs}
      title={t('operations.jobs')}
      crumbs={[{ label: t('shell.setting') }, { label: t('operations.jobs') }]}
      columns={columns}
      rowHref={({ id }) => jobPath(id)}
      onRowHover={({ id }) => prefetch(api.operations.job, { params: { id } })}
      filters={[byState]}
      searchPlaceholder="operations.searchJobs"
      emptyText="operations.noJobs"
    />
  );
}
