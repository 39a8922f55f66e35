import {
  api,
  cartonOf,
  type Direction,
  mayCall,
  type OwnCode,
  type ScannedCodes,
  type SearchHit,
  ssccOf,
} from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { likePattern } from '../../platform/lists/list-sql.ts';
import { searchSql } from '../../platform/lists/search.ts';
import type { FoundHit } from '../../platform/search/search.ts';
import { shipmentOfSscc } from '../stock/index.ts';
import { shipmentListSql } from './shipment-list.view.ts';

const HITS_MAX = 10;

export const shipmentPath = (direction: Direction, id: number) => `/f/${direction}/${id}`;

interface Found {
  id: number;
  order_id: number;
  direction: Direction;
  reference: string;
  po: string;
  pt_number: string;
  waybill: string;
  client: string;
}

/** The newest first. */
async function readFound(tx: Tx, where: Sql): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select s.id, s.order_id, s.direction, s.reference, s.po, s.pt_number, s.waybill, n.company as client
    from shipments s join clients n on n.id = s.client_id
    where s.voided_at is null and ${where} order by s.created_at desc, s.id desc limit ${sql.lit(HITS_MAX)}`.execute(
    tx,
  );
  return rows;
}

const hitOf = ({ id, direction, reference, pt_number, client }: Found): SearchHit => ({
  kind: 'shipment',
  id,
  title: `${id} · ${reference}`,
  description: [pt_number, client].filter(Boolean).join(' · '),
  path: shipmentPath(direction, id),
});

const hitsWhere = async (tx: Tx, where: Sql): Promise<SearchHit[]> => (await readFound(tx, where)).map(hitOf);

/** Codes that name a shipment besides its id; a waybill that was looked for is shown. */
function asFound(row: Found, hit: SearchHit, term: string): FoundHit {
  const { reference, po, pt_number, waybill } = row;
  const isByWaybill = waybill !== '' && waybill.toLowerCase().startsWith(term.toLowerCase());
  const description = isByWaybill ? [waybill, hit.description].filter(Boolean).join(' · ') : hit.description;
  return { ...hit, description, codes: [reference, po, pt_number, waybill].filter(Boolean) };
}

/**
 * Shipments that a code names: by id, picking number, the SSCC of a carton or the beginning of the waybill. The ids are read from the index of
 * each first: with the order of the hits as well, PostgreSQL would rather scan the newest shipments for a match.
 */
function hasCode(tx: Tx, term: string): Sql {
  const id = /^[1-9]\d{0,8}$/.test(term) ? [Number(term)] : [];
  const most = sql.lit(HITS_MAX);
  return sql`${inScope(tx, 's.client_id')} and s.id = any(${id}::int[]
    || array(select id from shipments where voided_at is null and lower(pt_number) = lower(${term}::text) limit ${most})
    || array(select id from shipments where voided_at is null and waybill <> '' and lower(waybill) like ${`${likePattern(term)}%`}
      order by lower(waybill) using ~<~ limit ${most})
    || array(select ${shipmentOfSscc(tx, ssccOf(term))}))`;
}

/** A client's own shipments open as its orders show them. Its orders are found by reference and PO. */
async function findOwnShipments(tx: Tx, clientId: number, term: string): Promise<FoundHit[]> {
  const ids = sql`select guarded.find_shipments(${clientId}, lower(${term}::text)) limit ${sql.lit(HITS_MAX)}`;
  const byCarton = shipmentOfSscc(tx, ssccOf(term));
  const rows = await readFound(
    tx,
    sql`s.client_id = ${clientId} and (s.id = any(array(${ids})) or s.id = ${byCarton})`,
  );
  return rows.map((row) => {
    const hit = { ...hitOf(row), description: row.pt_number, path: `/orders/${row.order_id}/shipment/${row.id}/view` };
    return asFound(row, hit, term);
  });
}

/** For the palette: shipments of all clients for users who may open them, and its own for a client user. */
export async function findShipments(tx: Tx, actor: Actor, term: string): Promise<FoundHit[]> {
  if (actor.clientId !== null) return findOwnShipments(tx, actor.clientId, term);
  if (!mayCall(actor, api.shipments.get.access)) return [];
  const searched = await searchSql(tx, shipmentListSql, actor, term);
  const found = await Promise.all([readFound(tx, hasCode(tx, term)), readFound(tx, searched)]);
  const rows = [...new Map(found.flat().map((row) => [row.id, row])).values()];
  return rows.slice(0, HITS_MAX).map((row) => asFound(row, hitOf(row), term));
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
export function shipmentsScanned(tx: Tx, { own, plain, sscc }: ScannedCodes): Sql | undefined {
  if (own) return ownShipments(tx, own);
  if (!sscc) return plain ? shipmentsNamed(plain) : undefined;
  const byCarton = sql`s.id = ${shipmentOfSscc(tx, sscc)}`;
  return plain ? sql`(${byCarton} or ${shipmentsNamed(plain)})` : byCarton;
}

/** The shipments that a scan names, for users who may open them. The newest comes first. */
export async function findScannedShipments(tx: Tx, actor: Actor, codes: ScannedCodes): Promise<SearchHit[]> {
  const named = shipmentsScanned(tx, codes);
  return named && mayCall(actor, api.shipments.get.access) ? hitsWhere(tx, named) : [];
}
