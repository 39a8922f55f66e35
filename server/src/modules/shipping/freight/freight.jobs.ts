import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Open, staffScope } from '../../../platform/database/tx.ts';
import { recordEvent, type Subscribers } from '../../../platform/events/events.ts';
import type { InTransactionSubscribers } from '../../../platform/events/in-transaction.ts';
import { notFound, unauthenticated } from '../../../platform/http/problem.ts';
import type { Job } from '../../../platform/jobs/worker.ts';
import { findAccountByHook, isTransient, PartnerProblem } from '../../channels/index.ts';
import {
  endFreightLease,
  type FreightTools,
  findFreight,
  type OpenedFreight,
  recordFreightChange,
  sendBooking,
  takeFreightLease,
} from './book-freight.ts';
import { cancelBooking, cancelVoided } from './cancel-freight.ts';
import {
  countAttempt,
  dueBookings,
  type FreightRow,
  findByExternalId,
  readBooking,
  saveBooking,
} from './freight.store.ts';

const ATTEMPTS = 8;
const ROWS_MAX = 50;
const HOOKS_AT = '/api/hooks/accounts';
const BODY_MAX = 256 * 1024;

const isOpen = ({ state }: FreightRow) => state === 'wanted' || state === 'SUBMITTED' || state === 'CONFIRMED';

export const freightInTransaction: InTransactionSubscribers = {
  'shipment.voided': [
    async (tx, { subjectId, clientId }) => {
      if (subjectId !== null && clientId !== null) await cancelVoided(tx, subjectId, clientId);
    },
  ],
};

export const freightSubscribers: Subscribers = {
  'freight.cancel_due': [
    ({ payload }) => [
      {
        task: 'cancel-freight-booking',
        payload: { booking_id: payload.booking_id },
        queue: `freight booking ${payload.booking_id}`,
        key: `freight cancel ${payload.booking_id}`,
        attempts: ATTEMPTS,
      },
    ],
  ],
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
    if (await saveBooking(tx, row, booking)) await recordFreightChange(tx, row);
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
      // A problem that is not transient is left to the next check: the trace has it.
      if (!(error instanceof PartnerProblem) || isTransient(error)) throw error;
    }
  };

/** The lease is the caller's, and ends here. */
async function goOn(
  tools: FreightTools,
  open: Open,
  opened: OpenedFreight,
  row: FreightRow,
): Promise<PartnerProblem | undefined> {
  // One that is to be cancelled and has no answer yet is booked by its key first: only so is its number known.
  if (row.state === 'wanted') return sendBooking(tools, open, opened, row);
  if (row.cancel_state === 'asked') return cancelBooking(tools, open, opened, row);
  try {
    await readAgain(open, opened, row);
  } catch (error) {
    if (!(error instanceof PartnerProblem)) throw error;
    return error;
  } finally {
    await endFreightLease(open, row);
  }
  return undefined;
}

/** Takes the lease of a booking for another attempt; false while somebody else has it. */
const begin = (open: Open, row: FreightRow): Promise<boolean> =>
  open(staffScope, async (tx) => {
    const isTaken = await takeFreightLease(tx, row);
    if (isTaken) await countAttempt(tx, row);
    return isTaken;
  });

const readCancelled = (open: Open, id: number): Promise<FreightRow | undefined> =>
  open(
    staffScope,
    async (tx) => {
      const row = await readBooking(tx, id);
      return row?.cancel_state === 'asked' && isOpen(row) ? row : undefined;
    },
    'read',
  );

/** One call for a booking that is to be cancelled; answers whether another one follows. */
async function cancelNext(tools: FreightTools, open: Open, row: FreightRow): Promise<boolean> {
  // Without an account it waits for one: see `resumeFreightJob`.
  const opened = await findFreight(tools, open, false);
  if (!opened) return false;
  if (!(await begin(open, row))) throw new Error(`Booking ${row.id} is being made.`);
  const problem = await goOn(tools, open, opened, row);
  if (problem && isTransient(problem)) throw problem;
  return !problem && row.state === 'wanted';
}

/** Cancels the booking of a shipment that was voided. One that has no answer is booked by its key first. */
export const cancelBookingJob =
  (tools: FreightTools): Job =>
  async ({ open }, payload) => {
    const id = Number(payload.booking_id);
    let row = await readCancelled(open, id);
    while (row && (await cancelNext(tools, open, row))) row = await readCancelled(open, id);
  };

/** Bookings without an answer are asked for again under their key; the others are looked at slowly. */
export const resumeFreightJob =
  (tools: FreightTools): Job =>
  async ({ open }) => {
    const rows = await open(staffScope, (tx) => dueBookings(tx, ROWS_MAX), 'read');
    const opened = rows.length > 0 ? await findFreight(tools, open, false) : undefined;
    if (!opened) return;
    for (const row of rows) {
      if (await begin(open, row)) await goOn(tools, open, opened, row);
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
