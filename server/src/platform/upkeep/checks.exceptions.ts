import { sql } from '../database/sql.ts';
import { exception, type Fact, type Look } from '../exceptions/exception.ts';

/** So many findings of a check are named; `npm run doctor` names the others. */
const FINDINGS_NAMED = 3;

async function findBroken({ tx, checks }: Look) {
  const facts: Pick<Fact, 'record' | 'slots'>[] = [];
  for (const { name, broken } of checks) {
    const findings = await broken(tx);
    if (findings.length)
      facts.push({
        record: name,
        slots: { name, count: findings.length, finding: findings.slice(0, FINDINGS_NAMED).join('; ') },
      });
  }
  return sql<Fact>`
    select f.record, null::int as client_id, null::timestamptz as since, null::int as for_user, f.slots
    from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) as f (record text, slots jsonb)`;
}

/** What `npm run doctor` finds. */
export const checkBroken = exception({
  name: 'check-broken',
  severity: 'stopped',
  access: 'super',
  find: findBroken,
  facts: ['finding'],
  link: () => '',
  action: () => null,
  nightly: true,
});
