import { area, curveLinear, curveStepAfter, line } from 'd3-shape';
import { MARGIN, shortLabel } from './chart-rules.ts';
import { ChartTable } from './chart-table.tsx';
import css from './charts.module.css';
import { Plot, type PlotArea, type PlotProps, type Point } from './plot.tsx';

/** An event that explains a jump: a line at the key it happened with its name beside it. */
export interface Mark {
  key: string;
  label: string;
}

interface TimeChartProps extends PlotProps {
  /** What the chart shows; the caption of its table of numbers. */
  label: string;
  keyHeading: string;
  /** Stepped for a level that stays until it changes, such as stock; straight for sums per day or week. */
  shape: 'stepped' | 'straight';
  /** Fills the room below the first series. */
  filled?: boolean;
  marks?: readonly Mark[];
}

/** Room above the highest value for the labels of the marks. */
const MARK_HEADROOM = 1.15;

/** Lines over days, weeks or months, optionally filled, with their numbers as a table for screen readers. */
export function TimeChart({ label, keyHeading, shape, filled = false, marks = [], ...plot }: TimeChartProps) {
  const { points, series, formatKey, formatNumber } = plot;
  const listed = shape === 'stepped' ? points.filter(changesAt) : points;
  return (
    <>
      <Plot {...plot} spacing="edges" headroom={marks.length ? MARK_HEADROOM : 1}>
        {(plotArea, hovered) => (
          <>
            {filled && <path className={css.fill} d={areaPath(points, shape, plotArea)} fill={series[0]?.color} />}
            {marks.map((mark) => (
              <MarkLine key={mark.key} mark={mark} points={points} plotArea={plotArea} />
            ))}
            {series.map(({ name, color }, index) => (
              <path key={name} className={css.line} d={linePath(points, index, shape, plotArea)} stroke={color} />
            ))}
            {hovered !== undefined && (
              <line
                className={css.cursor}
                x1={plotArea.x(hovered)}
                x2={plotArea.x(hovered)}
                y1={MARGIN.top}
                y2={plotArea.bottom}
              />
            )}
          </>
        )}
      </Plot>
      <ChartTable
        caption={label}
        headings={[keyHeading, ...series.map(({ name }) => name)]}
        rows={listed.map(({ key, values }) => ({ label: formatKey(key), values: values.map(formatNumber) }))}
      />
    </>
  );
}

function changesAt({ values }: Point, index: number, points: readonly Point[]): boolean {
  return values.some((value, at) => value !== points[index - 1]?.values[at]);
}

const curveOf = { stepped: curveStepAfter, straight: curveLinear };

function linePath(points: readonly Point[], at: number, shape: TimeChartProps['shape'], { x, y }: PlotArea): string {
  const draw = line<Point>(
    (_, index) => x(index),
    ({ values }) => y(values[at] ?? 0),
  ).curve(curveOf[shape]);
  return draw([...points]) ?? '';
}

function areaPath(points: readonly Point[], shape: TimeChartProps['shape'], { x, y, bottom }: PlotArea): string {
  const draw = area<Point>(
    (_, index) => x(index),
    bottom,
    ({ values }) => y(values[0] ?? 0),
  ).curve(curveOf[shape]);
  return draw([...points]) ?? '';
}

function MarkLine({ mark, points, plotArea }: { mark: Mark; points: readonly Point[]; plotArea: PlotArea }) {
  const index = points.findIndex(({ key }) => key === mark.key);
  if (index < 0) return null;
  const x = plotArea.x(index);
  const isNearEnd = x > plotArea.left + (plotArea.right - plotArea.left) * 0.84;
  return (
    <g>
      <line className={css.mark} x1={x} x2={x} y1={MARGIN.top} y2={plotArea.bottom} />
      <text
        className={css.markLabel}
        x={isNearEnd ? x - 5 : x + 5}
        y={MARGIN.top + 10}
        textAnchor={isNearEnd ? 'end' : 'start'}
      >
        {shortLabel(mark.label)}
      </text>
    </g>
  );
}
