import { type Answer, api, type Inventory } from '@longshore/contract';
import { SegmentedControl, VisuallyHidden } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useRead } from '../../lib/api.ts';
import { describeFailure } from '../../lib/failure.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import css from './stock.module.css';
import type { Mark } from './stock-curve.tsx';

const StockCurve = lazy(() => import('./stock-curve.tsx'));

const RANGES = [
  { value: '30', label: 'stock.days30' },
  { value: '84', label: 'stock.weeks12' },
  { value: '365', label: 'stock.year1' },
] as const;
/** Marks closer than this part of the width would write over each other. */
const APART = 0.16;

type History = Answer<typeof api.stock.history>;

/** The item's pristine stock at the end of each day, and what made it jump. */
export function StockChart({ inventory }: { inventory: Inventory }) {
  const t = useText();
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
      <div className={css.curve} aria-hidden={error ? undefined : 'true'}>
        {data && (
          <Suspense>
            <StockCurve days={data.days} marks={marksOf(data)} />
          </Suspense>
        )}
        {error && <p className={css.none}>{describeFailure(error, t).sentence}</p>}
      </div>
      {data && <Numbers days={data.days} />}
    </section>
  );
}

/** The largest receipts by name, as many as there is room for. */
function marksOf({ days, receipts }: History): Mark[] {
  const marks: (Mark & { at: number })[] = [];
  for (const { day, reference } of receipts) {
    const at = days.findIndex((known) => known.day === day);
    if (at > 0 && marks.every((mark) => Math.abs(mark.at - at) > days.length * APART))
      marks.push({ day, label: reference, at, atEnd: at > days.length * (1 - APART) });
  }
  return marks;
}

/** The same for those who do not see the curve: the days on which it changed. */
function Numbers({ days }: Pick<History, 'days'>) {
  const t = useText();
  const format = useFormat();
  const changed = days.filter(({ in_stock }, index) => in_stock !== days[index - 1]?.in_stock);
  return (
    <VisuallyHidden>
      <table>
        <caption>{t('stock.overTime')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('stock.day')}</th>
            <th scope="col">{t('inventory.quantity')}</th>
          </tr>
        </thead>
        <tbody>
          {changed.map(({ day, in_stock }) => (
            <tr key={day}>
              <td>{format.date(day)}</td>
              <td>{format.number(in_stock)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}
