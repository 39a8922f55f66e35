import type { StatementLine } from '@longshore/contract';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Section } from '../../../ui/detail/detail-page.tsx';
import { type LineColumn, LineTable } from '../../../ui/detail/line-table.tsx';
import { RouteLink } from '../../../ui/route-link.tsx';
import css from './statements.module.css';

interface LinesProps {
  /** The entries of a line, for those who may read them. */
  entriesOf?: (line: StatementLine) => string;
  title: string;
  lines: StatementLine[];
  withActivity?: boolean;
}

/** The items of an activity; each leads to its entries, for those who may read them. */
export function StatementLines({ entriesOf, title, lines, withActivity }: LinesProps) {
  const t = useText();
  const format = useFormat();
  const amount = lines.reduce((sum, line) => sum + Math.round(line.amount * 10_000), 0) / 10_000;
  const columns: LineColumn<StatementLine>[] = [
    {
      header: 'billing.statement.item',
      long: true,
      total: t('billing.statement.total'),
      render: (line) => (
        <>
          {entriesOf ? <RouteLink href={entriesOf(line)}>{line.item}</RouteLink> : line.item}
          {withActivity && <span className={css.muted}> · {line.activity}</span>}
          {line.minimums > 0 && <span className={css.muted}> · {t('billing.statement.minimum')}</span>}
          {!line.taxed && <span className={css.muted}> · {t('billing.statement.untaxed')}</span>}
        </>
      ),
    },
    { header: 'billing.items.uom', width: 100, noWrap: true, render: ({ uom }) => uom || '–' },
    {
      header: 'billing.statement.entries',
      right: true,
      width: 90,
      total: format.number(lines.reduce((sum, { entries }) => sum + entries, 0)),
      render: ({ entries }) => format.number(entries),
    },
    {
      header: 'billing.entries.quantity',
      right: true,
      width: 120,
      total: '',
      render: ({ quantity }) => format.number(quantity, { maximumFractionDigits: 4 }),
    },
    {
      header: 'billing.statement.averagePrice',
      right: true,
      width: 130,
      total: '',
      render: ({ average_price }) => (average_price === null ? '–' : format.money(average_price)),
    },
    {
      header: 'billing.statement.amount',
      right: true,
      width: 130,
      total: format.money(amount),
      render: (line) => format.money(line.amount),
    },
  ];
  return (
    <Section title={title}>
      <LineTable
        label={title}
        rows={lines}
        rowKey={({ activity_id, item_id, item, uom }) => `${activity_id} ${item_id} ${item} ${uom}`}
        columns={columns}
      />
    </Section>
  );
}
