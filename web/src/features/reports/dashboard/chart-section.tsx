import type { Dashboard, DashboardPeriod } from '@longshore/contract';
import { SegmentedControl } from '@mantine/core';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { TimeChart } from '../../../ui/charts/time-chart.tsx';
import classes from './dashboard.module.css';

const PERIODS = ['day', 'week', 'month'] as const;

interface Line {
  name: string;
  /** What the last point of the line says, under its number. */
  note: string;
  values: readonly number[];
}

interface ChartSectionProps {
  title: string;
  period: DashboardPeriod;
  onPeriod: (period: DashboardPeriod) => void;
  /** First day of each point. */
  starts: readonly string[];
  lines: readonly Line[];
}

const CHART_HEIGHT = 220;

/**
 * Lines over days, weeks or months that are over; above them the figures so far of the current one, beside those of the
 * one before. The current one is not drawn: the morning's few shipments would look like a collapse.
 */
function ChartSection({ title, period, onPeriod, starts, lines }: ChartSectionProps) {
  const t = useText();
  const format = useFormat();
  const short = (day: string) =>
    new Intl.DateTimeFormat(format.place.language === 'en' ? 'en-US' : 'zh-CN', {
      month: 'short',
      ...(period === 'month' ? { year: '2-digit' } : { day: 'numeric' }),
      timeZone: 'UTC',
    }).format(new Date(day));
  const series = lines.map(({ name }, index) => ({ name, color: `var(--ls-chart-${index + 1})` }));
  return (
    <section className={classes.chart} aria-label={title}>
      <div className={classes.chartHead}>
        <h2>{title}</h2>
        <ul className={classes.legend} aria-hidden="true">
          {series.map(({ name, color }) => (
            <li key={name}>
              <i style={{ background: color }} />
              {name}
            </li>
          ))}
        </ul>
        <SegmentedControl
          size="xs"
          aria-label={t('dashboard.period')}
          value={period}
          onChange={(value) => onPeriod(value as DashboardPeriod)}
          data={PERIODS.map((value) => ({ value, label: t(`dashboard.periods.${value}`) }))}
        />
      </div>
      <dl className={classes.last}>
        {lines.map(({ name, note, values }) => (
          <div key={name}>
            <dd>{format.number(values.at(-1) ?? 0)}</dd>
            <dt>
              {note}
              <b>{t(`dashboard.before.${period}`, { count: values.at(-2) ?? 0 })}</b>
            </dt>
          </div>
        ))}
      </dl>
      <div className={classes.curve}>
        <TimeChart
          label={title}
          keyHeading={t('dashboard.periodFrom')}
          shape="straight"
          height={CHART_HEIGHT}
          points={starts
            .slice(0, -1)
            .map((from, at) => ({ key: from, values: lines.map(({ values }) => values[at] ?? 0) }))}
          series={series}
          formatTick={short}
          formatKey={format.date}
          formatNumber={format.number}
        />
      </div>
    </section>
  );
}

interface Props {
  figures: Dashboard;
  onPeriod: (period: DashboardPeriod) => void;
}

/** Main users: shipments, out and in. */
export function ShipmentsChart({ figures: { period, shipments }, onPeriod }: Props) {
  const t = useText();
  return (
    <ChartSection
      title={t(`dashboard.shipmentsPer.${period}`)}
      period={period}
      onPeriod={onPeriod}
      starts={shipments.map(({ from }) => from)}
      lines={[
        {
          name: t('dashboard.outbound'),
          note: t(`dashboard.outboundThis.${period}`),
          values: shipments.map(({ outbound }) => outbound),
        },
        {
          name: t('dashboard.inbound'),
          note: t(`dashboard.inboundThis.${period}`),
          values: shipments.map(({ inbound }) => inbound),
        },
      ]}
    />
  );
}

/** Client users: the outbound orders they placed. */
export function OrdersChart({ figures: { period, orders }, onPeriod }: Props) {
  const t = useText();
  if (!orders) return null;
  return (
    <ChartSection
      title={t(`dashboard.ordersPer.${period}`)}
      period={period}
      onPeriod={onPeriod}
      starts={orders.map(({ from }) => from)}
      lines={[
        {
          name: t('dashboard.outboundOrders'),
          note: t(`dashboard.outboundThis.${period}`),
          values: orders.map(({ outbound }) => outbound),
        },
      ]}
    />
  );
}
