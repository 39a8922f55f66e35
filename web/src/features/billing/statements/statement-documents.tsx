import { api, type Statement } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconFileSpreadsheet, IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import { asFailure, download, saveDownload } from '../../../lib/api.ts';
import { showFailure } from '../../../lib/failure.ts';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { firstDay } from './statement-words.ts';

const PdfDialog = lazyPart(() => import('../../../ui/pdf-dialog.tsx'));

/** The statement as a PDF to look at and print, and as a workbook with its entries to save. */
export function StatementDocuments({ statement }: { statement: Statement }) {
  const t = useText();
  const format = useFormat();
  const [isShown, setShown] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const { client, month } = statement;
  const params = { clientId: client.id, month };
  const saveSheet = async () => {
    setSaving(true);
    try {
      saveDownload(await download(api.statementDocuments.excel, { params }));
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
          endpoint={api.statementDocuments.pdf}
          input={{ params, query: {} }}
          title={t('billing.statement.of', { company: client.company, month: format.month(firstDay(month)) })}
          fileName={`statement-${client.id}-${month}.pdf`}
          onClose={() => setShown(false)}
        />
      )}
    </>
  );
}
