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
  /** The shipment it belongs to: `shipment 12`. */
  cause?: string;
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

/** Writes histories of a client's items: lots, places, movements and totals. */
export async function insertHistories(
  tx: Tx,
  clientId: number,
  histories: readonly { id: number; history: ItemHistory }[],
): Promise<void> {
  const lots = histories.flatMap(({ id, history }) => [...history.lots.values()].map((lot) => ({ item: id, ...lot })));
  const rows = histories.flatMap(({ id, history }) =>
    history.rows.map((row) => ({ ...row, item: id, since: new Date(row.since).toISOString() })),
  );
  const entries = histories.flatMap(({ history }) => history.entries);
  entries.sort((a, b) => a.at.localeCompare(b.at) || a.item - b.item);
  const totals = histories.map(({ id, history }) => ({
    item: id,
    pristine: history.total(),
    quarantined: history.quarantined(),
  }));
  await sql`insert into lots (client_id, inventory_id, lot_number, expire_date, created_at)
    select ${clientId}, r.item, r.number, r.expire, r.made
    from jsonb_to_recordset(${JSON.stringify(lots)}::jsonb) as r (item int, number text, expire date, made timestamptz)`.execute(
    tx,
  );
  await sql`insert into stock_rows (client_id, inventory_id, license_id, lot_id, quarantine, quantity, since)
    select ${clientId}, r.item, r.license, l.id, r.quarantine, r.balance, r.since
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (item int, license int, lot text, quarantine boolean, balance int, since timestamptz)
    left join lots l on l.inventory_id = r.item and l.lot_number = r.lot`.execute(tx);
  await sql`insert into movements (client_id, inventory_id, license_id, lot_id, quarantine, quantity, row_balance, item_balance, kind, reference,
      cause, bucket_id, user_id, user_name, at)
    select ${clientId}, r.item, r.license, l.id, r.quarantine, r.quantity, r.row_balance, r.item_balance, r.kind, r.reference, coalesce(r.cause, ''), r.bucket, u.id, r.by, r.at
    from rows from (jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as (item int, license int, lot text, quarantine boolean, quantity int,
      row_balance int, item_balance int, kind text, reference text, "by" text, at timestamptz, bucket int, cause text)) with ordinality
      as r (item, license, lot, quarantine, quantity, row_balance, item_balance, kind, reference, by, at, bucket, cause, place)
    left join lots l on l.inventory_id = r.item and l.lot_number = r.lot
    left join users u on u.name = r.by and u.is_main_user
    order by r.place`.execute(tx);
  await sql`update item_totals t set in_stock = r.pristine, quarantined = r.quarantined
    from jsonb_to_recordset(${JSON.stringify(totals)}::jsonb) as r (item int, pristine int, quarantined int)
    where t.inventory_id = r.item`.execute(tx);
}
