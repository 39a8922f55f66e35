import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import { authScope, type Open } from '../../platform/database/tx.ts';
import { notFound } from '../../platform/http/problem.ts';
import type { PasswordOwner } from './password-rules.ts';

/** What others know of the user whose password is being set. */
export function readPasswordOwner(open: Open, userId: number): Promise<PasswordOwner> {
  return open(authScope, async (tx) => {
    const { rows } = await sql<{
      name: string;
      email: string;
      company: string;
      branding: string;
      client: string | null;
    }>`
      select u.name, u.email, company.name as company, company.branding_name as branding, c.company as client
      from users u cross join company left join clients c on c.id = u.client_id
      where u.id = ${userId} and ${inScope(tx, 'u.client_id')}`.execute(tx);
    const user = rows[0];
    if (!user) throw notFound();
    return {
      names: [user.name],
      emails: [user.email],
      companies: [user.company, user.branding, user.client ?? ''],
    };
  });
}
