import type { Message, Rate, Refund, Shipment, ShippoAccount, Transaction } from './account.ts';
import { trackingNumberOf } from './carriers.ts';
import { invalid, notFound } from './errors.ts';
import { statusOf } from './present.ts';
import { shipmentOf } from './rating.ts';
import { trackingOf } from './tracking.ts';

const RATE_TTL_MS = 7 * 24 * 3_600_000;
/** A postal code that no carrier knows: the rate exists, the purchase fails. */
const UNKNOWN_ZIP = '99999';

/** What a carrier says at the purchase and not before. */
function refusalOf(account: ShippoAccount, rate: Rate, { from, to }: Shipment): Message[] {
  const source = rate.carrier.toUpperCase();
  const said = (text: string): Message[] => [{ source, code: '', text }];
  if (account.switches.refusal) return said(account.switches.refusal);
  for (const [what, address] of [
    ['address_from', from],
    ['address_to', to],
  ] as const)
    if (!address.name || !address.street1 || !address.city || !address.zip)
      return said(`The data of ${what} is not valid: name, street, city and postal code are needed.`);
  if (to.zip === UNKNOWN_ZIP) return said('The postal code is not known in this city.');
  if (rate.carrier === 'dhl_express' && !to.phone) return said('The phone number of the receiver is needed.');
  return [];
}

/** One transaction for each parcel. The answer is the first; the others are found by the rate. */
export function buy(account: ShippoAccount, given: Record<string, unknown>, at: Date): Transaction {
  const id = String(given.rate);
  const rate = account.rates.get(id);
  if (!rate) throw invalid('rate', `Rate with supplied object_id ${id} not found.`);
  if (at.getTime() - rate.createdAt.getTime() >= RATE_TTL_MS)
    throw invalid('rate', 'Only rates less than 7 days old can be purchased.');
  const shipment = shipmentOf(account, rate.shipmentId);
  const messages = refusalOf(account, rate, shipment);
  const waits = given.async !== false || account.switches.queuesAlways;
  const bought = shipment.parcels.map((parcel): Transaction => {
    const isRefused = messages.length > 0;
    return {
      id: account.newId('transaction'),
      rate,
      shipment,
      parcel,
      createdAt: at,
      readyAt: new Date(at.getTime() + (waits ? account.switches.queueMs : 0)),
      end: isRefused ? 'ERROR' : 'SUCCESS',
      messages,
      trackingNumber: isRefused ? '' : trackingNumberOf(rate.carrier, account.serials.next()),
      fileType: typeof given.label_file_type === 'string' ? given.label_file_type : 'PDF',
      metadata: typeof given.metadata === 'string' ? given.metadata : '',
      refund: undefined,
    };
  });
  for (const transaction of bought) account.transactions.set(transaction.id, transaction);
  return bought[0] as Transaction;
}

export function transactionOf(account: ShippoAccount, id: string): Transaction {
  const transaction = account.transactions.get(id);
  if (!transaction) throw notFound();
  return transaction;
}

/** Requests a refund. The carrier decides later; a parcel that it has collected is not refunded. */
export function refund(account: ShippoAccount, given: Record<string, unknown>, at: Date): Refund {
  const transaction = account.transactions.get(String(given.transaction));
  if (!transaction) throw invalid('transaction', 'Transaction not found.');
  if (transaction.refund) throw invalid('transaction', 'A refund was requested for this transaction already.');
  if (statusOf(transaction, at) !== 'SUCCESS') throw invalid('transaction', 'Only bought labels can be refunded.');
  const isCollected = trackingOf(transaction, at).some(({ status }) => status !== 'PRE_TRANSIT');
  const made: Refund = {
    id: account.newId('refund'),
    transactionId: transaction.id,
    createdAt: at,
    readyAt: new Date(at.getTime() + account.switches.refundMs),
    end: isCollected ? 'ERROR' : account.switches.refundEnd,
  };
  transaction.refund = made;
  account.refunds.set(made.id, made);
  return made;
}
