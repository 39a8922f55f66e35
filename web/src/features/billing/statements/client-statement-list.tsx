import { api, type ClosedStatement } from '@longshore/contract';
import { useRef } from 'react';
import { useRead } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { type LineColumn, LineTable } from '../../../ui/detail/line-table.tsx';
import { Loaded } from '../../../ui/detail/loaded.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useRowEntry } from '../../../ui/list/use-row-entry.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { RouteLink } from '../../../ui/route-link.tsx';
import { clientStatementPath, firstDay } from './statement-words.ts';
import css from './statements.module.css';

/** The closed months of a client, for its own users. */
export function ClientStatementList() {
  const read = useRead(api.clientStatements.list, {});
  return (
    <Loaded read={read} backTo="/">
      {(statements) => <StatementTable statements={statements} />}
    </Loaded>
  );
}

function StatementTable({ statements }: { statements: readonly ClosedStatement[] }) {
  const t = useText();
  const format = useFormat();
  const page = useRef<HTMLDivElement>(null);
  useRowEntry(page, { query: {}, stale: false, loading: false });
  const columns: LineColumn<ClosedStatement>[] = [
    {
      header: 'billing.statement.month',
      long: true,
      render: ({ month }) => (
        <RouteLink data-row href={clientStatementPath(month)}>
          {format.month(firstDay(month))}
        </RouteLink>
      ),
    },
    { header: 'billing.statement.subtotal', right: true, width: 120, render: ({ subtotal }) => format.money(subtotal) },
    { header: 'billing.statement.tax', right: true, width: 120, render: ({ tax }) => format.money(tax) },
    { header: 'billing.statement.total', right: true, width: 120, render: ({ total }) => format.money(total) },
    { header: 'billing.statement.closedOn', width: 130, render: ({ closed_at }) => format.date(closed_at) },
  ];
  const title = t('navigation.statements');
  return (
    <div ref={page} className={css.page}>
      <PageHead title={title} crumbs={[{ label: title }]} />
      {statements.length === 0 ? (
        <EmptyState title={t('billing.statement.noneClosed')} hint={t('billing.statement.noneClosedHint')} />
      ) : (
        <LineTable label={title} rows={[...statements]} rowKey={({ month }) => month} columns={columns} />
      )}
    </div>
  );
}
