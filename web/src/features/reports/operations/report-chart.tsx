import type { OperationGrid } from '@longshore/contract';
import { useFormat } from '../../../lib/format.ts';
import { BarChart } from '../../../ui/charts/bar-chart.tsx';
import { ChartTable } from '../../../ui/charts/chart-table.tsx';
import { Plot } from '../../../ui/charts/plot.tsx';
import { barsOf, type Step, stepsOf } from './grid-rows.ts';
import css from './operations.module.css';

const COLORS = ['var(--ls-chart-1)', 'var(--ls-chart-2)', 'var(--ls-chart-3)'];
const STEP_COLORS: Record<Step['kind'], string> = {
  end: 'var(--ls-chart-1)',
  in: 'var(--ls-good)',
  out: 'var(--ls-warn)',
};
const BAR_WIDTH_MAX = 56;
const FILLED = 0.6;

/** The picture of a report, from its own rows. */
export function ReportChart({ grid }: { grid: OperationGrid }) {
  if (!grid.chart) return null;
  return <div className={css.chart}>{grid.chart.kind === 'steps' ? <Steps grid={grid} /> : <Bars grid={grid} />}</div>;
}

function Bars({ grid }: { grid: OperationGrid }) {
  const format = useFormat();
  const { chart, columns } = grid;
  const headingOf = (key: string) => columns.find((column) => column.key === key)?.heading ?? key;
  const isDay = columns.find(({ key }) => key === chart?.by)?.kind === 'day';
  const formatKey = (key: string) => (isDay ? format.date(key) : key);
  const names = chart?.by ? chart.values.map(headingOf) : [grid.title];
  return (
    <BarChart
      label={grid.title}
      keyHeading={chart?.by ? headingOf(chart.by) : ''}
      points={barsOf(grid)}
      series={names.map((name, at) => ({ name, color: COLORS[at % COLORS.length] ?? '' }))}
      formatTick={(key) => (isDay ? format.day(key) : key)}
      formatKey={formatKey}
      formatNumber={format.number}
    />
  );
}

function Steps({ grid }: { grid: OperationGrid }) {
  const format = useFormat();
  const steps = stepsOf(grid);
  const signed = ({ kind, value }: Step) =>
    kind === 'in' && value > 0 ? `+${format.number(value)}` : format.number(value);
  return (
    <>
      <Plot
        spacing="bands"
        points={steps.map(({ key, from, to }) => ({ key, values: [Math.max(from, to)] }))}
        series={[{ name: grid.title, color: STEP_COLORS.end }]}
        headroom={1.15}
        formatTick={(key) => key}
        formatKey={(key) => key}
        formatNumber={format.number}
      >
        {({ left, right, x, y }) => {
          const width = Math.min(BAR_WIDTH_MAX, ((right - left) / Math.max(1, steps.length)) * FILLED);
          return steps.map((step, at) => {
            const [top, bottom] = [y(Math.max(step.from, step.to)), y(Math.min(step.from, step.to))];
            return (
              <g key={step.key}>
                <rect
                  x={x(at) - width / 2}
                  y={top}
                  width={width}
                  height={Math.max(2, bottom - top)}
                  fill={STEP_COLORS[step.kind]}
                  rx={1}
                />
                <text className={css.stepValue} x={x(at)} y={top - 6} textAnchor="middle">
                  {signed(step)}
                </text>
              </g>
            );
          });
        }}
      </Plot>
      <ChartTable
        caption={grid.title}
        headings={['', grid.title]}
        rows={steps.map((step) => ({ label: step.key, values: [signed(step)] }))}
      />
    </>
  );
}
