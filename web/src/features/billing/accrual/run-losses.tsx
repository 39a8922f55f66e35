import { api, dayAfter, RUN_PREVIEW_ENTRIES_MAX, type RunInput, type RunPreview } from '@longshore/contract';
import { Switch } from '@mantine/core';
import { call } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { LineTable, TwoLines } from '../../../ui/detail/line-table.tsx';
import css from './accrual.module.css';

export type Losses = Pick<RunPreview, 'removed' | 'lowered' | 'amount' | 'entries'>;

/** What a run would remove or lower, some days at a time; undefined when nothing. */
export async function findLosses({ from, ...days }: RunInput): Promise<Losses | undefined> {
  const losses: Losses = { removed: 0, lowered: 0, amount: 0, entries: [] };
  for (let next = from; ; ) {
    const part = await call(api.billingRuns.preview, { body: { ...days, from: next } });
    losses.removed += part.removed;
    losses.lowered += part.lowered;
    losses.amount += part.amount;
    losses.entries = [...losses.entries, ...part.entries].slice(0, RUN_PREVIEW_ENTRIES_MAX);
    if (part.through >= part.to || part.through >= days.to) break;
    next = dayAfter(part.through);
  }
  return losses.removed + losses.lowered > 0 ? losses : undefined;
}

/** The same for several spans, each of its own clients. */
export async function findAllLosses(spans: readonly RunInput[]): Promise<Losses | undefined> {
  const all: Losses = { removed: 0, lowered: 0, amount: 0, entries: [] };
  for (const span of spans) {
    const part = await findLosses(span);
    if (!part) continue;
    all.removed += part.removed;
    all.lowered += part.lowered;
    all.amount += part.amount;
    all.entries = [...all.entries, ...part.entries].slice(0, RUN_PREVIEW_ENTRIES_MAX);
  }
  return all.removed + all.lowered > 0 ? all : undefined;
}

interface LossConsentProps {
  losses: Losses;
  /** Whether the run may remove and lower them. */
  value: 0 | 1;
  set: (value: 0 | 1) => void;
}

/** Shows what a run would take from charges, and asks whether it may. */
export function LossConsent({ losses, value, set }: LossConsentProps) {
  const t = useText();
  return (
    <div className={css.consent}>
      <LossList losses={losses} />
      <Switch
        withThumbIndicator={false}
        label={t('billing.accrual.mayLower')}
        checked={value === 1}
        onChange={(event) => set(event.currentTarget.checked ? 1 : 0)}
      />
    </div>
  );
}

/** The entries that clients would be charged less for, with the amounts before and after. */
function LossList({ losses }: { losses: Losses }) {
  const t = useText();
  const format = useFormat();
  const { removed, lowered, amount, entries } = losses;
  const title = t('billing.accrual.losses', {
    removed: format.number(removed),
    lowered: format.number(lowered),
    amount: format.money(amount),
  });
  return (
    <div className={css.losses} role="status">
      <p className={css.hint}>{title}</p>
      <LineTable
        label={title}
        rows={entries}
        rowKey={({ id }) => id}
        columns={[
          { header: 'billing.accrual.lossDay', noWrap: true, render: ({ day }) => format.date(day) },
          {
            header: 'billing.activities.item',
            long: true,
            render: ({ item, activity }) => <TwoLines first={item} second={activity} />,
          },
          { header: 'billing.accrual.before', right: true, render: ({ before }) => format.money(before) },
          { header: 'billing.accrual.after', right: true, render: ({ after }) => format.money(after) },
        ]}
      />
    </div>
  );
}
