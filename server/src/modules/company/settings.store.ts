import { SETTING_LISTS, type SettingInput, type SettingKind, type Settings } from '@longshore/contract';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { changedColumns, insertOne } from '../../platform/database/written-columns.ts';

export type SettingRow = { id: number; name: string; is_active: 0 | 1 };

const reads = {
  tax: sql`select id, name, rate::float8 as rate, is_active::int as is_active from taxes order by rate, lower(name), id`,
  term: sql`select id, name, description, is_active::int as is_active from terms order by lower(name), id`,
  uom: sql`select id, name, is_active::int as is_active from uoms order by lower(name), id`,
  package: sql`
    select id, name, length::float8 as length, width::float8 as width, height::float8 as height, weight::float8 as weight,
           is_active::int as is_active
    from packages order by lower(name), id`,
} as const;

export async function readSettingList<Kind extends SettingKind>(
  tx: Tx,
  kind: Kind,
): Promise<Settings[(typeof SETTING_LISTS)[Kind]]> {
  const { rows } = await reads[kind].execute(tx);
  return rows as Settings[(typeof SETTING_LISTS)[Kind]];
}

export async function readSettings(tx: Tx): Promise<Settings> {
  const [taxes, terms, uoms, packages] = await Promise.all([
    readSettingList(tx, 'tax'),
    readSettingList(tx, 'term'),
    readSettingList(tx, 'uom'),
    readSettingList(tx, 'package'),
  ]);
  return { taxes, terms, uoms, packages };
}

type Fields = SettingInput<SettingKind>;
const columnsOf = (fields: Fields) => ({ ...fields, is_active: fields.is_active === 1 });

/** The four tables differ only in their columns, which the contract has validated for the kind. */
export async function insertSetting(tx: Tx, kind: SettingKind, fields: Fields): Promise<number> {
  return insertOne(tx, SETTING_LISTS[kind], columnsOf(fields) as never);
}

export async function updateSetting(tx: Tx, kind: SettingKind, id: number, fields: Fields): Promise<void> {
  const table = SETTING_LISTS[kind];
  const changed = changedColumns(table, columnsOf(fields) as never);
  await sql`update ${sql.table(table)} set ${changed} where id = ${id}`.execute(tx);
}

export async function removeSetting(tx: Tx, kind: SettingKind, id: number): Promise<void> {
  await sql`delete from ${sql.table(SETTING_LISTS[kind])} where id = ${id}`.execute(tx);
}

/** Locks a setting and returns its current values, in the shape of its list. */
export async function lockSetting(tx: Tx, kind: SettingKind, id: number): Promise<SettingRow | undefined> {
  const { count } = await sql`select from ${sql.table(SETTING_LISTS[kind])} where id = ${id} for update`.execute(tx);
  if (!count) return undefined;
  const rows: readonly SettingRow[] = await readSettingList(tx, kind);
  return rows.find((row) => row.id === id);
}
