import { sql } from '../../platform/database/sql.ts';
import type { Check } from '../../platform/module.ts';

export const relationChecks: Check[] = [
  {
    name: 'Every client has its system relations',
    broken: async (tx) => {
      const { rows } = await sql<{ id: number; company: string; found: number }>`
        select c.id, c.company, count(r.id) as found from clients c
        left join relations r on r.client_id = c.id and r.is_system
        group by c.id having count(r.id) <> 3`.execute(tx);
      return rows.map((row) => `client ${row.id} (${row.company}) has ${row.found} of 3`);
    },
  },
];
