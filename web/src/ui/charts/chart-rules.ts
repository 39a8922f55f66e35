import { scaleLinear } from 'd3-scale';

/** Space around the plot, in pixels. */
export const MARGIN = { top: 8, right: 4, bottom: 24 };
const AXIS_WIDTH_MIN = 40;
const DIGIT_WIDTH = 7;
const TICKS = 4;

/** Round numbers from zero to at least the highest value; the last one is the top of the axis. */
export function valueTicks(highest: number): number[] {
  const top = Math.max(highest, TICKS);
  return scaleLinear().domain([0, top]).nice(TICKS).ticks(TICKS).filter(Number.isInteger);
}

export const axisWidth = (ticks: readonly number[], formatNumber: (value: number) => string) =>
  Math.max(AXIS_WIDTH_MIN, (formatNumber(ticks.at(-1) ?? 0).length + 1) * DIGIT_WIDTH);

/**
 * The indexes to label on an axis of `count` points, at least `gap` pixels apart. The first one starts at its point and
 * the others are centred, so a gap is one and a half labels wide.
 */
export function labelledIndexes(count: number, width: number, gap = 92): number[] {
  if (count === 0) return [];
  const fitting = Math.max(1, Math.floor(width / gap));
  const step = Math.max(1, Math.ceil(count / fitting));
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
}

/** A label that fits beside its mark; the full text is in the table of numbers. */
export const shortLabel = (label: string, max = 18) => (label.length > max ? `${label.slice(0, max - 1)}…` : label);

export interface Slice {
  label: string;
  value: number;
  color: string;
}

/** Colours in their fixed order; what comes after the fifth slice is summed up as one in the sixth colour. */
export function slicesOf(parts: readonly { label: string; value: number }[], othersLabel: string): Slice[] {
  const color = (index: number) => `var(--ls-chart-${index + 1})`;
  const largest = [...parts].filter(({ value }) => value > 0).sort((a, b) => b.value - a.value);
  if (largest.length <= 6) return largest.map((part, index) => ({ ...part, color: color(index) }));
  const rest = largest.slice(5).reduce((sum, { value }) => sum + value, 0);
  return [...largest.slice(0, 5), { label: othersLabel, value: rest }].map((part, index) => ({
    ...part,
    color: color(index),
  }));
}
