import { z } from 'zod';
import { ID_MAX } from './scalars.ts';

/** Documents drawn in one call. */
export const DOCUMENTS_MAX = 100;

/** The answer of a document call: the PDF, in base64. */
export const PdfText = z.string().meta({ contentEncoding: 'base64', contentMediaType: 'application/pdf' });

/** What cannot be an id is answered like an id that is not there: none has this one. */
const NOBODY = 0;
const idIn = (text: string) => (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= ID_MAX ? Number(text) : NOBODY);

const texts = z.union([z.string(), z.array(z.string())]);

/** Which records: `ids[]=1&ids[]=2`, or `id=1`. A page is drawn for each, in this order. */
export const DocumentIds = z
  .object({ 'ids[]': texts.optional(), id: texts.optional() })
  .transform((query) => ({ ids: [query['ids[]'] ?? [], query.id ?? []].flat().map(idIn) }))
  .pipe(
    z.object({
      ids: z.array(z.number()).min(1, 'NothingToPrint').max(DOCUMENTS_MAX, `TooManyToPrint:${DOCUMENTS_MAX}`),
    }),
  );
