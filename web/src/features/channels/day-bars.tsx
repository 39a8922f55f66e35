import type { IntegrationHealth } from '@longshore/contract';
import { useFormat } from '../../lib/format.ts';
import { localeOf, useText } from '../../lib/text/text.ts';
import { ChartTable } from '../../ui/charts/chart-table.tsx';
import css from './channels.module.css';

const WIDTH = 168;
const HEIGHT = 40;
const GAP = 3;

/** A bar for each of the last days, today in the accent colour; its numbers as a table for screen readers. */
export function DayBars({ days }: { days: IntegrationHealth['orders_by_day'] }) {
  const t = useText();
  const format = useFormat();
  const first = days[0];
  if (!first) return null;
  const most = Math.max(1, ...days.map(({ orders }) => orders));
  const band = WIDTH / days.length;
  const short = new Intl.DateTimeFormat(localeOf(format.place.language), {
    month: 'short',
    day: '2-digit',
    timeZone: 'UTC',
  }).format(new Date(first.day));
  return (
    <div className={css.days}>
      <svg width={WIDTH} height={HEIGHT} aria-hidden="true">
        {days.map(({ day, orders }, at) => {
          // A day without orders has a line, so that it is not missing.
          const height = Math.max(1, (orders / most) * HEIGHT);
          return (
            <g key={day}>
              <title>{`${format.date(day)}: ${format.number(orders)}`}</title>
              <rect
                className={css.dayBar}
                data-today={at === days.length - 1 || undefined}
                x={at * band}
                y={HEIGHT - height}
                width={band - GAP}
                height={height}
                rx={1.5}
              />
            </g>
          );
        })}
      </svg>
      <div className={css.daysFoot} aria-hidden="true">
        <span>{short}</span>
        <span>{t('integrations.health.perDay')}</span>
        <span>{t('integrations.health.today')}</span>
      </div>
      <ChartTable
        caption={t('integrations.health.perDay')}
        headings={[t('integrations.health.day'), t('integrations.health.orders')]}
        rows={days.map(({ day, orders }) => ({ label: format.date(day), values: [format.number(orders)] }))}
      />
    </div>
  );
}
