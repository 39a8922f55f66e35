import { setTimeout as sleep } from 'node:timers/promises';
import type { Message } from '@longshore/contract';
import { staffScope, type Tx } from '../../platform/database/tx.ts';
import { recordEvent, type Subscribers } from '../../platform/events/events.ts';
import { checkFile } from '../../platform/files/file-types.ts';
import type { FileStorage } from '../../platform/files/storage.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Job } from '../../platform/jobs/worker.ts';
import { connectStored } from './connection.ts';
import type { Connection, Marketplace, MarketplaceDocument } from './connector.ts';
import { readStored } from './integrations.store.ts';
import { endDocument, readDocument, type StoredDocument, saveTicket } from './marketplace.store.ts';
import { isTransient, PartnerProblem, reasonOfProblem } from './partner-problem.ts';
import { partnerOf } from './partners.ts';
import type { SyncTools } from './sync.jobs.ts';

const ATTEMPTS = 12;
/** How often one job asks for a document. Most are drawn within seconds; for the others the queue asks again later. */
const LOOKS = 8;
const LOOK_MS = 400;
/** The maximum size of a document: the labels or invoices of one shipment. */
const BYTES_MAX = 10 * 1024 * 1024;

export interface DocumentTools extends SyncTools {
  storage: FileStorage;
  ids: Ids;
}

export const marketplaceSubscribers: Subscribers = {
  'marketplace.document_due': [
    ({ subject_id, payload }) => [
      {
        task: 'fetch-marketplace-document',
        payload: { document_id: payload.document_id },
        queue: `channel ${subject_id} documents`,
        key: `marketplace document ${payload.document_id}`,
        attempts: ATTEMPTS,
      },
    ],
  ],
};

const unitsOf = ({ lines }: StoredDocument): string[] => lines.flatMap(({ unit_ids = [] }) => [...unit_ids]);

/** Asks until the document is there, for a few seconds; the ticket is kept, so that it is not drawn again. */
async function fetchContent(
  marketplace: Marketplace,
  connection: Connection,
  document: StoredDocument,
  keep: (ticket: string) => Promise<void>,
): Promise<Buffer> {
  let { ticket } = document;
  for (let look = 0; look < LOOKS; look++) {
    const asked = { kind: document.kind, unitIds: unitsOf(document), ticket };
    const got: MarketplaceDocument = await marketplace.document(connection, asked);
    if ('content' in got) return got.content;
    if (got.ticket !== ticket) await keep(got.ticket);
    ticket = got.ticket;
    await sleep(LOOK_MS);
  }
  throw new PartnerProblem('unavailable', 'DocumentIsNotReady');
}

function problemOfContent(content: Buffer): Message | undefined {
  if (content.length > BYTES_MAX) return 'DocumentIsTooLarge';
  return typeof checkFile('document.pdf', content) === 'string' ? 'DocumentIsNoPdf' : undefined;
}

const recordSaved = (tx: Tx, { client_id, shipment_id }: StoredDocument) =>
  recordEvent(tx, { kind: 'marketplace.saved', clientId: client_id, subjectId: shipment_id });

/** Fetches a document of a marketplace, checks that it is one, and keeps it. */
export const fetchDocumentJob =
  (tools: DocumentTools): Job =>
  async ({ open }, payload) => {
    const id = Number(payload.document_id);
    const read = await open(staffScope, async (tx) => {
      const document = await readDocument(tx, id);
      const stored = document && (await readStored(tx, document.integration_id));
      return document?.state === 'waiting' && stored?.verified ? { document, stored } : undefined;
    });
    if (!read) return;
    const { document, stored } = read;
    const partner = partnerOf(tools.connectors, stored.type);
    if (!partner.marketplace) return;
    const refuse = (problem: string) =>
      open(staffScope, async (tx) => {
        await endDocument(tx, id, { state: 'refused', path: '', size: 0, problem });
        await recordSaved(tx, document);
      });
    try {
      const content = await fetchContent(
        partner.marketplace,
        connectStored(tools, partner, stored),
        document,
        async (ticket) => open(staffScope, (tx) => saveTicket(tx, id, ticket)),
      );
      const problem = problemOfContent(content);
      if (problem) return await refuse(problem);
      const path = `${document.client_id}/${tools.ids.uuid()}.pdf`;
      // The bytes of a process that dies before the row is written are removed.
      await open(staffScope, (tx) =>
        recordEvent(tx, { kind: 'file.stored', clientId: document.client_id, payload: { path } }),
      );
      await tools.storage.put(path, content);
      await open(staffScope, async (tx) => {
        await endDocument(tx, id, { state: 'ready', path, size: content.length, problem: '' });
        await recordSaved(tx, document);
      });
    } catch (error) {
      if (!(error instanceof PartnerProblem)) throw error;
      if (isTransient(error)) throw error;
      await refuse(reasonOfProblem(error));
    }
  };
