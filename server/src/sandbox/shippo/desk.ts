import type { Desk, DeskEntry } from '../kit/desk.ts';
import { moneyText } from '../kit/values.ts';
import type { Address, ShippoAccount, Transaction } from './account.ts';
import { statusOf } from './present.ts';

const lineOf = ({ name, street1, zip, city, country }: Address) =>
  [name, street1, `${zip} ${city}`, country].join(', ');

/** Labels that were bought, and the refunds that carriers decide. */
export function shippoDesk(account: ShippoAccount, now: () => Date): Desk {
  const entryOf = (transaction: Transaction): DeskEntry => {
    const { id, createdAt, rate, shipment, parcel, messages, trackingNumber, metadata } = transaction;
    const status = statusOf(transaction, now());
    return {
      id,
      title: trackingNumber || 'Refused',
      status,
      at: createdAt,
      facts: [
        ['Carrier', `${rate.carrier} ${rate.token}`],
        ['Price', `${moneyText(rate.cents)} USD`],
        ['From', lineOf(shipment.from)],
        ['To', lineOf(shipment.to)],
        [
          'Parcel',
          `${parcel.length} × ${parcel.width} × ${parcel.height} ${parcel.distance_unit}, ${parcel.weight} ${parcel.mass_unit}`,
        ],
        ['Metadata', metadata],
        ['Said', messages.map(({ text }) => text).join(' ')],
      ],
      actions:
        status === 'REFUNDPENDING'
          ? [
              { name: 'accept', label: 'Give the money back' },
              { name: 'reject', label: 'Keep the money' },
            ]
          : [],
    };
  };
  return {
    partner: 'shippo',
    slug: account.slug,
    title: account.title,
    about:
      'This account is imitated on this machine. Labels that Longshore buys are listed here. A refund is accepted by itself after two minutes; here you decide it at once.',
    entries: () => [...account.transactions.values()].reverse().map(entryOf),
    act(id, action) {
      const refund = account.transactions.get(id)?.refund;
      if (!refund) return;
      refund.end = action === 'accept' ? 'SUCCESS' : 'ERROR';
      refund.readyAt = now();
    },
  };
}
