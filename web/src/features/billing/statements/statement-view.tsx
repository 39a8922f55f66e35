import { api, type Statement, type StatementLine } from '@longshore/contract';
import { useParams } from '@tanstack/react-router';
import { useRead } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { translateReason, useText } from '../../../lib/text/text.ts';
import { DetailPage, Section } from '../../../ui/detail/detail-page.tsx';
import { Facts } from '../../../ui/detail/facts.tsx';
import { Loaded } from '../../../ui/detail/loaded.tsx';
import { Outdated } from '../../../ui/detail/outdated.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { RouteLink, useGo } from '../../../ui/route-link.tsx';
import { CloseButton } from './close-button.tsx';
import { DocumentVersions } from './document-versions.tsx';
import { MonthPicker } from './month-picker.tsx';
import { PeriodPill } from './period-pill.tsx';
import { StatementDocuments } from './statement-documents.tsx';
import { StatementLines } from './statement-lines.tsx';
import {
  firstDay,
  monthPath,
  roundingText,
  statementEntriesPath,
  statementPath,
  unbilledPath,
} from './statement-words.ts';
import css from './statements.module.css';

export function StatementView() {
  const { clientId = '', month = '' }: { clientId?: string; month?: string } = useParams({ strict: false });
  // Another client starts anew: its name must not be over the amounts of the client before.
  return <ClientStatement key={clientId} clientId={clientId} month={month} />;
}

function ClientStatement({ clientId, month }: { clientId: string; month: string }) {
  const read = useRead(
    api.billingStatements.get,
    { params: { clientId: Number(clientId), month } },
    { keepPrevious: true },
  );
  return (
    <Loaded read={read} backTo={monthPath(month)}>
      {(statement) => <StatementPage month={month} statement={statement} isOutdated={read.isPlaceholderData} />}
    </Loaded>
  );
}

interface PageProps {
  month: string;
  statement: Statement;
  /** It is that of the month before the last click. */
  isOutdated: boolean;
}

function StatementPage({ month, statement, isOutdated }: PageProps) {
  const t = useText();
  const go = useGo();
  const format = useFormat();
  const { client, lines, period, cannot_close } = statement;
  const charged = lines.filter(({ internal }) => !internal);
  const internal = lines.filter((line) => line.internal);
  const entriesOf = (line: StatementLine) => statementEntriesPath(client.id, statement.month, line);
  const activities = [...new Map(charged.map((line) => [line.activity_id, line.activity])).entries()];
  return (
    <DetailPage
      title={`${client.company} · ${format.month(firstDay(month))}`}
      crumbs={[
        { label: t('navigation.billing') },
        { label: t('navigation.statements'), href: monthPath(month) },
        { label: client.company },
      ]}
      badge={
        <Outdated isOutdated={isOutdated}>
          <PeriodPill isClosed={period.is_closed} />
        </Outdated>
      }
      actions={
        <>
          <MonthPicker month={month} pick={(picked) => go(statementPath(client.id, picked))} />
          <Outdated isOutdated={isOutdated} isInline>
            <StatementDocuments statement={statement} />
            <CloseButton key={statement.month} statement={statement} />
          </Outdated>
        </>
      }
    >
      <Outdated isOutdated={isOutdated}>
        <Section>
          {cannot_close && !period.is_closed && (
            <p className={css.lead}>{translateReason(t, cannot_close.reason_key, cannot_close.reason)}</p>
          )}
          {period.changed_at && (
            <p className={css.lead}>
              {t(period.is_closed ? 'billing.statement.closedBy' : 'billing.statement.reopenedBy')} {period.user},{' '}
              {format.dateTime(period.changed_at)}
            </p>
          )}
          <Totals statement={statement} />
        </Section>
        <DocumentVersions statement={statement} />
        {lines.length === 0 && (
          <Section>
            <EmptyState title={t('billing.statement.noEntries')} />
          </Section>
        )}
        {activities.map(([id, name]) => (
          <StatementLines
            key={id}
            entriesOf={entriesOf}
            title={name}
            lines={charged.filter(({ activity_id }) => activity_id === id)}
          />
        ))}
        {internal.length > 0 && (
          <StatementLines
            entriesOf={entriesOf}
            title={t('billing.statement.internalTitle')}
            lines={internal}
            withActivity
          />
        )}
      </Outdated>
    </DetailPage>
  );
}

function Totals({ statement }: { statement: Statement }) {
  const t = useText();
  const format = useFormat();
  const { unbilled, client } = statement;
  return (
    <Facts
      items={[
        {
          label: 'billing.statement.subtotal',
          value: format.money(statement.subtotal),
          second: [
            t('billing.statement.entriesAre', { count: statement.entries }),
            roundingText(statement, t, format.money),
          ]
            .filter(Boolean)
            .join(' · '),
        },
        {
          label: 'billing.statement.tax',
          value: format.money(statement.tax),
          second: format.percent(statement.tax_rate, 3),
        },
        { label: 'billing.statement.total', value: <b>{format.money(statement.total)}</b> },
        ...(statement.internal
          ? [
              {
                label: 'billing.statement.internal' as const,
                value: format.money(statement.internal),
                second: t('billing.statement.internalHint'),
              },
            ]
          : []),
        {
          label: 'billing.statement.unbilled',
          value:
            unbilled > 0 ? (
              <RouteLink className={css.attention} href={unbilledPath(client.id)}>
                {format.number(unbilled)}
              </RouteLink>
            ) : (
              '0'
            ),
        },
      ]}
    />
  );
}
