import { BEGINNING } from '@longshore/contract';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';

/** From which day on a rate or an activity counts, in words. */
export function useFirstDay(): (day: string) => string {
  const t = useText();
  const format = useFormat();
  return (day) =>
    day === BEGINNING
      ? t('billing.activities.fromTheBeginning')
      : t('billing.activities.from', { day: format.date(day) });
}
