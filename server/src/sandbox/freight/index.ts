import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Desk } from '../kit/desk.ts';
import { type Answer, bodyObject, type Call, header, json, type Partner, type PartnerTools } from '../kit/partner.ts';
import type { ShopFront } from '../kit/shop-front.ts';
import { Counter, isObject, keyFor } from '../kit/values.ts';
import type { Booking, BookingStatus, Bookings } from './booking.ts';
import { freightDesk } from './desk.ts';

const listed = (...names: string[]) => names.map((name) => ({ code: name, name }));

const LISTS = {
  serviceName: listed('Air Standard', 'Air Express', 'Ocean Economy', 'Road Freight'),
  quoteType: [
    { code: 'door-door', name: 'Door to Door' },
    { code: 'door-port', name: 'Door to Port' },
    { code: 'port-door', name: 'Port to Door' },
    { code: 'port-port', name: 'Port to Port' },
  ],
  incoCode: listed('EXW', 'FCA', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF'),
  transportMode: listed('AIR', 'SEA FCL', 'SEA LCL', 'ROAD', 'RAIL', 'COURIER'),
};

const REQUIRED = ['customerId', 'userEmail', 'currency', 'serviceName', 'quoteType', 'incoCode', 'transportMode'];
const DAY_MS = 86_400_000;

class FreightError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** A provider that freight is booked with. People of the provider confirm or reject a booking later, by hand. */
export class Freight implements Partner, Bookings {
  readonly slug = 'freight';
  readonly key = keyFor('fr_', 'freight key');
  readonly bookings = new Map<string, Booking>();
  /** By the customer's id: its currency. */
  readonly customers = new Map([
    ['C9', 'USD'],
    ['C10', 'EUR'],
  ]);
  /** Quotes of new bookings have expired already. */
  isExpired = false;
  isRevoked = false;
  readonly hasLeft = new Set<string>();
  private readonly ids = new Counter(1);
  private readonly hookIds = new Counter(1);
  private readonly tools: PartnerTools;

  constructor(tools: PartnerTools) {
    this.tools = tools;
  }

  fronts(): ShopFront[] {
    return [];
  }

  desks(): Desk[] {
    return [freightDesk(this)];
  }

  credentials(): Record<string, string> {
    return { key_1: this.key };
  }

  answer(call: Call): Answer {
    try {
      this.authenticate(call);
      return this.route(call);
    } catch (error) {
      if (!(error instanceof FreightError)) throw error;
      return json(error.status, { message: error.message });
    }
  }

  /** What people of the provider decide. It is sent to the address that came with the booking. */
  decide(bookingId: string, status: BookingStatus, reason = ''): void {
    const booking = this.bookings.get(bookingId);
    if (!booking) throw new Error(`There is no booking ${bookingId}.`);
    booking.status = status;
    booking.reason = reason;
    this.tell(booking);
  }

  tell({ bookingId, callback }: Booking): void {
    if (!callback) return;
    const body = JSON.stringify({ event: 'booking.updated', id: `evt-${this.hookIds.next()}`, bookingId });
    this.tools.hooks.send({
      partner: this.slug,
      shop: 'freight',
      topic: 'booking.updated',
      method: 'POST',
      url: callback.url,
      headers: {
        'content-type': 'application/json',
        'x-freight-signature': createHmac('sha256', callback.secret).update(body).digest('base64'),
      },
      body,
    });
  }

  private authenticate(call: Call): void {
    const sent = digest(header(call, 'authorization') ?? '');
    if (this.isRevoked || !timingSafeEqual(sent, digest(`Bearer ${this.key}`)))
      throw new FreightError(401, 'The key is not valid.');
  }

  private route(call: Call): Answer {
    const [, what = '', id = '', action = ''] = call.path.split('/').map(decodeURIComponent);
    const name = `${call.method} ${what}`;
    if (name === 'GET account') return json(200, { name: 'Demo Freight' });
    if (name === 'GET lists') return json(200, LISTS);
    if (name === 'GET customers') return this.customer(id);
    if (name === 'POST bookings') return action === 'cancel' ? this.cancel(this.need(id)) : this.book(call);
    if (name === 'GET bookings') return json(200, this.shown(this.need(id)));
    throw new FreightError(404, 'There is no such resource.');
  }

  /** What has left cannot be called back. */
  private cancel(booking: Booking): Answer {
    if (booking.status === 'REJECTED') throw new FreightError(409, 'The booking was rejected.');
    if (this.hasLeft.has(booking.bookingId)) throw new FreightError(409, 'The freight has been collected.');
    booking.status = 'CANCELLED';
    booking.reason = '';
    return json(200, this.shown(booking));
  }

  private customer(id: string): Answer {
    const currency = this.customers.get(id);
    if (!currency) throw new FreightError(404, `There is no customer ${id}.`);
    return json(200, { id, currency });
  }

  private need(id: string): Booking {
    const booking = this.bookings.get(id);
    if (!booking) throw new FreightError(404, `There is no booking ${id}.`);
    return booking;
  }

  private shown({ bookingId, status, reason }: Booking): object {
    return { bookingId, status, reason };
  }

  /** A key that was used answers its booking again, and refuses another one below it. */
  private book(call: Call): Answer {
    const idempotencyKey = header(call, 'idempotency-key') ?? '';
    if (!idempotencyKey) throw new FreightError(400, 'Idempotency-Key is required.');
    const document = bodyObject(call);
    if (!document) throw new FreightError(400, 'The body is not valid.');
    const before = [...this.bookings.values()].find((each) => each.idempotencyKey === idempotencyKey);
    if (before) {
      if (JSON.stringify(before.document) !== JSON.stringify(document))
        throw new FreightError(422, 'The Idempotency-Key was used for another booking.');
      return json(200, this.shown(before));
    }
    this.check(document, call.at);
    const { callback } = document;
    const booking: Booking = {
      bookingId: `B${this.ids.next()}`,
      status: 'SUBMITTED',
      reason: '',
      idempotencyKey,
      bookedAt: call.at,
      document,
      callback: isObject(callback) ? { url: String(callback.url), secret: String(callback.secret) } : undefined,
    };
    this.bookings.set(booking.bookingId, booking);
    return json(201, this.shown(booking));
  }

  private check(document: Record<string, unknown>, at: Date): void {
    const missing = REQUIRED.find((name) => typeof document[name] !== 'string' || document[name] === '');
    if (missing) throw new FreightError(400, `${missing} is required.`);
    if (this.isExpired) throw new FreightError(400, 'The quote has expired.');
    for (const [name, choices] of Object.entries(LISTS))
      if (!choices.some(({ code }) => code === document[name]))
        throw new FreightError(400, `${name} is not in the list.`);
    const currency = this.customers.get(String(document.customerId));
    if (!currency) throw new FreightError(400, 'The customer is unknown.');
    if (currency !== document.currency) throw new FreightError(400, `The customer is billed in ${currency}.`);
    const { cargo, readyDate } = document;
    if (!Array.isArray(cargo) || cargo.length === 0) throw new FreightError(400, 'cargo is required.');
    const ready = Date.parse(String(readyDate));
    if (Number.isNaN(ready) || ready < at.getTime() - 2 * DAY_MS) throw new FreightError(400, 'readyDate is past.');
  }
}
