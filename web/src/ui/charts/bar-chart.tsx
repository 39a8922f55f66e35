import { ChartTable } from './chart-table.tsx';
import css from './charts.module.css';
import { Plot, type PlotProps } from './plot.tsx';

interface BarChartProps extends PlotProps {
  /** What the chart shows; the caption of its table of numbers. */
  label: string;
  keyHeading: string;
}

const BAR_WIDTH_MAX = 28;
/** Part of a band that its bars take. */
const FILLED = 0.7;

/** Bars side by side for each key, with their numbers as a table for screen readers. */
export function BarChart({ label, keyHeading, ...plot }: BarChartProps) {
  const { points, series, formatKey, formatNumber } = plot;
  return (
    <>
      <Plot {...plot} spacing="bands">
        {({ left, right, bottom, x, y }, hovered) => {
          const band = (right - left) / Math.max(1, points.length);
          const width = Math.max(1, Math.min(BAR_WIDTH_MAX, (band * FILLED) / Math.max(1, series.length)));
          return points.map(({ key, values }, at) => (
            <g key={key} className={css.bars} data-dim={hovered !== undefined && hovered !== at ? '' : undefined}>
              {series.map(({ name, color }, index) => {
                const top = y(values[index] ?? 0);
                const start = x(at) + (index - series.length / 2) * width;
                return <rect key={name} x={start} y={top} width={width} height={bottom - top} fill={color} rx={1} />;
              })}
            </g>
          ));
        }}
      </Plot>
      <ChartTable
        caption={label}
        headings={[keyHeading, ...series.map(({ name }) => name)]}
        rows={points.map(({ key, values }) => ({ label: formatKey(key), values: values.map(formatNumber) }))}
      />
    </>
  );
}
