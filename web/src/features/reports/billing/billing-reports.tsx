import { api } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { saveDownload } from '../../../lib/api.ts';
import { dayOf } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { Allowed } from '../../../ui/allowed.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { PdfView } from '../../../ui/pdf-view.tsx';
import { AutoTasks } from './auto-tasks.tsx';
import { ReportForm } from './report-form.tsx';
import { ReportGrid } from './report-grid.tsx';
import { changed, type ReportValues, startValues } from './report-state.ts';
import css from './reports.module.css';
import { type Outcome, useReport } from './use-report.ts';

/** Runs billing reports, and lists those that are mailed after every week or month. */
export function BillingReports() {
  const t = useText();
  return (
    <Allowed access={api.billingReports.run.access} backTo="/">
      <div className={css.page}>
        <PageHead
          title={t('navigation.billingReports')}
          crumbs={[{ label: t('navigation.billing') }, { label: t('navigation.billingReports') }]}
        />
        <RunReport />
        <AutoTasks />
      </div>
    </Allowed>
  );
}

function RunReport() {
  const { preferences, user } = useSession();
  const today = dayOf(new Date(), preferences.timezone);
  const [values, setValues] = useState<ReportValues>(() => startValues(user.working_client?.id, today));
  const { outcome, problems, isRunning, run, cancel, clear } = useReport();
  return (
    <>
      <ReportForm
        values={values}
        change={(change) => setValues((before) => changed(before, change, today))}
        problems={problems}
        today={today}
        isRunning={isRunning}
        onRun={() => void run(values)}
        onCancel={cancel}
      />
      {isRunning ? <Running /> : outcome && <Shown outcome={outcome} onClose={clear} />}
    </>
  );
}

function Running() {
  const t = useText();
  return (
    <div className={css.running} role="status" aria-busy="true">
      <p>{t('reports.running')}</p>
      <div className={css.bar} />
    </div>
  );
}

function Shown({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const t = useText();
  switch (outcome.kind) {
    case 'grid':
      return <ReportGrid report={outcome.report} />;
    case 'empty':
      return (
        <div role="alert">
          <EmptyState title={t('messages.NoRecordFound')} hint={t('reports.noRecordHint')} />
        </div>
      );
    case 'file':
      return (
        <p className={css.saved} role="status">
          {t('reports.downloaded', { name: outcome.file.fileName })}{' '}
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconDownload size={15} stroke={1.7} />}
            onClick={() => saveDownload(outcome.file)}
          >
            {t('reports.downloadAgain')}
          </Button>
        </p>
      );
    case 'pdf': {
      const { name, from_date, to_date } = outcome.values;
      const title = t(`reports.names.${name}`);
      return (
        <Dialog title={title} size={1040} onClose={onClose}>
          <PdfView blob={outcome.blob} title={title} fileName={`${name}-${from_date}-${to_date}.pdf`} />
        </Dialog>
      );
    }
  }
}
