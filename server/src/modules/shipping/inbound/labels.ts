import { FBA_PAPERS, type FbaPaper, type Message } from '@longshore/contract';
import type { FastifyInstance } from 'fastify';
import { type Open, staffScope } from '../../../platform/database/tx.ts';
import { recordEvent, type Subscribers } from '../../../platform/events/events.ts';
import { checkFile } from '../../../platform/files/file-types.ts';
import type { FileStorage } from '../../../platform/files/storage.ts';
import { notFound, refused } from '../../../platform/http/problem.ts';
import type { Ids } from '../../../platform/ids.ts';
import type { Job } from '../../../platform/jobs/worker.ts';
import {
  connectInvited,
  isTransient,
  PartnerProblem,
  type PrintKeys,
  readInvited,
  reasonOfProblem,
} from '../../channels/index.ts';
import type { InboundPartner } from '../inbound-partner.ts';
import { INBOUND_CODE, type InboundTools, inboundOf } from './connected.ts';
import { type FbaRow, readFbaRow, readPlan, type StoredPlan } from './fba.store.ts';
import { LABELS_AT } from './fba.view.ts';
import { endLabels, listLabels, readLabels, type StoredLabels } from './labels.store.ts';

const ATTEMPTS = 12;
/** Labels of some hundred boxes. */
const BYTES_MAX = 20 * 1024 * 1024;

export const labelSubscribers: Subscribers = {
  'fba.labels_due': [
    ({ subject_id, payload: { document_id } }) => [
      {
        task: 'fetch-fba-labels',
        payload: { document_id },
        queue: `fba labels ${subject_id}`,
        key: `fba labels ${document_id}`,
        attempts: ATTEMPTS,
      },
    ],
  ],
};

export interface LabelTools extends InboundTools {
  storage: FileStorage;
  ids: Ids;
}

const PAPERS: Record<FbaPaper, 'letter' | 'thermal'> = {
  PackageLabel_Letter_2: 'letter',
  PackageLabel_Thermal: 'thermal',
};

/** A PDF, or several in an archive; otherwise what is wrong with it. */
function fileOf(content: Buffer): { extension: string; media: string } | { problem: Message } {
  if (content.length > BYTES_MAX) return { problem: 'DocumentIsTooLarge' };
  if (typeof checkFile('labels.pdf', content) !== 'string') return { extension: 'pdf', media: 'application/pdf' };
  if (typeof checkFile('labels.zip', content) !== 'string') return { extension: 'zip', media: 'application/zip' };
  return { problem: 'LabelsAreNoFile' };
}

interface LabelsOfShipment {
  labels: StoredLabels;
  row: FbaRow;
  plan: StoredPlan;
}

async function fetchContent(
  inbound: InboundPartner,
  connection: ReturnType<typeof connectInvited>,
  { labels, row, plan }: LabelsOfShipment,
): Promise<Buffer> {
  const boxIds = await inbound.boxIds(connection, plan.external_id, row.external_id);
  return inbound.labels(connection, {
    confirmationId: row.confirmation_id,
    boxIds,
    paper: PAPERS[labels.paper],
  });
}

/** Fetches the labels of a shipment and keeps them: they are never printed from the marketplace's link. */
export const fetchLabelsJob =
  (tools: LabelTools): Job =>
  async ({ open }, payload) => {
    const { inbound, invited } = inboundOf(tools);
    const id = Number(payload.document_id);
    const read = await open(staffScope, async (tx) => {
      const labels = await readLabels(tx, id);
      const row = labels && (await readFbaRow(tx, labels.shipment_id));
      const plan = row && (await readPlan(tx, row.plan_id));
      const stored = row && (await readInvited(tx, row.client_id, INBOUND_CODE));
      if (labels?.state !== 'waiting' || !plan || !row.confirmed_at || row.voided_at) return undefined;
      return stored?.verified ? { labels, row, plan, stored } : undefined;
    });
    if (!read) return;
    const { stored, ...wanted } = read;
    const { client_id: clientId, shipment_id: subjectId } = wanted.row;
    const end = (ended: Parameters<typeof endLabels>[2]) =>
      open(staffScope, async (tx) => {
        await endLabels(tx, id, ended);
        await recordEvent(tx, { kind: 'fba.saved', clientId, subjectId });
      });
    const refuse = (problem: string) => end({ state: 'refused', path: '', media: '', size: 0, problem });
    try {
      const content = await fetchContent(inbound, connectInvited(tools, invited, stored), wanted);
      const file = fileOf(content);
      if ('problem' in file) return await refuse(file.problem);
      const path = `${clientId}/${tools.ids.uuid()}.${file.extension}`;
      // The bytes of a process that dies before the row is written are removed.
      await open(staffScope, (tx) => recordEvent(tx, { kind: 'file.stored', clientId, payload: { path } }));
      await tools.storage.put(path, content);
      await end({ state: 'ready', path, media: file.media, size: content.length, problem: '' });
    } catch (error) {
      if (!(error instanceof PartnerProblem) || isTransient(error) || error.kind === 'conflict') throw error;
      await refuse(reasonOfProblem(error));
    }
  };

/** Serves the labels of a shipment, to whoever has a link that is not too old. */
export function serveLabels(
  http: FastifyInstance,
  { open, storage, keys }: { open: Open; storage: FileStorage; keys: PrintKeys },
): void {
  http.get<{ Params: { key: string; paper: string } }>(`${LABELS_AT}/:key/:paper`, async (request, reply) => {
    const shipmentId = keys.read(request.params.key);
    const paper = FBA_PAPERS.find((each) => each === request.params.paper);
    if (shipmentId === undefined || !paper) throw notFound();
    const labels = await open(
      staffScope,
      async (tx) => {
        const row = await readFbaRow(tx, shipmentId);
        // Labels of a plan that was voided must not be used.
        if (!row?.confirmed_at || row.voided_at) return undefined;
        return (await listLabels(tx, shipmentId)).find((each) => each.paper === paper);
      },
      'read',
    );
    if (labels?.state !== 'ready') throw notFound();
    const stream = await storage.read(labels.path).catch(() => {
      throw refused(10003);
    });
    if (!stream) throw notFound();
    const isPdf = labels.media === 'application/pdf';
    return reply
      .header('content-type', labels.media)
      .header(
        'content-disposition',
        `${isPdf ? 'inline' : 'attachment'}; filename="${paper}-${shipmentId}.${isPdf ? 'pdf' : 'zip'}"`,
      )
      .header('cache-control', 'private, no-store')
      .header('x-content-type-options', 'nosniff')
      .send(stream);
  });
}
