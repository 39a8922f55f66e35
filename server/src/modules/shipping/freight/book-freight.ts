import {
  type FieldMessages,
  FREIGHT_LISTS,
  type FreightBookingInput,
  messageWith,
  type PartnerCatalogue,
} from '@longshore/contract';
import { type Actor, actorScope } from '../../../platform/auth/actor.ts';
import { type Open, staffScope, type Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { invalidFields, refused } from '../../../platform/http/problem.ts';
import type { Ids } from '../../../platform/ids.ts';
import type { QueueMail } from '../../../platform/mail/mail.ts';
import { endLease, takeLease } from '../../../platform/outgoing/allowances.ts';
import {
  type AccountTools,
  accountHookUrl,
  type ExternalAddress,
  findAccount,
  isTransient,
  type OpenedAccount,
  PartnerProblem,
  reasonOfProblem,
  refuseAccount,
} from '../../channels/index.ts';
import { queueTrace } from '../../records/index.ts';
import { lockShipmentFor } from '../../shipments/index.ts';
import type { FreightPartner } from '../freight-partner.ts';
import { countAttempt, type FreightRow, failBooking, insertIntent, readNewest, saveBooking } from './freight.store.ts';
import { type FreightFacts, isOffered, readFreightFacts } from './freight.view.ts';

export interface FreightTools extends AccountTools {
  freightPartners: readonly FreightPartner[];
  ids: Ids;
  queueMail: QueueMail;
  origin: string;
}

export interface OpenedFreight {
  freight: FreightPartner;
  account: OpenedAccount;
}

const LEASE_SECONDS = 120;
const leaseOf = (shipmentId: number) => `freight ${shipmentId}`;

export async function findFreight(
  tools: FreightTools,
  open: Open,
  isWaitedFor: boolean,
): Promise<OpenedFreight | undefined> {
  const [freight] = tools.freightPartners;
  if (!freight) throw refused(90001);
  const account = await findAccount(tools, open, freight.partner, isWaitedFor);
  return account && { freight, account };
}

async function openFreight(tools: FreightTools, open: Open): Promise<OpenedFreight> {
  const opened = await findFreight(tools, open, true);
  if (!opened) throw refused(90003, 'FreightHasNoAccount');
  return opened;
}

function assertOffered(facts: FreightFacts | undefined): asserts facts is FreightFacts {
  if (!facts) throw refused(40001);
  if (facts.direction === 'inbound') throw refused(40006);
  if (!facts.service.trim()) throw refused(40005, 'CourierHasNoFreight');
  if (!isOffered(facts)) throw refused(40005, 'ClientHasNoFreight');
}

/** The currency that the provider bills the shipment's client in. */
export async function readCurrency(tools: FreightTools, open: Open, actor: Actor, id: number): Promise<string> {
  const opened = await openFreight(tools, open);
  const facts = await open(actorScope(actor), (tx) => readFreightFacts(tx, id), 'read');
  assertOffered(facts);
  try {
    return await opened.freight.currency(opened.account.connection, facts.customer_id);
  } catch (error) {
    if (!(error instanceof PartnerProblem)) throw error;
    throw refused(90003, reasonOfProblem(error));
  }
}

function assertListed(input: FreightBookingInput, { lists }: Partial<PartnerCatalogue>): void {
  const messages: FieldMessages = {};
  for (const name of FREIGHT_LISTS)
    if (!lists?.[name]?.some(({ code }) => code === input[name])) messages[name] = ['PlaceIsUnknown'];
  if (Object.keys(messages).length > 0) throw invalidFields(messages);
}

const sender = ({ company }: FreightFacts): ExternalAddress => ({
  name: company.name,
  company: company.name,
  street1: company.address,
  street2: '',
  city: company.city,
  state: company.state,
  stateCode: company.state,
  postalCode: company.postal,
  countryCode: company.country,
  phone: company.phone,
  email: '',
});

const receiver = ({ shipping_addr: to, relation }: FreightFacts): ExternalAddress => ({
  name: to.contact || to.company || relation,
  company: to.company,
  street1: to.street1,
  street2: [to.street2, to.street3].filter(Boolean).join(', '),
  city: to.city,
  state: to.state,
  stateCode: to.state_code,
  postalCode: to.postal_code,
  countryCode: to.country_code,
  phone: to.phone,
  email: '',
});

function documentOf(facts: FreightFacts, input: FreightBookingInput): FreightRow['document'] {
  const isMetric = facts.measure === 'metric';
  return {
    customerId: facts.customer_id,
    userEmail: facts.user_email,
    currency: facts.currency,
    serviceName: input.serviceName,
    quoteType: input.quoteType,
    incoCode: input.incoCode,
    transportMode: input.transportMode,
    reference: facts.pt_number || facts.reference || String(facts.id),
    readyOn: input.readyDate,
    from: sender(facts),
    to: receiver(facts),
    cargo: input.cargo.map((cargo) => ({
      pieces: cargo.pieces,
      weight: String(cargo.weight),
      length: String(cargo.length),
      width: String(cargo.width),
      height: String(cargo.height),
      unit: isMetric ? 'kg' : 'lb',
      distanceUnit: isMetric ? 'cm' : 'in',
      description: cargo.description,
      hsCode: cargo.hsCode,
      value: String(cargo.value),
    })),
  };
}

export const recordFreightChange = (tx: Tx, { client_id, shipment_id }: FreightRow): Promise<void> =>
  recordEvent(tx, { kind: 'freight.saved', clientId: client_id, subjectId: shipment_id });

export const takeFreightLease = (tx: Tx, { shipment_id }: Pick<FreightRow, 'shipment_id'>): Promise<boolean> =>
  takeLease(tx, leaseOf(shipment_id), LEASE_SECONDS);
export const endFreightLease = (open: Open, { shipment_id }: Pick<FreightRow, 'shipment_id'>): Promise<void> =>
  open(staffScope, (tx) => endLease(tx, leaseOf(shipment_id)));

/** An attempt whose answer was lost goes on as it was written; a new one begins when the last is over. */
async function intend(
  tx: Tx,
  { ids }: FreightTools,
  { freight, account }: OpenedFreight,
  actor: Actor,
  id: number,
  input: FreightBookingInput,
): Promise<FreightRow> {
  const shipment = await lockShipmentFor(tx, actor, id, 'prepare');
  const facts = await readFreightFacts(tx, id);
  assertOffered(facts);
  assertListed(input, account.stored.catalogue);
  const last = await readNewest(tx, id);
  if (last?.state === 'SUBMITTED' || last?.state === 'CONFIRMED')
    throw refused(40005, messageWith('FreightIsBooked', last.external_id));
  if (!(await takeFreightLease(tx, { shipment_id: id }))) throw refused(40005, 'FreightIsBusy');
  if (last?.state === 'wanted') {
    await countAttempt(tx, last);
    return last;
  }
  const row = await insertIntent(tx, {
    client_id: shipment.client_id,
    shipment_id: id,
    partner: freight.partner,
    booking_key: `longshore-${id}-${ids.uuid()}`,
    document: documentOf(facts, input),
    chosen: input,
    user_name: actor.name,
  });
  if (!row) throw refused(40005, 'FreightIsBusy');
  await recordFreightChange(tx, row);
  return row;
}

/** Books what is written down; the lease is the caller's, and ends here. Answers why it was not booked. */
export async function sendBooking(
  tools: FreightTools,
  open: Open,
  { freight, account }: OpenedFreight,
  row: FreightRow,
  actor?: Actor,
): Promise<PartnerProblem | undefined> {
  const { shipment_id: id, client_id: clientId } = row;
  try {
    const url = accountHookUrl(tools, account.stored);
    const booking = await freight.book(account.connection, {
      ...row.document,
      key: row.booking_key,
      callback: { url, secret: account.hookSecret },
    });
    await open(staffScope, async (tx) => {
      await saveBooking(tx, row, booking);
      queueTrace(tx, actor, { type: 'Shipment', id, clientId, subject: 'Freight booked' });
      await recordFreightChange(tx, row);
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof PartnerProblem)) throw error;
    await open(staffScope, async (tx) => {
      const isRetried = isTransient(error) || error.kind === 'conflict';
      await failBooking(tx, row, reasonOfProblem(error), isRetried);
      if (error.kind === 'auth') await refuseAccount(tx, tools, account.stored, error);
      await recordFreightChange(tx, row);
    });
    return error;
  } finally {
    await endFreightLease(open, row);
  }
}

/**
 * Books freight for a shipment, outside any transaction. The attempt is written first with a key of its own, by which the
 * provider answers the same booking however often it is asked.
 */
export async function bookFreight(
  tools: FreightTools,
  open: Open,
  actor: Actor,
  id: number,
  input: FreightBookingInput,
): Promise<void> {
  const opened = await openFreight(tools, open);
  const row = await open(actorScope(actor), (tx) => intend(tx, tools, opened, actor, id, input));
  const problem = await sendBooking(tools, open, opened, row, actor);
  if (problem) throw refused(90003, reasonOfProblem(problem));
}
