import { z } from 'zod';
import { StatementVersion } from '../billing/statements.ts';
import { PdfText } from '../kit/documents.ts';
import { endpoint } from '../kit/endpoint.ts';
import { idOf, Month } from '../kit/scalars.ts';

const params = { clientId: idOf('clients'), month: Month };

/** A statement on paper and as a workbook, for whoever may read it. */
export const statementDocuments = {
  pdf: endpoint({
    method: 'GET',
    path: '/billing/statements/:clientId/:month/pdf',
    access: 'view_entry_list',
    summary:
      'The statement as a PDF in base64: its lines by activity and item, tax and total; however many entries it has',
    params,
    query: StatementVersion,
    heavy: true,
    response: PdfText,
  }),
  excel: endpoint({
    method: 'GET',
    path: '/billing/statements/:clientId/:month/excel',
    access: 'view_entry_list',
    summary: 'The statement as an .xlsx: its lines, and on a second sheet its entries, up to the limit of a report',
    params,
    heavy: true,
    file: true,
    response: z.unknown(),
  }),
};
