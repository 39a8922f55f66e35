import { sql } from '../database/sql.ts';
import type { Check } from '../module.ts';

const settings = ['fsync', 'full_page_writes', 'synchronous_commit'];

export const durabilityCheck: Check = {
  name: 'What is acknowledged is on disk',
  broken: async (tx) => {
    const { rows } = await sql<{ name: string | null; setting: string | null }>`
      select name, setting from pg_settings where name = any(${settings}) and setting = 'off'`.execute(tx);
    return rows.map((row) => `${row.name} is ${row.setting}`);
  },
};
