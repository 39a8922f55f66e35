import {
  type Allocation,
  type Direction,
  type OrderType,
  type Pick,
  type ShipmentStatus,
  sentence,
  TO_INSPECT,
} from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { refused } from '../../../platform/http/problem.ts';
import {
  type Choice,
  type Chosen,
  choosePicks,
  type LineToPick,
  refreshStored,
  StockPool,
  type StoredPick,
} from './allocation-rules.ts';
import { readPickable, readStoredPicks } from './allocations.store.ts';

/** A line with what is left to fulfil of it. */
interface OpenLine {
  id: number;
  item: { id: number; sku: string; name: string; lot: boolean; serial: boolean };
  left: number;
}

/** A shipment as its places are chosen. */
export interface OpenShipment {
  id: number;
  client_id: number;
  direction: Direction;
  order_type: OrderType;
  status: ShipmentStatus;
  ship_date: string;
  lines: OpenLine[];
}

async function readOpen(tx: Tx, ids: readonly number[]): Promise<OpenShipment[]> {
  const { rows } = await sql<OpenShipment>`
    select s.id, s.client_id, s.direction, s.order_type, s.status, s.ship_date, coalesce((
      select json_agg(json_build_object('id', l.id, 'left', l.quantity - l.fulfilled,
        'item', json_build_object('id', i.id, 'sku', i.sku, 'name', i.name, 'lot', i.lot, 'serial', i.serial)) order by l.id)
      from shipment_lines l join inventories i on i.client_id = l.client_id and i.id = l.inventory_id
      where l.client_id = s.client_id and l.shipment_id = s.id and l.fulfilled < l.quantity), '[]') as lines
    from shipments s where s.id = any(${ids}::int[]) and s.voided_at is null and ${inScope(tx, 's.client_id')}
    order by array_position(${ids}::int[], s.id)`.execute(tx);
  return rows;
}

export const linesToPick = ({ lines, ship_date }: OpenShipment): LineToPick[] =>
  lines.map(({ id, item, left }) => ({ id, item, left, shipDate: ship_date }));

function pickOf({ lines }: OpenShipment, { lineId, row, quantity, reason }: Choice): Pick {
  const item = lines.find(({ id }) => id === lineId)?.item;
  return {
    line_id: lineId,
    inventory_id: row.inventory_id,
    sku: item?.sku ?? '',
    name: item?.name ?? '',
    quantity,
    license_id: row.license_id,
    license: row.license,
    location: row.location,
    location_type: row.location_type,
    lot_id: row.lot_id,
    lot: row.lot,
    expire: row.expire,
    quarantine: 0,
    reason: sentence(reason),
    reason_key: reason,
  };
}

function allocationOf(shipment: OpenShipment, { choices, short }: Chosen, storedAt: string | null): Allocation {
  const skuOf = (lineId: number) => shipment.lines.find(({ id }) => id === lineId)?.item.sku ?? '';
  return {
    shipment_id: shipment.id,
    stored_at: storedAt,
    picks: choices.map((choice) => pickOf(shipment, choice)),
    short: short.map(({ lineId, quantity }) => ({ line_id: lineId, sku: skuOf(lineId), quantity })),
  };
}

/** What is stored for the shipment where it still holds, chosen anew where it does not. */
function outboundAllocation(shipment: OpenShipment, stored: readonly StoredPick[], pool: StockPool): Allocation {
  const own = stored.filter(({ shipment_id }) => shipment_id === shipment.id);
  const chosen = own.length
    ? refreshStored(linesToPick(shipment), own, pool)
    : choosePicks(linesToPick(shipment), pool);
  return allocationOf(shipment, chosen, own[0]?.created_at ?? null);
}

/** Everything that is left, on no plate; what a customer returns is to be inspected first. */
function inboundProposal(shipment: OpenShipment): Allocation {
  const isReturn = shipment.order_type === 'Customer Return';
  const reason = isReturn ? 'ReceiveToInspect' : 'ReceiveOnNoPlate';
  return {
    shipment_id: shipment.id,
    stored_at: null,
    short: [],
    picks: shipment.lines.map(({ id, item, left }) => ({
      line_id: id,
      inventory_id: item.id,
      sku: item.sku,
      name: item.name,
      quantity: left,
      license_id: null,
      license: '',
      location: '',
      location_type: '',
      lot_id: null,
      lot: '',
      expire: null,
      quarantine: isReturn ? 1 : 0,
      reason: sentence(reason),
      reason_key: reason,
    })),
  };
}

/**
 * Where the goods of outbound shipments are to be taken from, by shipment; in the given order they share the stock, so
 * that two of them are not sent to the same units. Inbound ones have no picks.
 */
export async function readAllocations(tx: Tx, ids: readonly number[]): Promise<Map<number, Allocation>> {
  const [shipments, stored, rows] = await Promise.all([
    readOpen(tx, ids),
    readStoredPicks(tx, ids),
    readPickable(tx, ids),
  ]);
  const pool = new StockPool(rows);
  return new Map(
    shipments.map((shipment) => [
      shipment.id,
      shipment.direction === 'outbound'
        ? outboundAllocation(shipment, stored, pool)
        : { shipment_id: shipment.id, stored_at: null, picks: [], short: [] },
    ]),
  );
}

export async function readAllocation(tx: Tx, id: number): Promise<Allocation> {
  const allocation = (await readAllocations(tx, [id])).get(id);
  if (!allocation) throw refused(40001);
  return allocation;
}

/** The shipment and what quick fulfil proposes for it. */
export async function readProposal(tx: Tx, id: number): Promise<{ shipment: OpenShipment; proposal: Allocation }> {
  const [[shipment], stored, rows] = await Promise.all([
    readOpen(tx, [id]),
    readStoredPicks(tx, [id]),
    readPickable(tx, [id]),
  ]);
  if (!shipment) throw refused(40001);
  const proposal =
    shipment.direction === 'outbound'
      ? outboundAllocation(shipment, stored, new StockPool(rows))
      : inboundProposal(shipment);
  return { shipment, proposal };
}

export const inspectReason = ({ order_type }: { order_type: OrderType }): string =>
  order_type === 'Customer Return' ? TO_INSPECT : '';
