import { messageOfLines } from '@longshore/contract';
import { staffScope, type Tx } from '../../platform/database/tx.ts';
import { forClients, recordEvent, type Subscribers } from '../../platform/events/events.ts';
import type { Job } from '../../platform/jobs/worker.ts';
import { withSubject } from './call-subjects.ts';
import { connectStored } from './connection.ts';
import type { Connection, Connector, ReportAnswer, ReportedShipment } from './connector.ts';
import { readStored, type StoredIntegration } from './integrations.store.ts';
import { isTransient, PartnerProblem, reasonOfProblem } from './partner-problem.ts';
import { partnerOf } from './partners.ts';
import {
  connectedClients,
  endReport,
  lateIntegrations,
  type OpenReport,
  type ReportLine,
  readOpenReport,
  recordAttempt,
  recordReportProblem,
  shopOrderOfShipment,
  waitingReports,
  writeIntent,
} from './reports.store.ts';
import { answersDue } from './requests.store.ts';
import { revoke } from './revoke.ts';
import { queueStep, queueStepOnce, type ReportedUnits, reportedUnits } from './shop-orders.store.ts';
import type { SyncTools } from './sync.jobs.ts';

/** With the waits between them growing, these take some days. */
const ATTEMPTS = 20;

type Shipped = 'shipment.finished' | 'shipment.voided';

const intentOf = <Kind extends Shipped>(wanted: 'shipped' | 'withdrawn') =>
  forClients<Kind>(connectedClients, (event) => [
    {
      task: 'write-channel-report',
      payload: { shipment_id: event.subject_id, wanted },
      queue: `channel reports ${event.client_id}`,
      key: `channel report ${event.id}`,
    },
  ]);

export const reportSubscribers: Subscribers = {
  'shipment.finished': [intentOf('shipped')],
  'shipment.voided': [intentOf('withdrawn')],
  'channel.report_due': [
    ({ subject_id, payload }) => [
      {
        task: 'send-channel-report',
        payload: { report_id: payload.report_id },
        // Of one shop one after the other; shops do not wait for each other.
        queue: `channel ${subject_id} reports`,
        key: `channel report sent ${payload.report_id}`,
        attempts: ATTEMPTS,
      },
    ],
  ],
  // It may have been verified again: what waits is sent.
  'integration.saved': [
    ({ subject_id }) => [
      {
        task: 'resume-channel-reports',
        payload: { integration_id: subject_id },
        key: `channel reports resumed ${subject_id}`,
      },
    ],
  ],
};

const askToSend = (tx: Tx, integration: { id: number; client_id: number }, reportId: number) =>
  recordEvent(tx, {
    kind: 'channel.report_due',
    clientId: integration.client_id,
    subjectId: integration.id,
    payload: { report_id: reportId },
  });

/** Writes down what happened and, where the shop wants to know, what is to be reported. Repeated, it changes nothing. */
export const writeReportJob: Job = ({ open }, payload) =>
  open(staffScope, async (tx) => {
    const wanted = payload.wanted === 'withdrawn' ? 'withdrawn' : 'shipped';
    const shipmentId = Number(payload.shipment_id);
    const order = wanted === 'shipped' ? await shopOrderOfShipment(tx, shipmentId) : undefined;
    if (order) await queueStepOnce(tx, order, 'shipped', [order.pt_number, order.waybill].filter(Boolean).join(' '));
    const intent = await writeIntent(tx, shipmentId, wanted);
    if (intent) await askToSend(tx, { id: intent.integration_id, client_id: intent.client_id }, intent.id);
  });

async function askForAll(tx: Tx, integration: { id: number; client_id: number }): Promise<void> {
  for (const id of await waitingReports(tx, integration.id)) await askToSend(tx, integration, id);
  for (const id of await answersDue(tx, integration.id))
    await recordEvent(tx, {
      kind: 'channel.answer_due',
      clientId: integration.client_id,
      subjectId: integration.id,
      payload: { channel_order_id: id },
    });
}

export const resumeReportsJob: Job = ({ open }, payload) =>
  open(staffScope, async (tx) => {
    const stored = await readStored(tx, Number(payload.integration_id));
    if (stored?.verified) await askForAll(tx, stored);
  });

/** Nightly: a job that was given up, or whose process died in its last attempt, would leave its shipment unreported. */
export const resumeLateReportsJob: Job = ({ open }) =>
  open(staffScope, async (tx) => {
    for (const integration of await lateIntegrations(tx)) await askForAll(tx, integration);
  });

/**
 * How much of each line of the shop a shipment has: its items are given to the lines in their order, as far as other
 * shipments have not taken them. The same shipment is reported the same way each time.
 */
export function linesToReport(
  report: Pick<OpenReport, 'applied' | 'shipped'>,
  others: ReadonlyMap<string, number>,
): Pick<ReportLine, 'line_id' | 'quantity'>[] {
  const left = new Map(report.shipped.map(({ inventory_id, quantity }) => [inventory_id, quantity]));
  return report.applied.flatMap(({ line_id, inventory_id, quantity }) => {
    const open = Math.max(0, quantity - (others.get(line_id) ?? 0));
    const taken = Math.min(open, left.get(inventory_id) ?? 0);
    left.set(inventory_id, (left.get(inventory_id) ?? 0) - taken);
    return taken > 0 ? [{ line_id, quantity: taken }] : [];
  });
}

/**
 * The units of each line: those that were reported before, else the first that no other shipment has. A line of a partner
 * without a record per unit has none.
 */
export function withUnits(
  lines: readonly Pick<ReportLine, 'line_id' | 'quantity'>[],
  applied: OpenReport['applied'],
  others: ReadonlySet<string>,
  before: readonly ReportLine[],
): ReportLine[] {
  return lines.map((line) => {
    const all = applied.find(({ line_id }) => line_id === line.line_id)?.unit_ids ?? [];
    const known = before.find(({ line_id }) => line_id === line.line_id)?.unit_ids ?? [];
    const free = all.filter((id) => !others.has(id) && !known.includes(id));
    const units = [...known, ...free].slice(0, line.quantity);
    return units.length > 0 ? { ...line, unit_ids: units } : line;
  });
}

const reportedLines = (report: OpenReport, { quantities, unitIds }: ReportedUnits): ReportLine[] => {
  const before = report.lines.length > 0 ? report.lines : report.handed_over;
  return withUnits(linesToReport(report, quantities), report.applied, unitIds, before);
};

/** Several waybills are written in one field, separated by commas, semicolons or spaces. */
export const waybillsIn = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];

function shipmentOf(
  report: OpenReport,
  lines: readonly ReportLine[],
  stored: StoredIntegration,
  now: Date,
): ReportedShipment {
  return {
    key: `longshore-${stored.id}-${report.shipment_id}`,
    orderId: report.source_id,
    orderNumber: report.number,
    carrier: report.courier,
    trackingNumbers: waybillsIn(report.waybill),
    trackingUrl: '',
    shippedAt: report.finished_at ? new Date(report.finished_at) : now,
    lines: lines.map(({ line_id, quantity, unit_ids = [] }) => ({
      lineId: line_id,
      sku: '',
      quantity,
      unitIds: unit_ids,
    })),
    // An order of which a shipment is taken back was complete only with it.
    completesOrder: report.is_complete || report.wanted === 'withdrawn',
  };
}

/** What is to be taken back: what the shop answered, or what an attempt whose answer was lost made. */
async function findReported(
  connection: Connection,
  partner: Connector,
  report: OpenReport,
  shipment: ReportedShipment,
): Promise<string> {
  if (report.external_id || !report.is_unknown) return report.external_id;
  if (!partner.findShipment) throw new PartnerProblem('refused', `NotOffered:${partner.name}`);
  return (await partner.findShipment(connection, shipment)) ?? '';
}

async function send(
  connection: Connection,
  partner: Connector,
  report: OpenReport,
  shipment: ReportedShipment,
): Promise<ReportAnswer> {
  if (report.wanted === 'shipped') {
    if (!partner.reportShipment) throw new PartnerProblem('refused', `NotOffered:${partner.name}`);
    return partner.reportShipment(connection, shipment);
  }
  // What was never reported need not be taken back.
  const externalId = await findReported(connection, partner, report, shipment);
  if (externalId) {
    if (!partner.withdrawShipment) throw new PartnerProblem('refused', `NotOffered:${partner.name}`);
    await partner.withdrawShipment(connection, shipment, externalId);
  }
  return { externalId: '', wasThere: false, rejected: [] };
}

/** Reports to the shop what is to be reported: a lost answer is tried again, and the connector looks first what is there. */
export const sendReportJob =
  (tools: SyncTools): Job =>
  async ({ open }, payload) => {
    const id = Number(payload.report_id);
    const read = await open(staffScope, async (tx) => {
      const report = await readOpenReport(tx, id);
      const stored = report && (await readStored(tx, report.integration_id));
      // A connection that is not accepted waits for a person; saving it sends what waits.
      if (!report || !stored?.verified) return undefined;
      const lines =
        report.wanted === 'shipped'
          ? reportedLines(report, await reportedUnits(tx, report, report.shipment_id))
          : report.lines;
      await recordAttempt(tx, id, lines);
      return { report, stored, lines };
    });
    if (!read) return;
    const { report, stored, lines } = read;
    const step = { id: report.shop_order_id, client_id: report.client_id };
    const partner = partnerOf(tools.connectors, stored.type);
    try {
      const shipment = shipmentOf(report, lines, stored, tools.clock.now());
      const connection = withSubject(connectStored(tools, partner, stored), `${report.number} ${report.pt_number}`);
      const answer = await send(connection, partner, report, shipment);
      await open(staffScope, async (tx) => {
        const isRefused = answer.rejected.length > 0;
        const problem = isRefused ? messageOfLines(answer.rejected) : '';
        await endReport(tx, id, {
          state: isRefused ? 'refused' : 'done',
          externalId: answer.externalId || report.external_id,
          problem,
        });
        const said = report.wanted === 'shipped' ? 'reported' : 'withdrawn';
        queueStep(
          tx,
          step,
          isRefused ? 'refused' : said,
          problem || [report.pt_number, report.waybill].filter(Boolean).join(' '),
        );
        await recordEvent(tx, { kind: 'channel.orders', clientId: stored.client_id, subjectId: stored.id });
      });
    } catch (error) {
      if (!(error instanceof PartnerProblem)) throw error;
      const reason = reasonOfProblem(error);
      await open(staffScope, async (tx) => {
        if (error.kind === 'auth') await revoke(tx, tools, stored, reason);
        if (isTransient(error) || error.kind === 'auth' || error.kind === 'conflict')
          return recordReportProblem(tx, id, reason, report.is_unknown || error.kind === 'unknownOutcome');
        await endReport(tx, id, { state: 'refused', externalId: report.external_id, problem: reason });
        queueStep(tx, step, 'refused', reason);
        await recordEvent(tx, { kind: 'channel.orders', clientId: stored.client_id, subjectId: stored.id });
      });
      // Tried again by the queue, later each time.
      if (isTransient(error) || error.kind === 'conflict') throw error;
    }
  };
