import type { SETTING_LISTS, SettingKind, Settings } from '@longshore/contract';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';

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

export async function termExists(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql`select from terms where lower(name) = lower(${name}::text)`.execute(tx);
  return rows.length > 0;
}
