import type { Dashboard } from '@longshore/contract';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { DonutChart } from '../../../ui/charts/donut-chart.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import classes from './dashboard.module.css';
import { monthName, sharesOf } from './top-clients-rules.ts';

type TopClients = NonNullable<Dashboard['top_clients']>;

/** Clients with the most outbound orders, of this month and of last month; a client has one colour in both. */
export function TopClients({ clients }: { clients: TopClients }) {
  const t = useText();
  const format = useFormat();
  const { rows, donuts: slices, totals } = sharesOf(clients, t('dashboard.others'));
  const months = [0, -1].map((offset) => monthName(new Date(), offset, format.place)) as [string, string];
  const donuts = [
    { month: months[0], value: 'this_month' },
    { month: months[1], value: 'last_month' },
  ] as const;
  const percent = (part: number, whole: number) => (whole > 0 ? format.percent(part / whole, 1) : '–');
  return (
    <section className={classes.top} aria-labelledby="top-clients">
      <h2 className={classes.section} id="top-clients">
        {t('dashboard.topClients')}
      </h2>
      {rows.length === 0 ? (
        <EmptyState title={t('dashboard.noOrders')} />
      ) : (
        <div className={classes.topBody}>
          {donuts.map(({ month, value }) => (
            <DonutChart
              key={value}
              label={`${t('dashboard.topClients')}, ${month}`}
              headings={[t('dashboard.client'), month]}
              slices={slices[value]}
              caption={month}
              formatNumber={format.number}
            />
          ))}
          <table className={classes.topTable}>
            <thead>
              <tr>
                <th scope="col">{t('dashboard.client')}</th>
                {donuts.flatMap(({ month, value }) => [
                  <th key={value} scope="col">
                    {month}
                  </th>,
                  <th key={`${value} share`} scope="col">
                    {t('dashboard.share')}
                  </th>,
                ])}
              </tr>
            </thead>
            <tbody>
              {rows.map((share) => (
                <tr key={share.company}>
                  <th scope="row">
                    <span>
                      <i style={{ background: share.color }} aria-hidden="true" />
                      {share.company}
                    </span>
                  </th>
                  {donuts.flatMap(({ value }) => [
                    <td key={value}>{format.number(share[value])}</td>,
                    <td key={`${value} share`}>{percent(share[value], totals[value])}</td>,
                  ])}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
