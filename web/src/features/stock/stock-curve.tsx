import '@mantine/charts/styles.layer.css';
import { AreaChart } from '@mantine/charts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import css from './stock.module.css';
import { shortDay } from './stock-words.ts';

export interface Mark {
  day: string;
  label: string;
  /** Near the right edge, where its words go to the left of it. */
  atEnd: boolean;
}

interface StockCurveProps {
  days: { day: string; in_stock: number }[];
  marks: Mark[];
}

const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];
/** A digit of the axis is so wide; the room beside it is for the line. */
const DIGIT = 7;
const AXIS_MIN = 48;
/** A reference of an order may be any text; the whole of it stands among the movements. */
const WORDS_MAX = 18;
const shortened = (words: string) => (words.length > WORDS_MAX ? `${words.slice(0, WORDS_MAX - 1)}…` : words);
/** Room above the curve for the words of its marks. */
const HEADROOM = 1.15;

/** Four round numbers from 0 to above the highest. */
function ticksUpTo(highest: number): number[] {
  const third = Math.max(1, (highest * HEADROOM) / 3);
  const power = 10 ** Math.floor(Math.log10(third));
  const step = Math.ceil((STEPS.find((size) => size * power >= third) ?? 10) * power);
  return [0, step, 2 * step, 3 * step];
}

/** Loaded when it is needed: the charts are larger than the rest of the page. */
export default function StockCurve({ days, marks }: StockCurveProps) {
  const t = useText();
  const format = useFormat();
  const ticks = ticksUpTo(Math.max(...days.map(({ in_stock }) => in_stock)));
  const top = ticks.at(-1) ?? 0;
  const axisWidth = Math.max(AXIS_MIN, (format.number(top).length + 1) * DIGIT);
  return (
    <AreaChart
      className={css.area ?? ''}
      h={172}
      data={days}
      dataKey="day"
      series={[{ name: 'in_stock', label: t('inventory.pristine'), color: 'var(--ls-chart-1)' }]}
      curveType="stepAfter"
      // The numbers stand in a table for screen readers; the drawing takes no focus.
      areaChartProps={{ accessibilityLayer: false }}
      withDots={false}
      withGradient={false}
      fillOpacity={0.1}
      strokeWidth={1.7}
      gridAxis="x"
      gridColor="var(--ls-grid)"
      textColor="var(--ls-ink-3)"
      strokeDasharray="0"
      tickLine="none"
      valueFormatter={format.number}
      areaProps={{ isAnimationActive: false }}
      xAxisProps={{
        tickFormatter: (day: string) => shortDay(day, format.place),
        minTickGap: 48,
        padding: { right: 4 },
      }}
      yAxisProps={{ width: axisWidth, ticks, domain: [0, top], interval: 0 }}
      tooltipProps={{ labelFormatter: (day) => format.date(String(day)) }}
      tooltipAnimationDuration={0}
      referenceLines={marks.map(({ day, label, atEnd }) => ({
        x: day,
        color: 'var(--ls-line-strong)',
        label: {
          value: shortened(label),
          position: atEnd ? 'insideTopRight' : 'insideTopLeft',
          fontSize: 11.5,
          fill: 'var(--ls-ink-3)',
        },
      }))}
    />
  );
}
