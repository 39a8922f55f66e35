import { type Language, reasonText, reasonTextsFor, textFor } from '@longshore/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Open, staffScope } from '../../platform/database/tx.ts';
import type { FileStorage } from '../../platform/files/storage.ts';
import { notFound, refused } from '../../platform/http/problem.ts';
import { listDocuments, readFulfilment, type StoredDocument } from './marketplace.store.ts';
import { findMarketplace, PRINTS_AT } from './marketplace.view.ts';
import type { Partners } from './partners.ts';
import type { PrintKeys } from './print-key.ts';

export interface PrintTools {
  open: Open;
  storage: FileStorage;
  connectors: Partners;
  keys: PrintKeys;
}

const languageOf = (request: FastifyRequest): Language =>
  /^zh\b/i.test(request.headers['accept-language'] ?? '') ? 'ch' : 'en';

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A page that says why there is nothing to print, and asks again by itself while the document is being made. */
function explain(request: FastifyRequest, reply: FastifyReply, document: StoredDocument | undefined): FastifyReply {
  const t = textFor(languageOf(request));
  const isWaiting = document === undefined || document.state === 'waiting';
  const title = isWaiting ? t('marketplacePage.waiting') : t('marketplacePage.refused');
  const text = isWaiting
    ? t('marketplacePage.wait')
    : reasonText(reasonTextsFor(languageOf(request)), document.problem);
  const refresh = document?.state === 'waiting' ? '<meta http-equiv="refresh" content="3">' : '';
  return reply
    .status(document ? 202 : 404)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
    .header('cache-control', 'private, no-store')
    .send(
      `<!doctype html><html lang="${languageOf(request) === 'ch' ? 'zh' : 'en'}"><head><meta charset="utf-8">${refresh}<title>${escapeHtml(title)}</title>` +
        '<style>body{font:16px/1.5 system-ui;max-width:36rem;margin:4rem auto;padding:0 1rem}</style></head>' +
        `<body><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></body></html>`,
    );
}

/** Serves documents of marketplaces for printing, to whoever has a link that is not too old. */
export function servePrints(app: FastifyInstance, { open, storage, connectors, keys }: PrintTools): void {
  interface Params {
    partner: string;
    kind: string;
    key: string;
  }
  app.get<{ Params: Params }>(`${PRINTS_AT}/:partner/:kind/:key`, async (request, reply) => {
    const { partner: slug, kind, key } = request.params;
    const shipmentId = keys.read(key);
    if (shipmentId === undefined) throw notFound();
    const document = await open(
      staffScope,
      async (tx) => {
        const { shipment, partner, marketplace } = await findMarketplace(tx, connectors, shipmentId);
        if (partner.slug !== slug || !marketplace.documents.includes(kind)) throw notFound();
        const made = await readFulfilment(tx, shipment);
        return made && (await listDocuments(tx, made.id)).find((each) => each.kind === kind);
      },
      'read',
    );
    if (document?.state !== 'ready') return explain(request, reply, document);
    const stream = await storage.read(document.path).catch(() => {
      throw refused(10003);
    });
    if (!stream) throw notFound();
    return reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `inline; filename="${kind}-${shipmentId}.pdf"`)
      .header('cache-control', 'private, no-store')
      .header('x-content-type-options', 'nosniff')
      .send(stream);
  });
}
