import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Open, staffScope } from '../../../platform/database/tx.ts';
import { recordEvent, type Subscribers } from '../../../platform/events/events.ts';
import { notFound, unauthenticated } from '../../../platform/http/problem.ts';
import type { Job } from '../../../platform/jobs/worker.ts';
import { findAccountByHook, isPassing, PartnerProblem } from '../../channels/index.ts';
import {
  endFreightLease,
  type FreightTools,
  findFreight,
  type OpenedFreight,
  sendBooking,
  takeFreightLease,
  tellFreight,
} from './book-freight.ts';
import {
  countAttempt,
  dueBookings,
  type FreightRow,
  findByExternalId,
  readBooking,
  saveBooking,
} from './freight.store.ts';

const ATTEMPTS = 8;
const ROWS_MOST = 50;
const HOOKS_AT = '/api/hooks/accounts';
const BODY_MAX = 256 * 1024;

export const freightSubscribers: Subscribers = {
  'freight.read_due': [
    ({ payload }) => [
      {
        task: 'read-freight-booking',
        payload: { booking_id: payload.booking_id },
        queue: `freight booking ${payload.booking_id}`,
        key: `freight booking ${payload.booking_id}`,
        attempts: ATTEMPTS,
      },
    ],
  ],
};

/** What became of a booking: always as the provider answers it now, so that calls may come twice and in any order. */
async function readAgain(open: Open, { freight, account }: OpenedFreight, row: FreightRow): Promise<void> {
  const booking = await freight.read(account.connection, row.external_id);
  await open(staffScope, async (tx) => {
    if (await saveBooking(tx, row, booking)) await tellFreight(tx, row);
  });
}

export const readBookingJob =
  (tools: FreightTools): Job =>
  async ({ open }, payload) => {
    const row = await open(staffScope, (tx) => readBooking(tx, Number(payload.booking_id)), 'read');
    const opened = row?.external_id ? await findFreight(tools, open, false) : undefined;
    if (!row || !opened) return;
    try {
      await readAgain(open, opened, row);
    } catch (error) {
      // What does not pass is left to the next look: the trace has it.
      if (!(error instanceof PartnerProblem) || isPassing(error)) throw error;
    }
  };

async function goOn(tools: FreightTools, open: Open, opened: OpenedFreight, row: FreightRow): Promise<void> {
  if (row.state === 'wanted') {
    await sendBooking(tools, open, opened, row);
    return;
  }
  try {
    await readAgain(open, opened, row);
  } catch (error) {
    if (!(error instanceof PartnerProblem)) throw error;
  } finally {
    await endFreightLease(open, row);
  }
}

/** Bookings without an answer are asked for again under their key; the others are looked at slowly. */
export const resumeFreightJob =
  (tools: FreightTools): Job =>
  async ({ open }) => {
    const rows = await open(staffScope, (tx) => dueBookings(tx, ROWS_MOST), 'read');
    const opened = rows.length > 0 ? await findFreight(tools, open, false) : undefined;
    if (!opened) return;
    for (const row of rows) {
      const isFree = await open(staffScope, async (tx) => {
        const isTaken = await takeFreightLease(tx, row);
        if (isTaken) await countAttempt(tx, row);
        return isTaken;
      });
      if (isFree) await goOn(tools, open, opened, row);
    }
  };

const headersOf = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** The address that partners of the company call. What is not signed as it should be changes nothing. */
export function serveAccountHooks(app: FastifyInstance, tools: FreightTools & { open: Open }): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_MAX }, (_request, body, done) =>
      done(null, body),
    );
    scope.post<{ Params: { token: string } }>(`${HOOKS_AT}/:token`, async (request) => {
      const account = await findAccountByHook(tools, tools.open, request.params.token);
      const freight = tools.freightPartners.find(({ partner }) => partner === account?.partner.slug);
      if (!account || !freight) throw notFound();
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const said = freight.readHook({ headers: headersOf(request), body }, account.hookSecret);
      if (said === 'forged') throw unauthenticated();
      if (said === 'ignored' || said.orderId === null) return {};
      const externalId = said.orderId;
      await tools.open(staffScope, async (tx) => {
        const row = await findByExternalId(tx, freight.partner, externalId);
        if (!row) return;
        const { client_id: clientId, shipment_id: subjectId } = row;
        await recordEvent(tx, { kind: 'freight.read_due', clientId, subjectId, payload: { booking_id: row.id } });
      });
      return {};
    });
  });
}
