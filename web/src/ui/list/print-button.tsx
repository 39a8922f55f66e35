import type { ListQuery } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { dayOf, useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { lazyPart } from '../lazy-part.tsx';
import type { PdfEndpoint } from '../pdf-dialog.tsx';

// Most visits to a list print nothing: the dialog is loaded when it is opened.
const PdfDialog = lazyPart(() => import('../pdf-dialog.tsx'));

/** A PDF endpoint that takes the list's own query. */
export interface ListPrint {
  endpoint: PdfEndpoint & { query: { _zod: { input: ListQuery; output: ListQuery } } };
  /** The file is named after it and the day: `inventory-2026-11-17.pdf`. */
  fileName: string;
}

interface PrintProps extends ListPrint {
  title: string;
  sentQuery: ListQuery;
}

/** Prints all pages of the list with its current filters and sorting. */
export function PrintButton({ endpoint, title, fileName, sentQuery }: PrintProps) {
  const t = useText();
  const { place } = useFormat();
  const [printed, setPrinted] = useState<ListQuery>();
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} stroke={1.7} />}
        onClick={() => setPrinted({ ...sentQuery, on_page: 1 })}
      >
        {t('documents.print')}
      </Button>
      {printed && (
        <PdfDialog
          endpoint={endpoint}
          input={{ query: printed }}
          title={title}
          fileName={`${fileName}-${dayOf(new Date(), place.timezone)}.pdf`}
          onClose={() => setPrinted(undefined)}
        />
      )}
    </>
  );
}
