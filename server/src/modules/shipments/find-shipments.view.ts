import {
  api,
  cartonOf,
  type Direction,
  mayCall,
  type OwnCode,
  type ScannedCodes,
  type SearchHit,
} from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { likePattern } from '../../platform/lists/list-sql.ts';
import { searchSql } from '../../platform/lists/search.ts';
import { shipmentListSql } from './shipment-list.view.ts';

const HITS_MAX = 10;

export const shipmentPath = (direction: Direction, id: number) => `/f/${direction}/${id}`;

interface Found {
  id: number;
  direction: Direction;
  reference: string;
  pt_number: string;
  client: string;
}

async function hitsWhere(tx: Tx, where: Sql): Promise<SearchHit[]> {
  const { rows } = await sql<Found>`
    select s.id, s.direction, s.reference, s.pt_number, n.company as client
    from shipments s join clients n on n.id = s.client_id
    where s.voided_at is null and ${where} order by s.created_at desc, s.id desc limit ${sql.lit(HITS_MAX)}`.execute(
    tx,
  );
  return rows.map(({ id, direction, reference, pt_number, client }) => ({
    kind: 'shipment',
    id,
    title: `${id} · ${reference}`,
    description: [pt_number, client].filter(Boolean).join(' · '),
    path: shipmentPath(direction, id),
  }));
}

/** For the palette: shipments of all clients, for users who may open them. */
export async function findShipments(tx: Tx, actor: Actor, term: string): Promise<SearchHit[]> {
  if (!mayCall(actor, api.shipments.get.access)) return [];
  return hitsWhere(tx, await searchSql(tx, shipmentListSql, actor, term));
}

/** The shipments that one of our own codes names: its papers, its lines and its cartons open it. */
function ownShipments(tx: Tx, { kind, id }: OwnCode): Sql | undefined {
  if (kind === 'shipment') return sql`s.id = ${id}::bigint`;
  if (kind === 'carton') return sql`s.id = ${cartonOf(id).shipmentId}::bigint`;
  return kind === 'line'
    ? sql`exists (
    select from shipment_lines l where l.client_id = s.client_id and l.shipment_id = s.id and l.id = ${id}::bigint and ${inScope(tx, 'l.client_id')})`
    : undefined;
}

/** The shipments that a plain code names: by its id or picking number, or by its order's reference. */
export function shipmentsNamed(code: string): Sql {
  const hasId = /^[1-9]\d{0,8}$/.test(code) ? sql`s.id = ${Number(code)} or` : sql``;
  // The reference is the second line of the searched text: its trigram index finds a whole line.
  const line = `%\n${likePattern(code)}\n%`;
  return sql`(${hasId} lower(s.pt_number) = lower(${code}::text)
    or (s.search_text like ${line} and lower(s.reference) = lower(${code}::text)))`;
}

/** The condition on shipments `s` that a scan names; undefined when it cannot name one. */
export function shipmentsScanned(tx: Tx, { own, plain }: ScannedCodes): Sql | undefined {
  if (own) return ownShipments(tx, own);
  return plain ? shipmentsNamed(plain) : undefined;
}

/** The shipments that a scan names, for users who may open them. The newest comes first. */
export async function findScannedShipments(tx: Tx, actor: Actor, codes: ScannedCodes): Promise<SearchHit[]> {
  const named = shipmentsScanned(tx, codes);
  return named && mayCall(actor, api.shipments.get.access) ? hitsWhere(tx, named) : [];
}
