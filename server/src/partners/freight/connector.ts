import type { PartnerCatalogue } from '@longshore/contract';
import {
  type HookAnswer,
  type HookRequest,
  type PartnerConnection,
  PartnerProblem,
  type PartnerRequest,
  problemOfStatus,
} from '../../modules/channels/index.ts';
import type { FreightBooking, FreightPartner } from '../../modules/shipping/index.ts';
import { jsonOf, readShape } from '../read-answer.ts';
import { isSigned } from '../signature.ts';
import { bookingBody } from './mapping.ts';
import { AccountShape, BookingShape, CustomerShape, ErrorShape, HookShape, ListsShape } from './shapes.ts';

interface FreightCall {
  subject: string;
  method: PartnerRequest['method'];
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
}

async function call(connection: PartnerConnection, { subject, method, path, headers = {}, body }: FreightCall) {
  const { baseUrl, http, values, now } = connection;
  if (!baseUrl) throw new PartnerProblem('unavailable', 'NoFreightAddress');
  const writes = method !== 'GET';
  const answer = await http.call({
    subject,
    method,
    url: `${baseUrl.replace(/\/+$/, '')}${path}`,
    headers: {
      authorization: `Bearer ${values.key_1}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    writes,
    problemOf: (given) => {
      const text = ErrorShape.safeParse(jsonOf(given)).data?.message || undefined;
      const problem = problemOfStatus(given, { writes, now: now(), text });
      if (problem || jsonOf(given) !== undefined) return problem;
      return new PartnerProblem(writes ? 'unknownOutcome' : 'unavailable', 'AnswerIsPage', given);
    },
  });
  return jsonOf(answer);
}

export async function verify(connection: PartnerConnection): Promise<{ account: string }> {
  const subject = 'Read the account';
  const read = readShape(AccountShape, await call(connection, { subject, method: 'GET', path: '/account' }));
  return { account: read.name || 'Freight' };
}

const named = ({ code, name }: { code: string; name: string }) => ({ code, name: name || code });

export async function catalogue(connection: PartnerConnection): Promise<PartnerCatalogue> {
  const subject = 'Read the lists';
  const { serviceName, quoteType, incoCode, transportMode } = readShape(
    ListsShape,
    await call(connection, { subject, method: 'GET', path: '/lists' }),
  );
  return {
    carriers: [],
    places: [],
    lists: {
      serviceName: serviceName.map(named),
      quoteType: quoteType.map(named),
      incoCode: incoCode.map(named),
      transportMode: transportMode.map(named),
    },
  };
}

function bookingOf(value: unknown): FreightBooking {
  const { bookingId, status, reason } = readShape(BookingShape, value);
  return { id: bookingId, state: status, reason };
}

/** Signed over the raw body with the secret that was given with the booking. */
function readHook({ headers, body }: HookRequest, secret: string): HookAnswer {
  if (!isSigned(body, headers['x-freight-signature'], secret)) return 'forged';
  const said = HookShape.safeParse(jsonOf({ status: 200, headers: {}, text: body.toString('utf8') })).data;
  if (said?.event !== 'booking.updated') return 'ignored';
  return { topic: said.event, key: said.id, orderId: said.bookingId };
}

export const freightBookings: FreightPartner = {
  partner: 'freight',
  async currency(connection, customerId) {
    const subject = 'Read a customer';
    const path = `/customers/${encodeURIComponent(customerId)}`;
    return readShape(CustomerShape, await call(connection, { subject, method: 'GET', path })).currency;
  },
  async book(connection, order) {
    const subject = 'Book freight';
    const answer = await call(connection, {
      subject,
      method: 'POST',
      path: '/bookings',
      headers: { 'idempotency-key': order.key },
      body: bookingBody(order),
    });
    return bookingOf(answer);
  },
  async read(connection, bookingId) {
    const subject = 'Read a booking';
    const path = `/bookings/${encodeURIComponent(bookingId)}`;
    return bookingOf(await call(connection, { subject, method: 'GET', path }));
  },
  async cancel(connection, bookingId) {
    const subject = 'Cancel a booking';
    const path = `/bookings/${encodeURIComponent(bookingId)}/cancel`;
    return bookingOf(await call(connection, { subject, method: 'POST', path }));
  },
  readHook,
};
