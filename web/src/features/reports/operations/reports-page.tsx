import { api, type OfferedReport, type OperationGrid } from '@longshore/contract';
import { ActionIcon, Button } from '@mantine/core';
import { IconFileSpreadsheet, IconFileTypeCsv, IconMail, IconStar, IconStarFilled } from '@tabler/icons-react';
import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { refresh, useRead, useWrite } from '../../../lib/api.ts';
import type { ApiFailure } from '../../../lib/call.ts';
import { describeFailure } from '../../../lib/failure.ts';
import { dayOf, useFormat } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { errorOf, translateMessage, useText } from '../../../lib/text/text.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { useGo } from '../../../ui/route-link.tsx';
import { CountUpload } from '../../stock/index.ts';
import { SubscribeDialog } from '../subscriptions/subscribe-dialog.tsx';
import { SubscriptionList, showSubscriptions, useSubscriptions } from '../subscriptions/subscription-list.tsx';
import css from './operations.module.css';
import { addressOf, fieldsOf, isComplete, type ReportFields } from './report-address.ts';
import { ReportChart } from './report-chart.tsx';
import { ReportFieldsForm } from './report-fields.tsx';
import { ReportGrid } from './report-grid.tsx';
import { ReportList } from './report-list.tsx';
import { useOperationReport } from './use-operation-report.ts';

/** All reports of the warehouse: the list beside the one that is open. */
export function Reports() {
  const t = useText();
  const go = useGo();
  const { name }: { name?: string } = useParams({ strict: false });
  const { data: reports = [], isError, refetch } = useRead(api.operationReports.list, {});
  const open = reports.find((each) => each.name === name);
  const { subscriptions } = useSubscriptions();
  const subscribed = new Set(subscriptions.map(({ report }) => report));
  return (
    <div className={css.page}>
      <ReportList
        reports={reports}
        current={name}
        subscribed={subscribed}
        onOpen={(chosen) => go(`/reports/${chosen}`)}
        toSubscriptions={
          <Button
            variant="default"
            className={css.toSubscriptions}
            leftSection={<IconMail size={16} stroke={1.7} />}
            onClick={showSubscriptions}
          >
            {t('reports.subscriptions.title')} {subscriptions.length || ''}
          </Button>
        }
      />
      {open ? (
        <OpenReport key={open.name} report={open} />
      ) : (
        <div className={css.content}>
          <PageHead title={t('navigation.reports')} count={reports.length || undefined} />
          {isError ? (
            <EmptyState title={t('reports.operations.notRead')}>
              <Button onClick={() => void refetch()}>{t('common.retry')}</Button>
            </EmptyState>
          ) : (
            <EmptyState
              title={t(name && reports.length ? 'reports.operations.unknown' : 'reports.operations.choose')}
              hint={t('reports.operations.chooseHint')}
            />
          )}
          <SubscriptionList />
        </div>
      )}
    </div>
  );
}

function OpenReport({ report }: { report: OfferedReport }) {
  const t = useText();
  const router = useRouter();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const { user, preferences } = useSession();
  const today = dayOf(new Date(), preferences.timezone);
  const start = { client: user.is_main_user ? String(user.working_client?.id ?? '') : '', today };
  const [fields, setFields] = useState<ReportFields>(() => fieldsOf(report, search, start));
  const { grid, problems, failed, doing, start: run, stop } = useOperationReport(report);
  const runIt = (format: 'grid' | 'excel' | 'csv', asked = fields) => {
    router.history.replace(addressOf(report, asked));
    void run(asked, format);
  };
  const runFor = (days: Pick<ReportFields, 'from' | 'to'>) => {
    const asked = { ...fields, ...days };
    setFields(asked);
    runIt('grid', asked);
  };
  // An address that was shared or bookmarked answers at once.
  const isGiven = useRef(isComplete(search));
  useEffect(() => {
    if (!isGiven.current) return;
    isGiven.current = false;
    void run(fields, 'grid');
  });
  return (
    <div className={css.content}>
      <PageHead
        title={report.title}
        crumbs={[{ label: t('navigation.reports'), href: '/reports' }, { label: report.group_title }]}
        badge={<FavouriteButton report={report} />}
        actions={
          <>
            <SubscribeButton report={report} fields={fields} />
            {report.name === COUNT_SHEET && <CountUpload clientId={Number(fields.client) || undefined} />}
            <Button
              variant="default"
              leftSection={<IconFileTypeCsv size={16} stroke={1.7} />}
              loading={doing === 'csv'}
              disabled={doing !== undefined}
              onClick={() => runIt('csv')}
            >
              CSV
            </Button>
            <Button
              variant="default"
              leftSection={<IconFileSpreadsheet size={16} stroke={1.7} />}
              loading={doing === 'excel'}
              disabled={doing !== undefined}
              onClick={() => runIt('excel')}
            >
              Excel
            </Button>
          </>
        }
      />
      <p className={css.hint}>{report.hint}</p>
      <ReportFieldsForm
        report={report}
        fields={fields}
        change={(change) => setFields((before) => ({ ...before, ...change }))}
        problems={problems}
        today={today}
        isRunning={doing !== undefined}
        onRun={() => runIt('grid')}
        onStop={stop}
      />
      {problems._ && (
        <p role="alert" className={css.problem}>
          {translateMessage(t, errorOf(problems._))}
        </p>
      )}
      {failed && <FailureNote failure={failed.failure} onRetry={() => runIt(failed.format)} />}
      {doing ? (
        <p role="status" aria-busy="true" className={css.hint}>
          {t('reports.running')}
        </p>
      ) : grid ? (
        <Outcome grid={grid} client={fields.client} onPeriod={runFor} />
      ) : null}
    </div>
  );
}

/** The report whose figures are uploaded to a count. */
const COUNT_SHEET = 'count-sheet';

function SubscribeButton({ report, fields }: { report: OfferedReport; fields: ReportFields }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconMail size={16} stroke={1.7} />} onClick={() => setOpen(true)}>
        {t('reports.subscriptions.subscribe')}
      </Button>
      {isOpen && <SubscribeDialog report={report} fields={fields} onClose={() => setOpen(false)} />}
    </>
  );
}

function FavouriteButton({ report: { name, title, is_favourite } }: { report: OfferedReport }) {
  const t = useText();
  const refreshed = { onSuccess: () => refresh(api.operationReports.list) };
  const add = useWrite(api.operationReports.addFavourite, refreshed);
  const remove = useWrite(api.operationReports.removeFavourite, refreshed);
  const label = t(is_favourite ? 'reports.operations.removeFavourite' : 'reports.operations.addFavourite', { title });
  const Icon = is_favourite ? IconStarFilled : IconStar;
  return (
    <ActionIcon
      variant="subtle"
      aria-label={label}
      title={label}
      loading={add.isPending || remove.isPending}
      onClick={() => (is_favourite ? remove : add).mutate({ params: { name } })}
    >
      <Icon className={css.star} size={18} stroke={1.7} />
    </ActionIcon>
  );
}

/** Why there is no answer, above the rows of the one before. */
function FailureNote({ failure, onRetry }: { failure: ApiFailure; onRetry: () => void }) {
  const t = useText();
  const { sentence, explanation, reference } = describeFailure(failure, t);
  return (
    <div role="alert" className={css.failure}>
      <p className={css.problem}>{sentence}</p>
      {[explanation, reference].filter(Boolean).map((text) => (
        <p key={text} className={css.hint}>
          {text}
        </p>
      ))}
      <Button variant="default" size="xs" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  );
}

interface OutcomeProps {
  grid: OperationGrid;
  client: string;
  onPeriod: (days: Pick<ReportFields, 'from' | 'to'>) => void;
}

function Outcome({ grid, client, onPeriod }: OutcomeProps) {
  const t = useText();
  const format = useFormat();
  if (grid.rows.length === 0) {
    const { nearest } = grid;
    return (
      <div role="alert">
        <EmptyState title={t('messages.NoRecordFound')} hint={t('reports.operations.noRecordHint')}>
          {nearest && (
            <Button
              variant="default"
              classNames={{ root: css.nearest ?? '', label: css.nearestLabel ?? '' }}
              onClick={() => onPeriod({ from: nearest.from_date, to: nearest.to_date })}
            >
              {t('reports.operations.nearest', {
                from: format.date(nearest.from_date),
                to: format.date(nearest.to_date),
              })}
            </Button>
          )}
        </EmptyState>
      </div>
    );
  }
  const days =
    grid.from_date && grid.to_date && grid.from_date !== grid.to_date
      ? t('reports.days', { from: format.date(grid.from_date), to: format.date(grid.to_date) })
      : grid.to_date && format.date(grid.to_date);
  return (
    <>
      {days && <p className={css.days}>{days}</p>}
      <ReportChart grid={grid} />
      <ReportGrid grid={grid} client={client} />
    </>
  );
}
