import { SETTING_LISTS, type SettingInput, type SettingKind } from '@longshore/contract';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { changedColumns, insertOne } from '../../platform/database/written-columns.ts';
import { readSettingList, type SettingRow } from './settings.view.ts';

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
