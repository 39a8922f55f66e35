import { api, type Statement } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { DetailPage, Section } from '../../../ui/detail/detail-page.tsx';
import { Facts } from '../../../ui/detail/facts.tsx';
import { Loaded } from '../../../ui/detail/loaded.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { StatementLines } from './statement-lines.tsx';
import { CLIENT_STATEMENTS, firstDay, roundingText } from './statement-words.ts';

const PdfDialog = lazyPart(() => import('../../../ui/pdf-dialog.tsx'));

/** A closed month, for the users of its client. */
export function ClientStatementView() {
  const { month = '' }: { month?: string } = useParams({ strict: false });
  const read = useRead(api.clientStatements.get, { params: { month } });
  return (
    <Loaded read={read} backTo={CLIENT_STATEMENTS}>
      {(statement) => <StatementPage statement={statement} />}
    </Loaded>
  );
}

function StatementPage({ statement }: { statement: Statement }) {
  const t = useText();
  const format = useFormat();
  const { month, lines, period, document } = statement;
  const activities = [...new Map(lines.map((line) => [line.activity_id, line.activity])).entries()];
  const title = format.month(firstDay(month));
  return (
    <DetailPage
      title={title}
      crumbs={[{ label: t('navigation.statements'), href: CLIENT_STATEMENTS }, { label: title }]}
      actions={<StatementPdf statement={statement} />}
    >
      <Section>
        <Facts
          items={[
            {
              label: 'billing.statement.subtotal',
              value: format.money(statement.subtotal),
              second: roundingText(statement, t, format.money),
            },
            {
              label: 'billing.statement.tax',
              value: format.money(statement.tax),
              second: format.percent(statement.tax_rate, 3),
            },
            { label: 'billing.statement.total', value: <b>{format.money(statement.total)}</b> },
            ...(document
              ? [
                  { label: 'billing.statement.number' as const, value: document.number, copy: true },
                  { label: 'billing.statement.due' as const, value: format.date(document.due_on) },
                ]
              : []),
            { label: 'billing.statement.closedOn', value: period.changed_at && format.date(period.changed_at) },
          ]}
        />
      </Section>
      {lines.length === 0 && (
        <Section>
          <EmptyState title={t('billing.statement.noEntries')} />
        </Section>
      )}
      {activities.map(([id, name]) => (
        <StatementLines key={id} title={name} lines={lines.filter(({ activity_id }) => activity_id === id)} />
      ))}
    </DetailPage>
  );
}

function StatementPdf({ statement: { client, month } }: { statement: Statement }) {
  const t = useText();
  const format = useFormat();
  const [isShown, setShown] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconFileTypePdf size={16} stroke={1.7} />} onClick={() => setShown(true)}>
        {t('billing.statement.pdf')}
      </Button>
      {isShown && (
        <PdfDialog
          endpoint={api.clientStatements.pdf}
          input={{ params: { month } }}
          title={t('billing.statement.of', { company: client.company, month: format.month(firstDay(month)) })}
          fileName={`statement-${month}.pdf`}
          onClose={() => setShown(false)}
        />
      )}
    </>
  );
}
