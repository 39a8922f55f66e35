import type { ScheduleFrequency, Subscription } from '@longshore/contract';
import type { PlainKey, translate } from '../../../lib/text/text.ts';

export const WEEKDAYS: Record<number, PlainKey> = {
  1: 'reports.subscriptions.weekdays.d1',
  2: 'reports.subscriptions.weekdays.d2',
  3: 'reports.subscriptions.weekdays.d3',
  4: 'reports.subscriptions.weekdays.d4',
  5: 'reports.subscriptions.weekdays.d5',
  6: 'reports.subscriptions.weekdays.d6',
  7: 'reports.subscriptions.weekdays.d7',
};

type When = Pick<Subscription, 'frequency' | 'weekday' | 'month_day' | 'hour'>;

/** `06:00`, in every language. */
export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** On which day and at which hour. */
export function whenText(t: typeof translate, { frequency, weekday, month_day: day, hour: at }: When): string {
  const hour = hourText(at);
  if (frequency === 'Week')
    return t('reports.subscriptions.onWeekday', { weekday: t(WEEKDAYS[weekday] as PlainKey), hour });
  if (frequency === 'Month') return t('reports.subscriptions.onMonthDay', { day, hour });
  return t('reports.subscriptions.atHour', { hour });
}

/** The days that a report is about when it is mailed. */
export function periodKey(dates: 'none' | 'day' | 'period', frequency: ScheduleFrequency): PlainKey {
  if (dates === 'none') return 'reports.subscriptions.asOfNow';
  if (dates === 'day') return 'reports.subscriptions.asOfDay';
  return `reports.subscriptions.periods.${frequency}`;
}
