import { type Answer, api, type Inventory } from '@longshore/contract';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../lib/api.ts';
import { describeFailure } from '../../lib/failure.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { type Mark, TimeChart } from '../../ui/charts/time-chart.tsx';
import css from './stock.module.css';
import { shortDay } from './stock-words.ts';

const RANGES = [
  { value: '30', label: 'stock.days30' },
  { value: '84', label: 'stock.weeks12' },
  { value: '365', label: 'stock.year1' },
] as const;
/** Marks closer than this share of the width would overlap. */
const MARK_GAP_MIN = 0.16;

type History = Answer<typeof api.stock.history>;

/** The item's pristine stock at the end of each day, with its largest receipts as marks. */
export function StockChart({ inventory }: { inventory: Inventory }) {
  const t = useText();
  const format = useFormat();
  const [days, setDays] = useState<string>('84');
  const { data, error } = useRead(
    api.stock.history,
    { params: { id: inventory.id }, query: { days: Number(days) } },
    { keepPrevious: true, enabled: inventory.type === 'Item' },
  );
  if (inventory.type === 'Kit') return null;
  return (
    <section className={css.chart} aria-label={t('stock.overTime')}>
      <div className={css.chartHead}>
        <h2>{t('stock.overTime')}</h2>
        <SegmentedControl
          size="xs"
          classNames={{ root: css.ranges }}
          aria-label={t('stock.overTime')}
          value={days}
          onChange={setDays}
          data={RANGES.map(({ value, label }) => ({ value, label: t(label) }))}
        />
      </div>
      <div className={css.curve}>
        {data && (
          <TimeChart
            label={t('stock.overTime')}
            keyHeading={t('stock.day')}
            shape="stepped"
            filled
            points={data.days.map(({ day, in_stock }) => ({ key: day, values: [in_stock] }))}
            series={[{ name: t('inventory.pristine'), color: 'var(--ls-chart-1)' }]}
            marks={marksOf(data)}
            formatTick={(day) => shortDay(day, format.place)}
            formatKey={format.date}
            formatNumber={format.number}
          />
        )}
        {error && <p className={css.none}>{describeFailure(error, t).sentence}</p>}
      </div>
    </section>
  );
}

/** The largest receipts, as many as fit side by side. */
function marksOf({ days, receipts }: History): Mark[] {
  const marks: (Mark & { index: number })[] = [];
  for (const { day, reference } of receipts) {
    const index = days.findIndex((known) => known.day === day);
    if (index > 0 && marks.every((mark) => Math.abs(mark.index - index) > days.length * MARK_GAP_MIN))
      marks.push({ key: day, label: reference, index });
  }
  return marks;
}
