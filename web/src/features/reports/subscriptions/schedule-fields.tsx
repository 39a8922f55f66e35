import {
  MONTH_DAY_MAX,
  SCHEDULE_FREQUENCIES,
  SUBSCRIPTION_FORMATS,
  SUBSCRIPTION_RECEIVERS_MAX,
  type SubscriptionSchedule,
} from '@longshore/contract';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { EmailsField } from '../../../ui/form/emails-field.tsx';
import { SelectField, SwitchField } from '../../../ui/form/fields.tsx';
import type { RecordForm } from '../../../ui/form/use-record-form.ts';
import { hourText, periodKey, WEEKDAYS } from './subscription-words.ts';

const numbers = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);

interface Props {
  form: RecordForm<SubscriptionSchedule>;
  /** What the report asks for: without a period it reports what is true when it is mailed. */
  dates: 'none' | 'day' | 'period';
}

/** When, to whom and how a report is mailed. */
export function ScheduleFields({ form, dates }: Props) {
  const t = useText();
  const { preferences } = useSession();
  const { frequency } = form.values;
  const isDaily = frequency === 'Day';
  return (
    <>
      <SelectField
        {...form.field('frequency')}
        label="reports.subscriptions.frequency"
        note={t(periodKey(dates, frequency))}
        span={isDaily ? 8 : 4}
        choices={SCHEDULE_FREQUENCIES.map((each) => ({
          value: each,
          label: t(`reports.subscriptions.frequencies.${each}`),
        }))}
      />
      {frequency === 'Week' && (
        <SelectField
          {...form.field('weekday')}
          label="reports.subscriptions.weekday"
          span={4}
          choices={Object.entries(WEEKDAYS).map(([value, key]) => ({ value, label: t(key) }))}
        />
      )}
      {frequency === 'Month' && (
        <SelectField
          {...form.field('month_day')}
          label="reports.subscriptions.monthDay"
          span={4}
          choices={numbers(1, MONTH_DAY_MAX).map((day) => ({ value: String(day), label: String(day) }))}
        />
      )}
      <SelectField
        {...form.field('hour')}
        label="reports.subscriptions.hour"
        note={t('reports.subscriptions.hourHint', { zone: preferences.timezone })}
        span={4}
        choices={numbers(0, 23).map((hour) => ({ value: String(hour), label: hourText(hour) }))}
      />
      <EmailsField
        {...form.field('receivers')}
        label="reports.subscriptions.receivers"
        note={t('reports.subscriptions.receiversHint', { n: SUBSCRIPTION_RECEIVERS_MAX })}
        max={SUBSCRIPTION_RECEIVERS_MAX}
        span={12}
      />
      <SelectField
        {...form.field('format')}
        label="reports.format"
        span={4}
        choices={SUBSCRIPTION_FORMATS.map((format) => ({ value: format, label: format === 'csv' ? 'CSV' : 'Excel' }))}
      />
      <SwitchField {...form.field('when_empty')} label="reports.subscriptions.whenEmpty" span={8} />
    </>
  );
}
