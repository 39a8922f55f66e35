import { createHash } from 'node:crypto';
import { unprocessable, violation } from './errors.ts';
import type { ExportState, ZaloraExport, ZaloraItem, ZaloraStore } from './store.ts';

export const DOCUMENT_TYPES = [
  'all_documents',
  'invoice',
  'exportInvoice',
  'shippingLabel',
  'shippingParcel',
  'carrierManifest',
  'serialNumber',
  'picklist',
  'checklist',
  'creditNote',
  'manifest',
];
/** These are about a parcel. */
const NEEDS_PACKAGE = new Set(['shippingLabel', 'shippingParcel', 'carrierManifest', 'manifest']);
const LIVES_MS = 24 * 3_600_000;

const escapeText = (text: string): string =>
  text.replaceAll(/[^\u0020-\u007e]/g, '?').replaceAll(/[\\()]/g, (char) => `\\${char}`);

/** A PDF of one page with a few lines of text. */
export function smallPdf(lines: string[]): Buffer {
  const drawn = lines.map((line, at) => `BT /F1 12 Tf 20 ${260 - at * 22} Td (${escapeText(line)}) Tj ET`).join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 288 288] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = body.length;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = body.length;
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  body += `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(body, 'latin1');
}

function itemsFor(store: ZaloraStore, itemIds: number[], types: string[]): ZaloraItem[] {
  const items = store
    .items()
    .filter(({ item }) => itemIds.includes(item.id))
    .map(({ item }) => item);
  if (items.length === 0 || items.length !== new Set(itemIds).size)
    throw unprocessable('E020', 'Invalid Order Item IDs');
  const unknown = types.find((type) => !DOCUMENT_TYPES.includes(type));
  if (unknown) throw violation('documentType', `“${unknown}” is no type of a document`);
  if (types.some((type) => NEEDS_PACKAGE.has(type)) && items.some(({ packageId }) => packageId === 0))
    throw unprocessable('E034', 'The order items must be packed before this document is printed');
  return items;
}

/** The document of some items. */
export function drawDocument(store: ZaloraStore, itemIds: number[], types: string[]): Buffer {
  const items = itemsFor(store, itemIds, types);
  const numbers = new Set(
    store
      .items()
      .filter(({ item }) => items.includes(item))
      .map(({ order }) => order.number),
  );
  return smallPdf([
    `${store.title}: ${types.join(', ')}`,
    `Order ${[...numbers].join(', ')}`,
    `Tracking ${[...new Set(items.map(({ trackingCode }) => trackingCode))].join(', ')}`,
    ...items.map(({ id, sku }) => `Item ${id} ${sku}`),
  ]);
}

export function requestExport(store: ZaloraStore, itemIds: number[], types: string[], at: Date): ZaloraExport {
  itemsFor(store, itemIds, types);
  const id = store.ids.next();
  const made: ZaloraExport = {
    id,
    status: 'Queued',
    documentTypes: types,
    itemIds,
    createdAt: at,
    updatedAt: at,
    expiresAt: new Date(at.getTime() + LIVES_MS),
    note: '',
    secret: createHash('sha256').update(`${store.appSecret}:${id}`).digest('hex').slice(0, 32),
  };
  store.exports.set(id, made);
  return made;
}

const NEXT: Record<ExportState, ExportState> = {
  Queued: 'Processing',
  Processing: 'Finished',
  Finished: 'Finished',
  Error: 'Error',
  Expired: 'Expired',
};

/** A look at a document: it is one step further than at the last one. */
export function lookAtExport(store: ZaloraStore, made: ZaloraExport, at: Date): ZaloraExport {
  const next = NEXT[made.status];
  made.status = next === 'Finished' && made.status !== 'Finished' ? store.switches.documentEnd : next;
  if (made.expiresAt <= at) made.status = 'Expired';
  if (made.status === 'Error') made.note = 'The document could not be drawn.';
  made.updatedAt = at;
  return made;
}
