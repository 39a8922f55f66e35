import type { Tables } from './generated/schema.ts';
import { type Sql, sql } from './sql.ts';
import type { Tx } from './tx.ts';

/** A value may also be SQL, such as `now()`. */
type OrSql<Columns> = { [Name in keyof Columns]: Columns[Name] | Sql };

export type InsertedRow<Table extends keyof Tables> = OrSql<Tables[Table]>;
export type ChangedColumns<Table extends keyof Tables> = Partial<InsertedRow<Table>>;

/**
 * `(a, b) values (1, 2), (3, 4)` of an insert whose columns are declared elsewhere. All rows have the columns of the
 * first.
 */
function insertedRows<Table extends keyof Tables>(_table: Table, rows: readonly InsertedRow<Table>[]): Sql {
  const names = Object.keys(rows[0] ?? {});
  const valueIn = (row: InsertedRow<Table>, name: string) => {
    const value = row[name as keyof typeof row];
    return value === undefined ? sql`default` : value;
  };
  const lines = rows.map((row) => sql`(${sql.join(names.map((name) => valueIn(row, name)))})`);
  return sql`(${sql.join(names.map(sql.ref))}) values ${sql.join(lines)}`;
}

/** `a = 1, b = 2` of an update whose columns are declared elsewhere. A column without a value keeps what it has. */
export function changedColumns<Table extends keyof Tables>(_table: Table, values: ChangedColumns<Table>): Sql {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return sql.join(given.map(([name, value]) => sql`${sql.ref(name)} = ${value}`));
}

/** Inserts rows and answers their ids, in order. */
export async function insertAll<Table extends keyof Tables>(
  tx: Tx,
  table: Table,
  values: readonly InsertedRow<Table>[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} ${insertedRows(table, values)} returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Inserts a row and answers its id. */
export async function insertOne<Table extends keyof Tables>(
  tx: Tx,
  table: Table,
  values: InsertedRow<Table>,
): Promise<number> {
  const [id] = await insertAll(tx, table, [values]);
  if (id === undefined) throw new Error(`No row was written to ${table}.`);
  return id;
}
