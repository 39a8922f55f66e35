import { sql } from '../database/sql.ts';
import type { Check } from '../module.ts';

export const mailCheck: Check = {
  name: 'No mail has been left queued',
  broken: async (tx) => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*) as waiting from mails
      where state = 'queued' and created_at < now() - interval '10 minutes'`.execute(tx);
    return rows[0]?.waiting ? [`${rows[0].waiting} mails are still queued; is a worker running?`] : [];
  },
};
