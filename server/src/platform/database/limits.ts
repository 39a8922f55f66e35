/** Every time limit between a request and PostgreSQL, in one place. */
export interface DatabaseLimits {
  /** Waiting for a free or a new connection. */
  connectMs: number;
  /** Looking up the caller: one statement by primary key. */
  lookupMs: number;
  /** A reading transaction: a list, a record, a search. */
  readMs: number;
  /** A reading transaction whose rows become a spreadsheet or a PDF. */
  exportMs: number;
  /** A reading transaction whose rows are drawn while it is open. */
  rowsMs: number;
  /** One statement of a writing transaction. */
  writeMs: number;
  /** Waiting for a lock. */
  lockMs: number;
  /** PostgreSQL enforces the limits itself; a connection that does not respond this much longer is destroyed. */
  graceMs: number;
}

export const databaseLimits: DatabaseLimits = {
  connectMs: 10_000,
  lookupMs: 2_000,
  readMs: 5_000,
  exportMs: 30_000,
  rowsMs: 120_000,
  writeMs: 60_000,
  lockMs: 10_000,
  graceMs: 2_000,
};
