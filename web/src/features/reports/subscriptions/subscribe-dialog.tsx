import { api, type OfferedReport, type Subscription, SubscriptionSchedule } from '@longshore/contract';
import { refresh, useRead, useWrite } from '../../../lib/api.ts';
import { showSuccess } from '../../../lib/failure.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { handledByForm, useRecordForm } from '../../../ui/form/use-record-form.ts';
import { bodyOf, type ReportFields } from '../operations/report-address.ts';
import { ScheduleFields } from './schedule-fields.tsx';
import css from './subscriptions.module.css';

const refreshSubscriptions = () => void refresh(api.reportSubscriptions.list);

interface SubscribeProps {
  report: OfferedReport;
  /** What the report asks for, except its days. */
  fields: ReportFields;
  onClose: () => void;
}

/** Has the report on the screen mailed by a schedule, with its fields. */
export function SubscribeDialog({ report, fields, onClose }: SubscribeProps) {
  const t = useText();
  const { user } = useSession();
  const create = useWrite(api.reportSubscriptions.create, handledByForm);
  const { clientId, text_criteria_1, params } = bodyOf(report, fields, 'grid');
  const form = useRecordForm({
    draft: null,
    schema: SubscriptionSchedule,
    initial: {
      frequency: 'Week',
      weekday: 1,
      month_day: 1,
      hour: 6,
      receivers: [user.email],
      format: 'excel',
      when_empty: 0,
    } as SubscriptionSchedule,
    save: (schedule) =>
      create.mutateAsync({ body: { report: report.name, clientId, text_criteria_1, params, ...schedule } }),
    onSaved: ({ title }) => {
      refreshSubscriptions();
      showSuccess(t('reports.subscriptions.created', { title }));
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('reports.subscriptions.createTitle', { title: report.title })}
      saveLabel="reports.subscriptions.subscribe"
      onClose={onClose}
    >
      <ScheduleFields form={form} dates={report.dates} />
    </FormDialog>
  );
}

/** Changes when, to whom and how a subscription is mailed. */
export function EditSubscriptionDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  const t = useText();
  const { data: reports = [] } = useRead(api.operationReports.list, {});
  const update = useWrite(api.reportSubscriptions.update, handledByForm);
  const { id, title, report, is_own, user_name } = subscription;
  const form = useRecordForm({
    draft: null,
    schema: SubscriptionSchedule,
    initial: SubscriptionSchedule.parse(subscription),
    save: (body) => update.mutateAsync({ params: { id }, body }),
    onSaved: () => {
      refreshSubscriptions();
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={t('reports.subscriptions.editTitle', { title })} onClose={onClose}>
      {!is_own && <p className={css.takesOver}>{t('reports.subscriptions.takesOver', { name: user_name })}</p>}
      <ScheduleFields form={form} dates={reports.find(({ name }) => name === report)?.dates ?? 'none'} />
    </FormDialog>
  );
}
