import { api, MoneyIn, Percent, type WhatIf as Priced, type WhatIfLine } from '@longshore/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useRead } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { type PlainKey, useText } from '../../../lib/text/text.ts';
import { type LineColumn, LineTable, TwoLines } from '../../../ui/detail/line-table.tsx';
import { Loaded } from '../../../ui/detail/loaded.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { MoneyInput } from '../../../ui/form/number-fields.tsx';
import { listAddress } from '../../../ui/list/list-address.ts';
import { ACTIVITIES } from '../billing-words.ts';
import { MonthPicker } from '../statements/month-picker.tsx';
import { addMonths, thisMonth } from '../statements/statement-words.ts';
import css from '../statements/statements.module.css';
import { PercentInput } from './percent-input.tsx';
import { percentIn } from './rate-card-words.ts';

const TYPING_MS = 300;

/** Rates to try, by activity and item. */
type Rates = Readonly<Record<string, string>>;

const keyOf = ({ activity_id, item_id }: WhatIfLine) => `${activity_id} ${item_id}`;

const given = (rates: Rates) =>
  Object.entries(rates)
    .filter(([, rate]) => rate !== '' && MoneyIn.safeParse(rate).success)
    .map(([key, rate]) => {
      const [activity_id = 0, item_id = 0] = key.split(' ').map(Number);
      return { activity_id, item_id, rate };
    });

/** Prices a past month of a client with other rates. Nothing is written. */
export function WhatIf({ clientId }: { clientId: number }) {
  const t = useText();
  const { place } = useFormat();
  const [month, setMonth] = useState(() => addMonths(thisMonth(place.timezone), -1));
  const [percent, setPercent] = useState('');
  const [rates, setRates] = useState<Rates>({});
  const [settled] = useDebouncedValue({ percent: percentIn(percent), rates }, TYPING_MS);
  const body = {
    client_id: clientId,
    month,
    rates: given(settled.rates),
    percent: Percent.safeParse(settled.percent).success ? settled.percent : '0',
  };
  const read = useRead(api.rateCards.whatIf, { body }, { keepPrevious: true });
  return (
    <>
      <p className={css.lead}>{t('billing.rateCards.whatIfHint')}</p>
      <div className={css.form}>
        <MonthPicker month={month} pick={setMonth} />
        <PercentInput value={percent} set={setPercent} />
      </div>
      <Loaded read={read} inPage backTo={listAddress(ACTIVITIES)}>
        {(priced) => (
          <Outcome priced={priced} rates={rates} set={(key, rate) => setRates((now) => ({ ...now, [key]: rate }))} />
        )}
      </Loaded>
    </>
  );
}

interface OutcomeProps {
  priced: Priced;
  rates: Rates;
  set: (key: string, rate: string) => void;
}

function Outcome({ priced, rates, set }: OutcomeProps) {
  const t = useText();
  const format = useFormat();
  const money = (header: PlainKey, field: 'old_amount' | 'new_amount' | 'difference'): LineColumn<WhatIfLine> => ({
    header,
    right: true,
    width: 120,
    total: format.money(priced[field]),
    render: (line) => format.money(line[field]),
  });
  if (!priced.lines.length) return <EmptyState title={t('billing.statement.noEntries')} />;
  return (
    <LineTable
      label={t('billing.rateCards.tabs.what-if')}
      dense
      rows={priced.lines}
      rowKey={keyOf}
      columns={[
        {
          header: 'billing.activities.item',
          long: true,
          total: t('billing.statement.total'),
          render: ({ item, activity, repriced, entries }) => (
            <TwoLines
              first={item}
              second={
                repriced < entries
                  ? `${activity} · ${t('billing.rateCards.kept', { count: entries - repriced })}`
                  : activity
              }
            />
          ),
        },
        {
          header: 'billing.entries.quantity',
          right: true,
          width: 110,
          render: ({ quantity }) => format.number(quantity, { maximumFractionDigits: 4 }),
        },
        {
          header: 'billing.rateCards.oldRate',
          right: true,
          width: 110,
          render: ({ rate }) => (rate === null ? '–' : format.money(rate)),
        },
        {
          header: 'billing.rateCards.triedRate',
          right: true,
          width: 130,
          render: (line) =>
            line.repriced > 0 ? (
              <MoneyInput
                aria-label={t('billing.rateCards.triedRateOf', { item: line.item })}
                value={rates[keyOf(line)] ?? ''}
                set={(rate) => set(keyOf(line), rate)}
              />
            ) : (
              '–'
            ),
        },
        money('billing.rateCards.oldAmount', 'old_amount'),
        money('billing.rateCards.newAmount', 'new_amount'),
        money('billing.rateCards.difference', 'difference'),
      ]}
    />
  );
}
