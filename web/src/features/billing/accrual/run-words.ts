import type { BillingRun } from '@longshore/contract';
import { useFormat } from '../../../lib/format.ts';
import { translateReason, useText } from '../../../lib/text/text.ts';
import type { PillStatus } from '../../../ui/status-pill.tsx';

export const runPills: Record<BillingRun['state'], PillStatus> = {
  waiting: 'open',
  running: 'processed',
  done: 'finished',
  failed: 'refused',
};

const COUNTED = [
  ['added', 'billing.accrual.added'],
  ['changed', 'billing.accrual.changed'],
  ['lowered', 'billing.accrual.lowered'],
  ['removed', 'billing.accrual.removed'],
  ['kept', 'billing.accrual.kept'],
  ['gaps', 'billing.accrual.gaps'],
] as const;

/** What came of a run, in words. */
export function useOutcome(): (run: BillingRun) => string {
  const t = useText();
  const format = useFormat();
  return (run) => {
    const parts = COUNTED.filter(([name]) => run[name] > 0).map(([name, text]) => t(text, { count: run[name] }));
    const { done_through: day } = run;
    const problem = translateReason(t, run.problem_key, run.problem);
    const failure =
      run.state === 'failed' &&
      (day
        ? t('billing.accrual.failedAfter', { day: format.date(day), problem })
        : t('billing.accrual.failed', { problem }));
    if (failure) return [failure, ...parts].join(' · ');
    if (run.state === 'waiting') return '–';
    return parts.join(', ') || t('billing.accrual.noChange');
  };
}

/** The days of a run. */
export function useSpan(): (run: Pick<BillingRun, 'from' | 'to'>) => string {
  const t = useText();
  const format = useFormat();
  return ({ from, to }) =>
    from === to ? format.date(from) : t('billing.accrual.span', { from: format.date(from), to: format.date(to) });
}
