import {
  type ConditionName,
  type Field,
  type Fields,
  type FieldValues,
  isInRow,
  type SortName,
} from '@longshore/contract';
import type { Tables } from './generated/schema.ts';
import { type Sql, sql } from './sql.ts';

/** Fields whose names are columns of the table; another name does not compile. */
type ColumnsOf<Table extends keyof Tables, F extends Fields> = {
  [Name in keyof F]: Name extends keyof Tables[Table] ? F[Name] : never;
};

/** What a save writes: flags are booleans in the table, everything else stays as it was parsed. */
type ColumnValues<F extends Fields> = {
  [Name in keyof F]: F[Name]['kind'] extends 'flag' ? boolean : FieldValues<F>[Name];
};

/** As the contract answers it: money and rates as numbers, flags as 0 and 1. */
function answered(column: Sql, { kind }: Field) {
  if (kind === 'money' || kind === 'rate') return sql`${column}::float8`;
  return kind === 'flag' ? sql`${column}::int` : column;
}

/** As a save parsed it, so that the two can be compared: money as its shortest decimal text, the others as answered. */
const saved = (column: Sql, field: Field) =>
  field.kind === 'money' ? sql`trim_scale(${column})::text` : answered(column, field);

/** The columns of a table that declared fields are stored in, as the queries on it need them. */
export function fieldColumns<Table extends keyof Tables, F extends Fields>(
  _table: Table,
  declared: F & ColumnsOf<Table, F>,
  alias: string,
) {
  const fields: F = declared;
  const entries = Object.entries(fields) as [Extract<keyof F, string>, Field][];
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const named = ([name, field]: [string, Field], as: typeof answered) =>
    sql`${as(column(name), field)} as ${sql.ref(name)}`;
  const part = (name: string) => {
    const pairs = entries.flatMap(([own, field]) =>
      field.part === name ? [sql`${sql.lit(own)}, ${answered(column(own), field)}`] : [],
    );
    return sql`json_build_object(${sql.join(pairs)}) as ${sql.ref(name)}`;
  };
  const parts = [...new Set(entries.flatMap(([, field]) => field.part ?? []))];
  return {
    /** For the record: fields by name, those of a part as one object. */
    record: sql.join([
      ...entries.filter(([, field]) => !field.part).map((entry) => named(entry, answered)),
      ...parts.map(part),
    ]),
    /** For a row of the list. */
    row: sql.join(entries.filter(([, field]) => isInRow(field)).map((entry) => named(entry, answered))),
    /** For what a save is compared with. */
    saved: sql.join(entries.map((entry) => named(entry, saved))),
    /** Texts sort without regard to case. */
    sort: Object.fromEntries(
      entries.flatMap(([name, { sort, kind }]) =>
        sort ? [[name, [kind === 'text' ? sql`lower(${column(name)})` : column(name)]]] : [],
      ),
    ) as Record<SortName<F>, [Sql]>,
    conditions: Object.fromEntries(
      entries.flatMap(([name, { condition }]) => (condition ? [[name, column(name)]] : [])),
    ) as Record<ConditionName<F>, Sql>,
    /** Of an insert or update. */
    values: (values: FieldValues<F>) =>
      Object.fromEntries(
        entries.map(([name, { kind }]) => [name, kind === 'flag' ? values[name] === 1 : values[name]]),
      ) as ColumnValues<F>,
  };
}
