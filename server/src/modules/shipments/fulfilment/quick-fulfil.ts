import { type Allocation, type Message, messageWith, type QuickFulfilInput } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { refused } from '../../../platform/http/problem.ts';
import type { Totals } from '../../stock/index.ts';
import { assertShipmentEvent, lockShipmentFor } from '../lock-shipment.ts';
import type { LockedShipment } from '../locked-shipment.ts';
import { inspectReason, type OpenShipment, readProposal } from './allocation.view.ts';
import { type Choice, refreshStored, StockPool } from './allocation-rules.ts';
import { readPickable, readStoredPicks } from './allocations.store.ts';
import { fulfilLocked, fulfilPicks, writePicks } from './fulfil-line.ts';
import { decidePicks, type FoundPlace, type PickInput } from './fulfil-rules.ts';
import { lockOpenItems, readHeldOf } from './fulfillments.store.ts';

async function assertEnabled(tx: Tx): Promise<void> {
  const { rows } = await sql<{ quick_fulfill: boolean }>`select quick_fulfill from company`.execute(tx);
  if (!rows[0]?.quick_fulfill) throw refused(40009);
}

type Controlled = { item: { sku: string; lot: boolean; serial: boolean } };

/** Refuses goods of which a person must say which ones: serials always, and lots when they are received. */
function assertNotControlled(direction: OpenShipment['direction'], lines: readonly Controlled[]): void {
  const named = lines.flatMap(({ item }): Message[] => {
    if (item.serial) return [`NotQuickBySerial:${item.sku}`];
    return item.lot && direction === 'inbound' ? [`NotQuickByLot:${item.sku}`] : [];
  });
  if (named.length) throw refused(40005, named);
}

/** What quick fulfil would do; changes nothing. */
export async function proposeQuickFulfil(tx: Tx, id: number): Promise<Allocation> {
  const [{ shipment, proposal }] = await Promise.all([readProposal(tx, id), assertEnabled(tx)]);
  assertShipmentEvent(shipment, 'fulfil');
  assertNotControlled(shipment.direction, shipment.lines);
  return proposal;
}

const openLines = ({ lines }: LockedShipment) => lines.filter(({ quantity, fulfilled }) => fulfilled < quantity);

/** The choices of the rule as picks, each with what was read of its place. */
function picksOf(choices: readonly Choice[], totals: ReadonlyMap<number, Totals>) {
  // The rule takes no lot that expires too early, and what a person stored was confirmed then.
  const picks: PickInput[] = choices.map(({ lineId, quantity, row }) => ({
    lineId,
    quantity,
    licenseId: row.license_id,
    lotId: row.lot_id,
    allowExpired: true,
  }));
  const found = choices.map(({ row }): FoundPlace | undefined => {
    const ofItem = totals.get(row.inventory_id);
    const lot = row.lot_id === null ? null : { number: row.lot, expire: row.expire };
    const place = { licenseId: row.license_id, lotId: row.lot_id, quarantine: false };
    return (
      ofItem && {
        totals: ofItem,
        place: { ...place, rowId: row.row_id, onHand: row.quantity },
        license: row.license,
        lot,
      }
    );
  });
  return { picks, found };
}

/** Everything that is left of an inbound shipment, on no plate. */
function receiveAll(tx: Tx, actor: Actor, shipment: LockedShipment): Promise<LockedShipment> {
  const reason = inspectReason(shipment);
  return fulfilLocked(
    tx,
    actor,
    shipment,
    openLines(shipment).map(({ id, quantity, fulfilled }) => ({
      lineId: id,
      quantity: quantity - fulfilled,
      quarantine: reason !== '',
      reason,
    })),
  );
}

/** Everything that is left of a shipment by the rule: locked, read and chosen in one batch, then written. */
async function fulfilByRule(tx: Tx, actor: Actor, id: number): Promise<LockedShipment> {
  const [shipment, totals, rows, stored, held] = await Promise.all([
    lockShipmentFor(tx, actor, id, 'fulfil'),
    lockOpenItems(tx, id),
    readPickable(tx, [id]),
    readStoredPicks(tx, [id]),
    readHeldOf(tx, id),
    assertEnabled(tx),
  ]);
  const lines = openLines(shipment);
  assertNotControlled(shipment.direction, lines);
  if (shipment.direction === 'inbound') return receiveAll(tx, actor, shipment);
  const toPick = lines.map((line) => ({
    id: line.id,
    item: line.item,
    left: line.quantity - line.fulfilled,
    shipDate: shipment.ship_date,
  }));
  const { choices, short } = refreshStored(toPick, stored, new StockPool(rows));
  if (short.length)
    throw refused(
      40002,
      short.map(({ lineId, quantity }) =>
        messageWith('NoPlaceFound', lines.find((line) => line.id === lineId)?.item.sku ?? '', quantity),
      ),
    );
  const { picks, found } = picksOf(choices, totals);
  writePicks(tx, actor, { shipment, held, stored }, decidePicks(shipment, picks, found, []));
  return shipment;
}

type Kind = Pick<OpenShipment, 'direction' | 'order_type'>;

async function readKind(tx: Tx, id: number): Promise<Kind> {
  const { rows } = await sql<Kind>`
    select direction, order_type from shipments where id = ${id} and voided_at is null and ${inScope(tx)}`.execute(tx);
  const [kind] = rows;
  if (!kind) throw refused(40001);
  return kind;
}

/** The person's own choices; goods that a customer returns go into quarantine as by the rule. */
async function fulfilChosen(tx: Tx, actor: Actor, id: number, input: QuickFulfilInput): Promise<LockedShipment> {
  const [kind] = await Promise.all([readKind(tx, id), assertEnabled(tx)]);
  const reason = inspectReason(kind);
  return fulfilPicks(
    tx,
    actor,
    id,
    (input.picks ?? []).map(({ line_id, license, lot_id, quantity }) => ({
      lineId: line_id,
      license,
      lotId: lot_id,
      quantity,
      allowExpired: input.allow_expired === 1,
      quarantine: reason !== '',
      reason,
    })),
  );
}

/** Quick fulfil: what the person chose, or everything that is left by the rule. */
export const quickFulfil = (
  tx: Tx,
  actor: Actor,
  id: number,
  input: QuickFulfilInput | undefined,
): Promise<LockedShipment> => (input?.picks ? fulfilChosen(tx, actor, id, input) : fulfilByRule(tx, actor, id));
