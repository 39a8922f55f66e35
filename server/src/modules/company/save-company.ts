import { COMPANY_ID, type CompanyInput, type FieldMessages } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { invalidFields, stale } from '../../platform/http/problem.ts';
import { changesBetween, trace } from '../records/index.ts';
import { type CompanyFields, lockCompany, readPackageSizes, resizePackages, updateCompany } from './company.store.ts';
import { isMeasured } from './starting-packages.ts';
import { someOf, type Uses } from './uses.ts';

/**
 * Sizes exist when a package was made or measured, or when a later module has something measured. Packages are sizes
 * of the whole company, so one that was changed counts; those that are still as they came take the new system's.
 */
async function sizesExist(tx: Tx, before: CompanyFields, uses: readonly Uses[]): Promise<boolean> {
  if (isMeasured(await readPackageSizes(tx), before.measure)) return true;
  return someOf(uses.map((use) => use.sizes?.(tx)));
}

/** Numbers already given must not be given again. The base of BOL numbers is where a counter starts that only rises. */
export function loweredNumbers(before: CompanyFields, after: CompanyFields): FieldMessages {
  const lowered: FieldMessages = {};
  for (const field of ['next_inv_num', 'next_picking_num'] as const)
    if (after[field] < before[field]) lowered[field] = [`NumbersOnlyRise:${before[field]}`];
  return lowered;
}

export async function saveCompany(tx: Tx, actor: Actor, input: CompanyInput, uses: readonly Uses[]): Promise<void> {
  const { updated_at, ...fields } = input;
  const before = await lockCompany(tx);
  if (updated_at && updated_at !== before.updated_at) throw stale();
  const problems = loweredNumbers(before, fields);
  const remeasures = fields.measure !== before.measure;
  if (remeasures && (await sizesExist(tx, before, uses))) problems.measure = ['MeasureIsFixed'];
  if (Object.keys(problems).length) throw invalidFields(problems);
  const changes = changesBetween(before, fields);
  if (!changes.length) return;
  await updateCompany(tx, fields);
  if (remeasures) await resizePackages(tx, fields.measure);
  await trace(tx, actor, { type: 'Company', id: COMPANY_ID, clientId: null, subject: 'Updated', changes });
  await recordEvent(tx, { kind: 'company.saved' });
}
