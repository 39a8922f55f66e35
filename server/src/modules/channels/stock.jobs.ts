import { staffScope, type Tx } from '../../platform/database/tx.ts';
import { forClients, recordEvent, type Subscribers } from '../../platform/events/events.ts';
import type { Job } from '../../platform/jobs/worker.ts';
import { withSubject } from './call-subjects.ts';
import { connectStored } from './connection.ts';
import { readStored, type StoredIntegration } from './integrations.store.ts';
import {
  findClientsReportingStock,
  findConnectionsToReport,
  forgetLevels,
  readUnreportedLevels,
  recordLevels,
} from './levels.store.ts';
import { PartnerProblem, reasonOfProblem } from './partner-problem.ts';
import { partnerOf } from './partners.ts';
import { revoke } from './revoke.ts';
import type { SyncTools } from './sync.jobs.ts';

/** Levels that are reported in one go; more are reported by the next minute. */
const LEVELS_MAX = 20_000;

/** Changes that follow each other go to the shop together. */
const LOOK_SECONDS = 10;

export const stockSubscribers: Subscribers = {
  'inventory.moved': [
    forClients(findClientsReportingStock, ({ client_id }) => [
      {
        task: 'look-at-channel-stock',
        payload: { client_id },
        key: `channel stock of client ${client_id}`,
        afterSeconds: LOOK_SECONDS,
        keepsTime: true,
      },
    ]),
  ],
  'channel.stock_due': [
    ({ subject_id }) => [
      {
        task: 'report-channel-stock',
        payload: { integration_id: subject_id },
        queue: `channel ${subject_id} stock`,
        key: `channel stock ${subject_id}`,
        // The next minute finds what is left.
        attempts: 1,
      },
    ],
  ],
};

async function queueNews(tx: Tx, clientId?: number): Promise<void> {
  for (const { id, client_id } of await findConnectionsToReport(tx, clientId))
    await recordEvent(tx, { kind: 'channel.stock_due', clientId: client_id, subjectId: id });
}

/** Stock of a client's item moved: which of its shops does not know that? */
export const lookAtStockJob: Job = ({ open }, payload) =>
  open(staffScope, (tx) => queueNews(tx, Number(payload.client_id)));

/** Every minute: connections whose shop does not know a level, for whatever reason. */
export const queueStockJob: Job = ({ open }) => open(staffScope, (tx) => queueNews(tx));

/** Nightly: every level is reported again. */
export const reconcileStockJob: Job = ({ open }) => open(staffScope, (tx) => forgetLevels(tx)).then(() => {});

async function tellLevels(tools: SyncTools, stored: StoredIntegration): Promise<void> {
  const { open } = tools;
  const partner = partnerOf(tools.connectors, stored.type);
  const { stock } = partner;
  if (!stock) return;
  const connection = connectStored(tools, partner, stored);
  for (let sent = 0; sent < LEVELS_MAX; sent += stock.batch) {
    const levels = await open(staffScope, (tx) => readUnreportedLevels(tx, stored.id, stock.batch), 'read');
    if (!levels.length) return;
    const { rejected } = await stock.report(
      withSubject(connection, `${levels.length} × SKU`),
      levels.map(({ sku, level }) => ({ sku, quantity: level })),
    );
    const reasons = new Map(rejected.map(({ sku, reason }) => [sku, reason]));
    await open(staffScope, (tx) =>
      recordLevels(
        tx,
        stored,
        levels.map((level) => ({ ...level, problem: (reasons.get(level.sku) ?? '').slice(0, 300) })),
      ),
    );
  }
}

/** Reports to a shop the levels that it does not know, in batches as large as it takes. */
export const reportStockJob =
  (tools: SyncTools): Job =>
  async ({ open }, payload) => {
    const stored = await open(staffScope, (tx) => readStored(tx, Number(payload.integration_id)), 'read');
    if (!stored?.verified || !stored.report_stock) return;
    try {
      await tellLevels(tools, stored);
    } catch (error) {
      if (!(error instanceof PartnerProblem)) throw error;
      // Its trace has the reason; what is not known is reported by a later minute.
      if (error.kind === 'auth') await open(staffScope, (tx) => revoke(tx, tools, stored, reasonOfProblem(error)));
    }
  };
