import { api, type Statement } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconFileSpreadsheet, IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import { asFailure, download, saveDownload } from '../../../lib/api.ts';
import { showFailure } from '../../../lib/failure.ts';
import { useFormat } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { PdfEndpoint } from '../../../ui/pdf-dialog.tsx';
import { firstDay, lastDay } from './statement-words.ts';

const PdfDialog = lazyPart(() => import('../../../ui/pdf-dialog.tsx'));

/** The report is answered as rows or as a file; asked for a PDF it is a PDF. */
const pdfReport = api.billingReports.run as unknown as PdfEndpoint;

/** The statement as the billing report with tax: a PDF to look at and print, a spreadsheet to save. */
export function StatementDocuments({ statement }: { statement: Statement }) {
  const t = useText();
  const format = useFormat();
  const { can } = useSession();
  const [isShown, setShown] = useState(false);
  const [isSaving, setSaving] = useState(false);
  if (!can(api.billingReports.run.access)) return null;
  const { client, month } = statement;
  const request = {
    ...{ clients: String(client.id), name: 'default-billing-with-tax' as const, period: 'month' as const },
    ...{ from_date: firstDay(month), to_date: lastDay(month) },
  };
  const saveSheet = async () => {
    setSaving(true);
    try {
      saveDownload(await download(api.billingReports.run, { body: { ...request, format: 'excel-visual' } }));
    } catch (error) {
      showFailure(asFailure(error));
    } finally {
      setSaving(false);
    }
  };
  return (
    <>
      <Button variant="default" leftSection={<IconFileTypePdf size={16} stroke={1.7} />} onClick={() => setShown(true)}>
        {t('billing.statement.pdf')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconFileSpreadsheet size={16} stroke={1.7} />}
        disabled={isSaving}
        onClick={() => void saveSheet()}
      >
        {t('billing.statement.excel')}
      </Button>
      {isShown && (
        <PdfDialog
          endpoint={pdfReport}
          input={{ body: { ...request, format: 'pdf' } } as never}
          title={t('billing.statement.of', { company: client.company, month: format.month(firstDay(month)) })}
          fileName={`statement-${client.id}-${month}.pdf`}
          onClose={() => setShown(false)}
        />
      )}
    </>
  );
}
