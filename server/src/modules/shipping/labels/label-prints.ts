import { type Language, textFor } from '@longshore/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { draw } from '../../../documents/draw.ts';
import { staffScope } from '../../../platform/database/tx.ts';
import { readStored } from '../../../platform/files/storage.ts';
import { notFound, refused } from '../../../platform/http/problem.ts';
import { filesOfBatch } from './batches.store.ts';
import type { LabelTools } from './label-tools.ts';
import { isPrintable, listLabels, readLabel } from './labels.store.ts';
import { LABELS_AT } from './shipment-labels.view.ts';

interface Printed {
  files: { path: string; format: 'pdf' | 'zpl' }[];
  name: string;
}

/** What a link prints; undefined when its key is forged, damaged or too old. */
async function filesOf(
  { open, labelKeys, shipmentKeys, batchKeys }: LabelTools,
  key: string,
): Promise<Printed | undefined> {
  const labelId = labelKeys.read(key);
  if (labelId !== undefined) {
    const label = await open(staffScope, (tx) => readLabel(tx, labelId), 'read');
    return label && { files: label.path ? [label] : [], name: `label-${label.tracking_number || label.id}` };
  }
  const shipmentId = shipmentKeys.read(key);
  if (shipmentId !== undefined) {
    const labels = await open(staffScope, (tx) => listLabels(tx, shipmentId), 'read');
    return { files: labels.filter(isPrintable), name: `labels-of-${shipmentId}` };
  }
  const batchId = batchKeys.read(key);
  if (batchId === undefined) return undefined;
  return { files: await open(staffScope, (tx) => filesOfBatch(tx, batchId), 'read'), name: `labels-${batchId}` };
}

async function bytesOf({ storage }: LabelTools, { path }: { path: string }): Promise<Uint8Array> {
  const bytes = await readStored(storage, path).catch(() => {
    throw refused(10003);
  });
  if (!bytes) throw notFound();
  return bytes;
}

const languageOf = (request: FastifyRequest): Language =>
  /^zh\b/i.test(request.headers['accept-language'] ?? '') ? 'ch' : 'en';

/** The label is still being fetched. */
function explain(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const t = textFor(languageOf(request));
  const lang = languageOf(request) === 'ch' ? 'zh' : 'en';
  return reply
    .status(202)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
    .header('cache-control', 'private, no-store')
    .send(
      `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${t('labelPage.title')}</title>` +
        '<style>body{font:16px/1.5 system-ui;max-width:36rem;margin:4rem auto;padding:0 1rem}</style></head>' +
        `<body><h1>${t('labelPage.title')}</h1><p>${t('labelPage.text')}</p></body></html>`,
    );
}

/** Labels of one kind as one file: printers take either pages or commands. */
async function joined(tools: LabelTools, files: Printed['files']): Promise<{ bytes: Uint8Array; isPdf: boolean }> {
  const isPdf = files.some(({ format }) => format === 'pdf');
  const parts: Uint8Array[] = [];
  for (const file of files) if ((file.format === 'pdf') === isPdf) parts.push(await bytesOf(tools, file));
  if (!isPdf) return { bytes: Buffer.concat(parts), isPdf };
  const [first] = parts;
  return { bytes: first && parts.length === 1 ? first : await draw('mergedPdf', { parts }), isPdf };
}

/** Prints labels, for whoever has a link that is not too old: the file that was stored, never the partner's link. */
export function serveLabels(app: FastifyInstance, tools: LabelTools): void {
  app.get<{ Params: { key: string } }>(`${LABELS_AT}/:key`, async (request, reply) => {
    const printed = await filesOf(tools, request.params.key);
    if (!printed) throw notFound();
    if (printed.files.length === 0) return explain(request, reply);
    const { bytes, isPdf } = await joined(tools, printed.files);
    const name = `${printed.name.replace(/[^\w-]/g, '_')}.${isPdf ? 'pdf' : 'zpl'}`;
    return reply
      .header('content-type', isPdf ? 'application/pdf' : 'text/plain; charset=utf-8')
      .header('content-disposition', `${isPdf ? 'inline' : 'attachment'}; filename="${name}"`)
      .header('cache-control', 'private, no-store')
      .header('x-content-type-options', 'nosniff')
      .send(Buffer.from(bytes));
  });
}
