import { ActionIcon, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Select } from '../../../ui/select.tsx';
import { addMonths, firstDay, thisMonth } from './statement-words.ts';

/** Months that are offered, back from this one; the arrows lead further. */
const OFFERED = 36;

/** Chooses a month; the arrows lead to the month before and after. */
export function MonthPicker({ month, pick }: { month: string; pick: (month: string) => void }) {
  const t = useText();
  const format = useFormat();
  const now = thisMonth(format.place.timezone);
  const offered = Array.from({ length: OFFERED }, (_, back) => addMonths(now, -back));
  const months = offered.includes(month) ? offered : [month, ...offered];
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('billing.statement.previous')}
        onClick={() => pick(addMonths(month, -1))}
      >
        <IconChevronLeft size={16} stroke={1.7} />
      </ActionIcon>
      <Select
        aria-label={t('billing.statement.month')}
        w={170}
        data={months.map((value) => ({ value, label: format.month(firstDay(value)) }))}
        value={month}
        onChange={(value) => value && pick(value)}
      />
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('billing.statement.next')}
        onClick={() => pick(addMonths(month, 1))}
      >
        <IconChevronRight size={16} stroke={1.7} />
      </ActionIcon>
    </Group>
  );
}
