import { messageWith, type Shipment, type ShipmentChargeInput } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { insertAll } from '../../platform/database/written-columns.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { refused } from '../../platform/http/problem.ts';
import { trace, traceCreated } from '../records/index.ts';
import { billShipment, type LockedShipment, readShipmentRecord } from '../shipments/index.ts';
import { isSameLink, type PricedLink, type Proposal } from './billing-rules.ts';
import { dropShipmentWaiver, writeShipmentGaps } from './gaps.store.ts';
import { firstOpenDay } from './periods/open-day.ts';
import { CHARGES_OF, proposeCharges, readChargeDays, readPricedLinks } from './shipment-charges.view.ts';
import { gapsOfShipment, gapWithoutRate } from './unbilled/gap-rules.ts';

type Line = ShipmentChargeInput['entries'][number];

/**
 * The activity that an entry belongs to: its own, else that of the whole charge, else the first that has the item.
 * Throws 50004 when none of the client's activities has it.
 */
function linkOf(links: readonly PricedLink[], line: Line, activityId: number): PricedLink {
  const ofItem = links.filter(({ item_id }) => item_id === line.billing_item_id);
  const named = line.billing_activity_id;
  const link = named
    ? ofItem.find(({ activity_id }) => activity_id === named)
    : (ofItem.find(({ activity_id }) => activity_id === activityId) ?? ofItem[0]);
  if (!link) throw refused(50004, messageWith('ItemNotInActivity', line.meta_name || line.billing_item_id));
  return link;
}

export interface Charges {
  bill_date: string;
  /** The day whose rates were proposed. */
  charge_day: string;
  reference: string;
  note: string;
  lines: readonly {
    link: Pick<PricedLink, 'activity_id' | 'item_id'>;
    price: string;
    quantity: string;
    name: string;
    uom: string;
    how: unknown;
  }[];
}

/** Writes charges of a shipment. */
export async function writeEntries(
  tx: Tx,
  actor: Actor,
  shipment: Pick<LockedShipment, 'id' | 'client_id'>,
  charges: Charges,
): Promise<void> {
  const { client_id: clientId, id: shipmentId } = shipment;
  const { bill_date, charge_day, reference, note, lines } = charges;
  if (!lines.length) return;
  const ids = await insertAll(
    tx,
    'billing_entries',
    lines.map(({ link, price, quantity, name, uom, how }) => ({
      client_id: clientId,
      activity_id: link.activity_id,
      item_id: link.item_id,
      bill_date,
      charge_day,
      reference,
      note,
      meta_name: name,
      meta_uom: uom,
      price,
      quantity,
      created_by: actor.name,
      billable_type: 'shipment',
      billable_id: shipmentId,
      how: how ? JSON.stringify(how) : null,
    })),
  );
  await traceCreated(tx, actor, { type: 'BillingEntry', ids, clientId });
  await trace(tx, actor, {
    type: 'Shipment',
    id: shipmentId,
    clientId,
    subject: 'Billed',
    changes: lines.map(({ name, quantity, price }) => ({
      field: 'charge' as const,
      newValue: `${name}: ${Number(quantity)} × ${Number(price)}`,
    })),
  });
  for (const id of ids) await recordEvent(tx, { kind: 'billing_entry.saved', clientId, subjectId: id });
}

/** The entry of a charge as it is proposed. */
export const entryOf = ({ link, price, quantity, how }: Proposal): Charges['lines'][number] => ({
  link,
  price,
  quantity,
  how,
  name: link.item,
  uom: link.uom,
});

/** An entry that was posted as it was proposed keeps how it was computed. */
const howOf = (proposals: readonly Proposal[], link: PricedLink, { price, quantity }: Line) =>
  proposals.find(
    (each) =>
      isSameLink(each.link, link) && Number(each.price) === Number(price) && Number(each.quantity) === Number(quantity),
  )?.how;

const isFreight = ({ charge }: PricedLink) => charge === 'Shipping-Charge';

/** Bills a shipment with the charges that a person confirmed or corrected. */
export async function chargeShipment(
  tx: Tx,
  actor: Actor,
  shipmentId: number,
  input: ShipmentChargeInput,
): Promise<Shipment> {
  await billShipment(tx, actor, shipmentId, async (shipment) => {
    if (input.client_id !== shipment.client_id) throw refused(50002);
    const days = await readChargeDays(tx, shipmentId, input.bill_date);
    const { shipment: facts, proposals, gaps, withoutRate } = await proposeCharges(tx, shipmentId, days.charge_day);
    const links = await readPricedLinks(tx, shipment.client_id, CHARGES_OF[shipment.direction], days.charge_day);
    const lines = input.entries.map((line) => {
      const link = linkOf(links, line, input.billing_activity_id);
      return {
        link,
        price: line.price,
        quantity: line.quantity,
        how: howOf(proposals, link, line),
        name: line.meta_name || link.item,
        uom: line.meta_uom || link.uom,
      };
    });
    await writeEntries(tx, actor, shipment, {
      ...days,
      reference: input.reference,
      note: input.note,
      lines,
    });
    // What the person entered is charged as the person said, whatever could not be counted of it.
    const isEntered = (link: PricedLink) => lines.some((line) => isSameLink(line.link, link));
    const left = gaps.filter(({ link }) => !isEntered(link));
    await dropShipmentWaiver(tx, shipmentId);
    // There is no charge of the direction because the person said so; what the courier cost nobody has charged.
    const isFreightLeft = withoutRate.includes('Shipping-Charge') && !lines.some(({ link }) => isFreight(link));
    const noRate = gapWithoutRate({ charges: isFreightLeft ? ['Shipping-Charge'] : [], cost: facts.cost });
    await writeShipmentGaps(tx, shipment, days.charge_day, [...gapsOfShipment(left), ...noRate]);
  });
  return readShipmentRecord(tx, shipmentId);
}

/**
 * Bills a shipment as proposed and finishes it: batch finish with billing, and what was forgotten. With the rates of
 * its day, as the dialog has them, unless a day is named; the bill date is the first open day from it on.
 */
export const billAsProposed = (
  tx: Tx,
  actor: Actor,
  shipmentId: number,
  email: boolean,
  onDay?: string,
): Promise<void> =>
  billShipment(
    tx,
    actor,
    shipmentId,
    async (shipment) => {
      const days = onDay
        ? { bill_date: await firstOpenDay(tx, shipment.client_id, onDay), charge_day: onDay }
        : await readChargeDays(tx, shipmentId);
      const { shipment: facts, proposals, gaps, withoutRate } = await proposeCharges(tx, shipmentId, days.charge_day);
      const { reference } = facts;
      const lines = proposals.map(entryOf);
      await writeEntries(tx, actor, shipment, { ...days, reference, note: '', lines });
      await dropShipmentWaiver(tx, shipmentId);
      const noRate = gapWithoutRate({ charges: withoutRate, cost: facts.cost });
      await writeShipmentGaps(tx, shipment, days.charge_day, [...gapsOfShipment(gaps), ...noRate]);
    },
    email,
  );
