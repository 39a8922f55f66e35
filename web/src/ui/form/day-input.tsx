import { DateInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/zh-cn';
import { IconCalendar } from '@tabler/icons-react';
import { useFormat } from '../../lib/format.ts';
import { localeOf, useText } from '../../lib/text/text.ts';
import type { DayInputProps } from './day-input-props.ts';
import { readDay } from './read-day.ts';

/** The arrows of the calendar, by what they lead to. */
const ARROWS = ['previousMonth', 'nextMonth', 'previousYear', 'nextYear', 'previousDecade', 'nextDecade'] as const;

/** A date input in the reader's language; a day is typed or chosen from a calendar. Loaded when first shown. */
export default function DayInput({ value, onDay, min, max, ...rest }: DayInputProps) {
  const t = useText();
  const format = useFormat();
  return (
    <DateInput
      {...rest}
      value={value || null}
      onChange={(day) => onDay(day ?? '')}
      dateParser={readDay}
      valueFormat={format.date}
      locale={localeOf(format.place.language).toLowerCase()}
      firstDayOfWeek={format.place.language === 'en' ? 0 : 1}
      {...(min ? { minDate: min } : {})}
      {...(max ? { maxDate: max } : {})}
      ariaLabels={Object.fromEntries(ARROWS.map((arrow) => [arrow, t(`forms.calendar.${arrow}`)]))}
      // Weekends in red would need a second accent.
      weekendDays={[]}
      clearable
      rightSection={value ? undefined : <IconCalendar size={16} stroke={1.7} aria-hidden />}
      rightSectionPointerEvents={value ? 'all' : 'none'}
    />
  );
}
