import type { MovementKind } from '@longshore/contract';
import { sql } from '../platform/database/sql.ts';
import type { Tx } from '../platform/database/tx.ts';

/** A movement as the ledger stores it; lots are given by their numbers until they have ids. */
export interface Entry {
  item: number;
  kind: MovementKind;
  license: number | null;
  lot: string | null;
  quarantine: boolean;
  quantity: number;
  row_balance: number;
  item_balance: number;
  reference: string;
  by: string;
  at: string;
  /** The serial bucket that moved with the units. */
  bucket?: number;
  /** The reference of the order that it came or left with. */
  order?: string;
}

/** A place as the ledger stores it. */
export interface Row {
  license: number | null;
  lot: string | null;
  quarantine: boolean;
  balance: number;
  since: number;
}

/** The history of one item, and its current state. */
export interface ItemHistory {
  entries: readonly Entry[];
  rows: readonly Row[];
  lots: ReadonlyMap<string, { number: string; expire: string; made: string }>;
  total(): number;
  quarantined(): number;
}

/**
 * Compares by character code, which is right for timestamps and numbers: comparing by the rules of a language takes
 * many times as long.
 */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Writes histories of a client's items: lots, places, movements and totals. The orders they name were written before. */
export function queueHistories(
  tx: Tx,
  clientId: number,
  histories: readonly { id: number; history: ItemHistory }[],
): void {
  const lots = histories.flatMap(({ id, history }) => [...history.lots.values()].map((lot) => ({ item: id, ...lot })));
  const rows = histories.flatMap(({ id, history }) =>
    history.rows.map((row) => ({ ...row, item: id, since: new Date(row.since).toISOString() })),
  );
  const entries = histories.flatMap(({ history }) => history.entries);
  entries.sort((a, b) => compareTexts(a.at, b.at) || a.item - b.item);
  const totals = histories.map(({ id, history }) => ({
    item: id,
    pristine: history.total(),
    quarantined: history.quarantined(),
  }));
  sql`insert into lots (client_id, inventory_id, lot_number, expire_date, created_at)
    select ${clientId}, r.item, r.number, r.expire, r.made
    from jsonb_to_recordset(${JSON.stringify(lots)}::jsonb) as r (item int, number text, expire date, made timestamptz)`.queue(
    tx,
  );
  sql`insert into stock_rows (client_id, inventory_id, license_id, lot_id, quarantine, quantity, since)
    select ${clientId}, r.item, r.license, l.id, r.quarantine, r.balance, r.since
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (item int, license int, lot text, quarantine boolean, balance int, since timestamptz)
    left join lots l on l.inventory_id = r.item and l.lot_number = r.lot`.queue(tx);
  sql`insert into movements (client_id, inventory_id, license_id, lot_id, quarantine, quantity, row_balance, item_balance, kind, reference,
      cause, bucket_id, user_id, user_name, at)
    select ${clientId}::int, r.item, r.license, l.id, r.quarantine, r.quantity, r.row_balance, r.item_balance, r.kind, r.reference,
      coalesce('shipment ' || s.id, ''), r.bucket, u.id, r.by, r.at
    from rows from (jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as (item int, license int, lot text, quarantine boolean, quantity int,
      row_balance int, item_balance int, kind text, reference text, "by" text, at timestamptz, bucket int, "order" text)) with ordinality
      as r (item, license, lot, quarantine, quantity, row_balance, item_balance, kind, reference, by, at, bucket, "order", place)
    left join lots l on l.inventory_id = r.item and l.lot_number = r.lot
    left join users u on u.name = r.by and u.is_main_user
    left join orders o on o.client_id = ${clientId} and o.reference = r."order" left join shipments s on s.order_id = o.id
    order by r.place`.queue(tx);
  sql`update item_totals t set in_stock = r.pristine, quarantined = r.quarantined
    from jsonb_to_recordset(${JSON.stringify(totals)}::jsonb) as r (item int, pristine int, quarantined int)
    where t.inventory_id = r.item`.queue(tx);
}
