import { api, type Statement, type StatementDocument } from '@longshore/contract';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Section } from '../../../ui/detail/detail-page.tsx';
import { LineTable, TwoLines } from '../../../ui/detail/line-table.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { RowAction } from '../../../ui/row-action.tsx';

const PdfDialog = lazyPart(() => import('../../../ui/pdf-dialog.tsx'));

/** The documents that closing the month made; those that were replaced can still be read. */
export function DocumentVersions({ statement }: { statement: Statement }) {
  const t = useText();
  const format = useFormat();
  const [shown, setShown] = useState<StatementDocument>();
  const { client, month, documents } = statement;
  if (documents.length === 0) return null;
  const title = t('billing.statement.documents');
  return (
    <Section title={title} count={documents.length}>
      <LineTable
        label={title}
        rows={documents}
        rowKey={({ id }) => id}
        columns={[
          {
            header: 'billing.statement.number',
            long: true,
            render: ({ number, replaces }) => (
              <TwoLines first={number} second={replaces && t('billing.statement.replaces', { number: replaces })} />
            ),
          },
          { header: 'billing.statement.issued', noWrap: true, render: ({ issued_on }) => format.date(issued_on) },
          {
            header: 'billing.statement.due',
            noWrap: true,
            render: ({ due_on, term }) => <TwoLines first={format.date(due_on)} second={term} />,
          },
          { header: 'billing.statement.total', right: true, render: ({ total }) => format.money(total) },
        ]}
        actions={(document) => (
          <RowAction
            label={t('billing.statement.show', { number: document.number })}
            icon={IconFileTypePdf}
            run={() => setShown(document)}
          />
        )}
      />
      {shown && (
        <PdfDialog
          endpoint={api.statementDocuments.pdf}
          input={{ params: { clientId: client.id, month }, query: { version: shown.version } }}
          title={shown.number}
          fileName={`statement-${shown.number}.pdf`}
          onClose={() => setShown(undefined)}
        />
      )}
    </Section>
  );
}
