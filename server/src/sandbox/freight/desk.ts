import type { Desk, DeskAction, DeskEntry } from '../kit/desk.ts';
import { isObject } from '../kit/values.ts';
import type { Booking, Bookings } from './booking.ts';

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const partyOf = (value: unknown): string =>
  isObject(value) ? [value.name, value.street1, value.city, value.country].map(textOf).filter(Boolean).join(', ') : '';

function cargoOf(value: unknown): string {
  if (!Array.isArray(value)) return '';
  return value
    .filter(isObject)
    .map((row) => `${textOf(row.pieces)} × ${textOf(row.weight)} ${textOf(row.unit)} ${textOf(row.description)}`)
    .join('; ');
}

function actionsOf(freight: Bookings, { status, bookingId }: Booking): DeskAction[] {
  const collect: DeskAction[] = freight.hasLeft.has(bookingId)
    ? []
    : [{ name: 'collect', label: 'Collect the freight' }];
  const cancel: DeskAction = { name: 'cancel', label: 'Cancel' };
  if (status === 'SUBMITTED')
    return [
      { name: 'confirm', label: 'Confirm' },
      { name: 'reject', label: 'Reject', note: { label: 'Why', value: 'No space on that day' } },
      cancel,
    ];
  return status === 'CONFIRMED' ? [...collect, cancel] : [];
}

/** Bookings, which people of the provider confirm or reject; whoever booked is told by a call. */
export function freightDesk(freight: Bookings): Desk {
  const entryOf = (booking: Booking): DeskEntry => {
    const { bookingId: id, status, reason, document, bookedAt: at } = booking;
    return {
      id,
      title: id,
      status: freight.hasLeft.has(id) ? `${status}, collected` : status,
      at,
      facts: [
        ['Reference', textOf(document.reference)],
        [
          'Service',
          [document.serviceName, document.transportMode, document.quoteType, document.incoCode].map(textOf).join(', '),
        ],
        ['Ready on', textOf(document.readyDate)],
        ['From', partyOf(document.from)],
        ['To', partyOf(document.to)],
        ['Cargo', cargoOf(document.cargo)],
        ['Why', reason],
      ],
      actions: actionsOf(freight, booking),
    };
  };
  return {
    partner: 'freight',
    slug: 'freight',
    title: 'Demo Freight',
    about:
      'This provider is imitated on this machine. Bookings that Longshore makes are listed here; what you decide is told to Longshore.',
    entries: () => [...freight.bookings.values()].reverse().map(entryOf),
    act(id, action, note) {
      if (action === 'collect') freight.hasLeft.add(id);
      else if (action === 'confirm') freight.decide(id, 'CONFIRMED');
      else if (action === 'reject') freight.decide(id, 'REJECTED', note || 'No reason was given');
      else freight.decide(id, 'CANCELLED');
    },
  };
}
