// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BarChart } from './bar-chart.tsx';
import { slicesOf } from './chart-rules.ts';
import { DonutChart } from './donut-chart.tsx';
import { TimeChart } from './time-chart.tsx';

/** jsdom has no layout: every element reports a width of 400 pixels. */
beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(private readonly report: ResizeObserverCallback) {}
      observe(target: Element) {
        const entry = { target, contentRect: { width: 400, height: 172 }, borderBoxSize: [], contentBoxSize: [] };
        this.report([entry as unknown as ResizeObserverEntry], this as unknown as ResizeObserver);
      }
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => {
    run();
    return 0;
  });
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (chart: ReactElement) => render(<MantineProvider>{chart}</MantineProvider>);
const common = { formatTick: (key: string) => key.slice(5), formatKey: (key: string) => key, formatNumber: String };
const points = [
  { key: '2026-11-01', values: [5] },
  { key: '2026-11-02', values: [5] },
  { key: '2026-11-03', values: [2] },
];
const series = [{ name: 'In stock', color: 'teal' }];
const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => row.textContent);

describe('TimeChart', () => {
  it('lists the days on which a level changed', () => {
    show(
      <TimeChart {...common} label="Stock" keyHeading="Day" shape="stepped" filled points={points} series={series} />,
    );
    expect(rowsOf('Stock')).toEqual(['DayIn stock', '2026-11-015', '2026-11-032']);
  });

  it('lists every day of sums', () => {
    show(<TimeChart {...common} label="Sent" keyHeading="Day" shape="straight" points={points} series={series} />);
    expect(rowsOf('Sent')).toHaveLength(4);
  });

  it('draws the line within the plot and shows the value under the pointer', () => {
    const { container } = show(
      <TimeChart
        {...common}
        label="Stock"
        keyHeading="Day"
        shape="stepped"
        points={points}
        series={series}
        marks={[{ key: '2026-11-03', label: 'VO-1174' }]}
      />,
    );
    const svg = container.querySelector('svg') as SVGSVGElement;
    expect(container.querySelector('path')?.getAttribute('d')).toMatch(/^M40,[\d.]+/);
    expect(svg.textContent).toContain('VO-1174');
    fireEvent.mouseMove(svg, { clientX: 395 });
    expect(container.textContent).toContain('2026-11-03In stock2');
    fireEvent.mouseLeave(svg);
    expect(container.textContent).not.toContain('2026-11-03In stock2');
  });

  it('draws nothing but the axes without points', () => {
    const { container } = show(
      <TimeChart {...common} label="Stock" keyHeading="Day" shape="stepped" points={[]} series={series} />,
    );
    fireEvent.mouseMove(container.querySelector('svg') as SVGSVGElement, { clientX: 200 });
    expect(container.querySelector('path')?.getAttribute('d')).toBe('');
  });
});

describe('BarChart', () => {
  it('draws a bar for each value and lists the numbers', () => {
    const { container } = show(<BarChart {...common} label="Sent" keyHeading="Day" points={points} series={series} />);
    const heights = [...container.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('height')));
    expect(heights).toHaveLength(3);
    expect(heights[0]).toBeCloseTo((heights[2] ?? 0) * 2.5);
    expect(rowsOf('Sent')).toHaveLength(4);
  });
});

describe('DonutChart', () => {
  const donut = (values: number[]) => (
    <DonutChart
      label="Clients"
      headings={['Client', 'Orders']}
      caption="November"
      formatNumber={String}
      slices={slicesOf(
        values.map((value, index) => ({ label: `Client ${index}`, value })),
        'Others',
      )}
    />
  );

  it('shows the total and a slice for each part', () => {
    const { container } = show(donut([3, 1]));
    expect(container.querySelectorAll('path')).toHaveLength(2);
    expect(container.querySelector('svg')?.textContent).toContain('4November');
    expect(rowsOf('Clients')).toEqual(['ClientOrders', 'Client 03', 'Client 11']);
  });

  it('is an empty ring when there is nothing to show', () => {
    const { container } = show(donut([0]));
    expect(container.querySelectorAll('path')).toHaveLength(1);
    expect(container.querySelector('svg')?.textContent).toContain('0');
  });
});
