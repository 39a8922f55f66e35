import { arc, pie } from 'd3-shape';
import type { Slice } from './chart-rules.ts';
import { ChartTable } from './chart-table.tsx';
import css from './charts.module.css';

interface DonutChartProps {
  /** What the chart shows; the caption of its table of numbers. */
  label: string;
  headings: readonly [string, string];
  slices: readonly Slice[];
  /** Below the total, in the middle. */
  caption: string;
  formatNumber: (value: number) => string;
  size?: number;
}

const THICKNESS = 22;
/** White between two slices, in radians. */
const GAP = 0.014;

/**
 * Parts of a whole, starting at twelve o'clock, with the total inside and the numbers as a table for screen readers.
 */
export function DonutChart({ label, headings, slices, caption, formatNumber, size = 168 }: DonutChartProps) {
  const total = slices.reduce((sum, { value }) => sum + value, 0);
  const radius = size / 2;
  const ring = { innerRadius: radius - THICKNESS, outerRadius: radius };
  const draw = arc<{ startAngle: number; endAngle: number }>().innerRadius(ring.innerRadius).outerRadius(radius);
  const arcs = pie<Slice>()
    .value(({ value }) => value)
    .padAngle(slices.length > 1 ? GAP : 0)
    .sort(null)([...slices]);
  return (
    <>
      <svg width={size} height={size} viewBox={`${-radius} ${-radius} ${size} ${size}`} aria-hidden="true">
        {total === 0 && <path className={css.empty} d={draw({ startAngle: 0, endAngle: 2 * Math.PI }) ?? ''} />}
        {arcs.map((slice) => (
          <path key={slice.data.label} d={draw(slice) ?? ''} fill={slice.data.color}>
            <title>{`${slice.data.label}: ${formatNumber(slice.data.value)}`}</title>
          </path>
        ))}
        <text className={css.total} textAnchor="middle" y={2}>
          {formatNumber(total)}
        </text>
        <text className={css.caption} textAnchor="middle" y={20}>
          {caption}
        </text>
      </svg>
      <ChartTable
        caption={label}
        headings={headings}
        rows={slices.map((slice) => ({ label: slice.label, values: [formatNumber(slice.value)] }))}
      />
    </>
  );
}
