import type { WaveCandidate, WaveRule } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { isMeasuredSql } from '../../inventory/index.ts';
import { isHeld, isLate } from '../../shipments/index.ts';

/** Shipments that are considered: the most urgent ones. */
const WAITING_MAX = 1000;

/** A shipment that waits to be picked. */
export interface WaitingShipment extends Omit<WaveCandidate, 'chosen' | 'adds'> {
  inventory_id: number;
  sku: string;
}

/** Outbound shipments with something left to pick, in no wave and held by nobody, the most urgent first. */
export async function readWaitingShipments(tx: Tx, ids: readonly number[] | null = null): Promise<WaitingShipment[]> {
  const among = ids ? sql`s.id = any(${ids}::int[])` : sql`true`;
  const { rows } = await sql<WaitingShipment>`
    select s.id as shipment_id, s.order_id, s.order_type, s.reference, s.client_id, c.company, s.courier_id, k.name as courier,
      s.ship_date, l.lines, l.units, l.weight, ${isLate}::int as late, l.inventory_id, i.sku
    from shipments s join clients c on c.id = s.client_id join couriers k on k.id = s.courier_id
    cross join lateral (
      select count(*)::int as lines, sum(n.quantity - n.fulfilled)::int as units, min(n.inventory_id) as inventory_id,
        coalesce(sum((n.quantity - n.fulfilled) * u.weight), 0)::float8 as weight
      from shipment_lines n left join inventory_uoms u
        on u.client_id = n.client_id and u.inventory_id = n.inventory_id and u.is_base and ${isMeasuredSql('u')}
      where n.client_id = s.client_id and n.shipment_id = s.id and n.fulfilled < n.quantity) l
    join inventories i on i.client_id = s.client_id and i.id = l.inventory_id
    where s.status = 'In Warehouse' and s.direction = 'outbound' and s.voided_at is null and not ${isHeld} and ${among}
      and not exists (select from wave_shipments w where w.shipment_id = s.id and w.is_open) and ${inScope(tx, 's.client_id')}
    order by s.ship_date, s.id limit ${sql.lit(WAITING_MAX)}`.execute(tx);
  return rows;
}

/** The shipments of waves that are picked now: what is allocated to them is not offered to others. */
export async function shipmentsBeingPicked(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ shipment_id: number }>`
    select shipment_id from wave_shipments where is_open and ${inScope(tx)} order by id`.execute(tx);
  return rows.map(({ shipment_id }) => shipment_id);
}

type Part = 'couriers' | 'clients' | 'leaves_by' | 'lines';
const PARTS: readonly Part[] = ['couriers', 'clients', 'leaves_by', 'lines'];

const allows: Record<Part, (rule: WaveRule, shipment: WaitingShipment) => boolean> = {
  couriers: ({ couriers }, { courier_id }) => couriers.length === 0 || couriers.includes(courier_id),
  clients: ({ clients }, { client_id }) => clients.length === 0 || clients.includes(client_id),
  leaves_by: ({ leaves_by }, { ship_date }) => leaves_by === '' || ship_date <= leaves_by,
  lines: ({ lines }, shipment) => lines === 'any' || shipment.lines === 1,
};

const matches = (rule: WaveRule, shipments: readonly WaitingShipment[], but?: Part) =>
  shipments.filter((shipment) => PARTS.every((part) => part === but || allows[part](rule, shipment)));

/** The item that most of them are of; of several the one that comes first. */
function mostFrequent(shipments: readonly WaitingShipment[]): number | undefined {
  const counts = new Map<number, number>();
  for (const { inventory_id } of shipments) counts.set(inventory_id, (counts.get(inventory_id) ?? 0) + 1);
  const [first, ...others] = counts;
  return first && others.reduce((best, each) => (each[1] > best[1] ? each : best), first)[0];
}

const counted = <Row>(rows: readonly Row[], id: (row: Row) => number, name: (row: Row) => string) => {
  const counts = new Map<number, { id: number; name: string; count: number }>();
  for (const row of rows) {
    const known = counts.get(id(row));
    counts.set(id(row), { id: id(row), name: name(row), count: (known?.count ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
};

/** What a rule leaves of the shipments that wait, and what each of its parts could be. */
export function applyRule(waiting: readonly WaitingShipment[], rule: WaveRule) {
  const allowed = matches(rule, waiting);
  const item = rule.lines === 'same' ? mostFrequent(allowed) : undefined;
  const found = item === undefined ? allowed : allowed.filter(({ inventory_id }) => inventory_id === item);
  const loosened = PARTS.map((part) => ({ part, found: matches(rule, waiting, part).length }));
  const best = loosened.reduce((most, each) => (each.found > most.found ? each : most));
  return {
    found,
    same_item: item === undefined ? '' : (found[0]?.sku ?? ''),
    couriers: counted(
      matches(rule, waiting, 'couriers'),
      (row) => row.courier_id,
      (row) => row.courier,
    ),
    clients: counted(
      matches(rule, waiting, 'clients'),
      (row) => row.client_id,
      (row) => row.company,
    ),
    loosen: found.length > 0 || best.found === 0 ? ('' as const) : best.part,
  };
}
