import { useElementSize } from '@mantine/hooks';
import { type ScaleLinear, scaleLinear } from 'd3-scale';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { axisWidth, labelledIndexes, MARGIN, valueTicks } from './chart-rules.ts';
import css from './charts.module.css';

export interface Series {
  name: string;
  color: string;
}

/** One position on the horizontal axis with a value for each series. */
export interface Point {
  key: string;
  values: readonly number[];
}

export interface PlotProps {
  points: readonly Point[];
  series: readonly Series[];
  height?: number;
  /** A key as the axis shows it, short; and as the tooltip and the table show it. */
  formatTick: (key: string) => string;
  formatKey: (key: string) => string;
  formatNumber: (value: number) => string;
}

export interface PlotArea {
  left: number;
  right: number;
  bottom: number;
  /** Horizontal middle of the point with this index. */
  x: (index: number) => number;
  y: ScaleLinear<number, number>;
}

interface FrameProps extends PlotProps {
  /** Where the middle of each point is: spread from edge to edge, or each in a band of its own. */
  spacing: 'edges' | 'bands';
  /** The axis goes up to this part above the highest value, for labels inside the plot. */
  headroom?: number;
  children: (area: PlotArea, hovered: number | undefined) => ReactNode;
}

/** Axes, grid and tooltip of a chart with values over keys; `children` draws the values. */
export function Plot(props: FrameProps) {
  const { points, series, height = 172, spacing, headroom = 1, formatTick, formatKey, formatNumber, children } = props;
  const { ref, width } = useElementSize();
  const [hovered, setHovered] = useState<number>();
  const ticks = valueTicks(Math.max(0, ...points.flatMap(({ values }) => values)) * headroom);
  const left = axisWidth(ticks, formatNumber);
  const right = Math.max(left + 1, width - MARGIN.right);
  const bottom = height - MARGIN.bottom;
  const y = scaleLinear()
    .domain([0, ticks.at(-1) ?? 1])
    .range([bottom, MARGIN.top]);
  const band = (right - left) / Math.max(1, spacing === 'bands' ? points.length : points.length - 1);
  const x = (index: number) => left + band * (spacing === 'bands' ? index + 0.5 : index);
  const hover = ({ clientX, currentTarget }: MouseEvent<SVGSVGElement>) => {
    const at = clientX - currentTarget.getBoundingClientRect().left - left;
    const index = spacing === 'bands' ? Math.floor(at / band) : Math.round(at / band);
    setHovered(points.length ? Math.min(points.length - 1, Math.max(0, index)) : undefined);
  };
  const point = hovered === undefined ? undefined : points[hovered];
  return (
    <div ref={ref} className={css.plot} style={{ height }} aria-hidden="true">
      {width > 0 && (
        <svg
          width={width}
          height={height}
          aria-hidden="true"
          onMouseMove={hover}
          onMouseLeave={() => setHovered(undefined)}
        >
          {ticks.map((tick) => (
            <g key={tick}>
              <line className={css.grid} x1={left} x2={right} y1={y(tick)} y2={y(tick)} />
              <text className={css.tick} x={left - 8} y={y(tick)} dy="0.35em" textAnchor="end">
                {formatNumber(tick)}
              </text>
            </g>
          ))}
          {labelledIndexes(points.length, right - left).map((index) => (
            <text key={index} className={css.tick} x={x(index)} y={height - 6} textAnchor={anchorAt(x(index), left)}>
              {formatTick(points[index]?.key ?? '')}
            </text>
          ))}
          {children({ left, right, bottom, x, y }, hovered)}
        </svg>
      )}
      {point && hovered !== undefined && (
        <div className={css.tooltip} data-side={x(hovered) > width / 2 ? 'left' : 'right'} style={{ left: x(hovered) }}>
          <b>{formatKey(point.key)}</b>
          {series.map(({ name, color }, index) => (
            <span key={name}>
              <i style={{ background: color }} />
              {name}
              <em>{formatNumber(point.values[index] ?? 0)}</em>
            </span>
          ))}
        </div>
      )}
    </div>
  );
}

/** The first label would otherwise reach into the value axis. */
const anchorAt = (x: number, left: number) => (x - left < 24 ? 'start' : 'middle');
