import { api, type StatementRow, type Statements } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useRead } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { type PlainKey, translateReason, useText } from '../../../lib/text/text.ts';
import { type LineColumn, LineTable } from '../../../ui/detail/line-table.tsx';
import { Loaded } from '../../../ui/detail/loaded.tsx';
import { Outdated } from '../../../ui/detail/outdated.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useRowEntry } from '../../../ui/list/use-row-entry.ts';
import { PageHead } from '../../../ui/page-head.tsx';
import { RouteLink, useGo } from '../../../ui/route-link.tsx';
import { CloseManyDialog } from './close-many-dialog.tsx';
import { MonthPicker } from './month-picker.tsx';
import { PeriodPill } from './period-pill.tsx';
import { addMonths, monthPath, statementPath, thisMonth, unbilledPath } from './statement-words.ts';
import css from './statements.module.css';

/** What each client is charged in a month; without a month in the address, in the last one. */
export function StatementList() {
  const params: { month?: string } = useParams({ strict: false });
  const { place } = useFormat();
  const month = params.month ?? addMonths(thisMonth(place.timezone), -1);
  const read = useRead(api.billingStatements.list, { query: { month } }, { keepPrevious: true });
  return (
    <Loaded read={read} backTo="/">
      {(statements) => <StatementTable month={month} statements={statements} isOutdated={read.isPlaceholderData} />}
    </Loaded>
  );
}

const sumOf = (rows: readonly StatementRow[], pick: (row: StatementRow) => number) =>
  rows.reduce((sum, row) => sum + Math.round(pick(row) * 100), 0) / 100;

function useColumns({ month, clients }: Statements): LineColumn<StatementRow>[] {
  const t = useText();
  const format = useFormat();
  const money = (header: PlainKey, amount: (row: StatementRow) => number): LineColumn<StatementRow> => ({
    header,
    right: true,
    width: 120,
    total: format.money(sumOf(clients, amount)),
    render: (row) => format.money(amount(row)),
  });
  return [
    {
      header: 'billing.statement.client',
      long: true,
      total: t('billing.statement.allClients'),
      render: ({ client_id, company }) => (
        <RouteLink data-row href={statementPath(client_id, month)}>
          {company}
        </RouteLink>
      ),
    },
    {
      header: 'billing.statement.state',
      noWrap: true,
      width: 110,
      render: ({ period }) => <PeriodPill isClosed={period.is_closed} />,
    },
    {
      header: 'billing.statement.entries',
      right: true,
      width: 90,
      total: format.number(clients.reduce((sum, { entries }) => sum + entries, 0)),
      render: ({ entries }) => format.number(entries),
    },
    money('billing.statement.subtotal', ({ subtotal }) => subtotal),
    money('billing.statement.tax', ({ tax }) => tax),
    money('billing.statement.total', ({ total }) => total),
    ...(clients.some(({ internal }) => internal !== 0)
      ? [money('billing.statement.internal', ({ internal }) => internal)]
      : []),
    {
      header: 'billing.statement.unbilled',
      right: true,
      width: 110,
      total: format.number(clients.reduce((sum, { unbilled }) => sum + unbilled, 0)),
      render: ({ client_id, unbilled }) =>
        unbilled > 0 ? (
          <RouteLink className={css.attention} href={unbilledPath(client_id)}>
            {format.number(unbilled)}
          </RouteLink>
        ) : (
          '0'
        ),
    },
  ];
}

interface TableProps {
  month: string;
  statements: Statements;
  /** They are those of the month before the last click. */
  isOutdated: boolean;
}

function StatementTable({ month, statements, isOutdated }: TableProps) {
  const t = useText();
  const go = useGo();
  const { can } = useSession();
  const [isClosing, setClosing] = useState(false);
  const page = useRef<HTMLDivElement>(null);
  useRowEntry(page, { query: {}, stale: isOutdated, loading: false });
  const columns = useColumns(statements);
  const { clients, cannot_close } = statements;
  const open = clients.filter(({ period }) => !period.is_closed);
  const mayClose = can(api.billingPeriods.closeMany.access);
  return (
    <div ref={page} className={css.page}>
      <PageHead
        title={t('navigation.statements')}
        crumbs={[{ label: t('navigation.billing') }, { label: t('navigation.statements') }]}
        count={isOutdated ? undefined : clients.length}
        actions={
          <>
            <MonthPicker month={month} pick={(picked) => go(monthPath(picked))} />
            {mayClose && (
              <Button
                leftSection={<IconLock size={16} stroke={1.7} />}
                disabled={isOutdated || cannot_close !== null || open.length === 0}
                onClick={() => setClosing(true)}
              >
                {t('billing.statement.close')}
              </Button>
            )}
          </>
        }
      />
      <Outdated isOutdated={isOutdated}>
        {cannot_close && <p className={css.lead}>{translateReason(t, cannot_close.reason_key, cannot_close.reason)}</p>}
        {clients.length === 0 ? (
          <EmptyState title={t('billing.statement.none')} hint={t('billing.statement.noneHint')} />
        ) : (
          <LineTable
            label={t('navigation.statements')}
            rows={clients}
            rowKey={({ client_id }) => client_id}
            columns={columns}
          />
        )}
      </Outdated>
      {isClosing && !isOutdated && (
        <CloseManyDialog key={month} month={month} clients={open} onClose={() => setClosing(false)} />
      )}
    </div>
  );
}
