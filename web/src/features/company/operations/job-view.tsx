import { api, type JobStory } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { refresh, useRead, useWrite } from '../../../lib/api.ts';
import { showFailure, showSuccess } from '../../../lib/failure.ts';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { DetailPage, Section } from '../../../ui/detail/detail-page.tsx';
import { Facts } from '../../../ui/detail/facts.tsx';
import { LineTable } from '../../../ui/detail/line-table.tsx';
import { Loaded } from '../../../ui/detail/loaded.tsx';
import { listAddress } from '../../../ui/list/list-address.ts';
import { JobState } from './job-list.tsx';
import { jobNames, jobsPath } from './job-words.ts';

/** By then a retried job has usually run. */
const LOOK_AGAIN_MS = [1500, 5000];

export function JobView() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const read = useRead(api.operations.job, { params: { id: Number(id) } });
  return (
    <Loaded read={read} backTo={listAddress(jobsPath)}>
      {(job) => <JobPage job={job} />}
    </Loaded>
  );
}

/** The time between two timestamps, in seconds. */
function useDuration() {
  const t = useText();
  const format = useFormat();
  return (from: string, to: string) => {
    const seconds = Math.max(0, new Date(to).getTime() - new Date(from).getTime()) / 1000;
    return t('operations.seconds', { seconds: format.number(seconds, { maximumFractionDigits: 2 }) });
  };
}

function JobPage({ job }: { job: JobStory }) {
  const t = useText();
  const format = useFormat();
  const formatDuration = useDuration();
  const known = jobNames[job.task];
  const name = known ? t(known) : job.task;
  const retry = useWrite(api.operations.retryJob, {
    onSuccess: () => {
      for (const wait of LOOK_AGAIN_MS)
        setTimeout(() => void Promise.all([refresh(api.operations.jobs), refresh(api.operations.job)]), wait);
      showSuccess(t('operations.queued'));
    },
    onFailure: (failure) => {
      // The job has succeeded meanwhile: the refreshed page shows it.
      if (failure.status === 422) void refresh(api.operations.job);
      else showFailure(failure);
      return true;
    },
  });
  const list = listAddress(jobsPath);
  return (
    <DetailPage
      title={name}
      crumbs={[{ label: t('shell.setting') }, { label: t('operations.jobs'), href: list }, { label: name }]}
      badge={<JobState state={job.state} />}
      actions={
        job.can_retry && (
          <Button
            leftSection={<IconRefresh size={16} stroke={1.7} />}
            disabled={retry.isPending || retry.isSuccess}
            onClick={() => retry.mutate({ params: { id: job.id } })}
          >
            {t('operations.retry')}
          </Button>
        )
      }
    >
      <Section>
        <Facts
          items={[
            { label: 'operations.finishedAt', value: format.dateTime(job.finished_at) },
            { label: 'operations.lasted', value: formatDuration(job.started_at, job.finished_at) },
            { label: 'operations.attempt', value: job.attempt },
            { label: 'operations.jobId', value: job.job_id, copy: true },
            { label: 'operations.problem', value: job.problem, copy: true, wide: true },
            { label: 'operations.payload', value: job.payload, copy: true, mono: true, wide: true },
          ]}
        />
      </Section>
      <Section title={t('operations.attempts')} count={job.runs.length}>
        <LineTable
          label={t('operations.attempts')}
          rows={job.runs}
          rowKey={({ id }) => id}
          columns={[
            { header: 'operations.attempt', right: true, width: 90, render: ({ attempt }) => attempt },
            { header: 'lists.status', width: 130, render: ({ state }) => <JobState state={state} /> },
            { header: 'operations.problem', render: ({ problem }) => problem || '–' },
            { header: 'operations.finishedAt', width: 200, render: ({ finished_at }) => format.dateTime(finished_at) },
          ]}
        />
      </Section>
    </DetailPage>
  );
}
