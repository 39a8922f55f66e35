import { NOT_MEASURED, SIDES, SIZES } from '@longshore/contract';
import { type Sql, sql } from '../../platform/database/sql.ts';

const none = sql.lit(NOT_MEASURED);

const isAnyMeasured = (table: string, columns: readonly string[]): Sql =>
  sql`(${sql.join(columns.map((column) => sql.ref(`${table}.${column}`)))}) is distinct from (${sql.join(columns.map(() => none))})`;

/** The contract's `hasSides` for the columns of a table, or of its alias. */
export const hasSidesSql = (table: string): Sql => isAnyMeasured(table, SIDES);

/** The contract's `isMeasured`, likewise. */
export const isMeasuredSql = (table: string): Sql => isAnyMeasured(table, SIZES);
