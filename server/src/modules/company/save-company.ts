import { COMPANY_ID, CompanyForm, type CompanyInput, type FieldMessages } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { invalidFields, stale } from '../../platform/http/problem.ts';
import { changesBetween, trace } from '../records/index.ts';
import { type CompanyFields, lockCompany, readPackageSizes, resizePackages, updateCompany } from './company.store.ts';
import { releaseLogo } from './logo.ts';
import { hasOwnPackages } from './starting-packages.ts';
import { someOf, type Uses } from './uses.ts';

/**
 * Whether sizes exist: a package was created or measured, or a later module has measured something. Packages have
 * sizes for the company, so a changed one counts; those with their initial sizes take the new unit system's.
 */
async function sizesExist(tx: Tx, before: CompanyFields, uses: readonly Uses[]): Promise<boolean> {
  if (hasOwnPackages(await readPackageSizes(tx), before.measure)) return true;
  return someOf(uses.map((use) => use.sizes?.(tx)));
}

type GivenNumbers = Pick<CompanyFields, 'next_inv_num' | 'next_picking_num'>;

/** Numbers already used must not be used again. The base of BOL numbers is the start of a counter that only rises. */
export function loweredNumbers(before: GivenNumbers, after: GivenNumbers): FieldMessages {
  const lowered: FieldMessages = {};
  for (const field of ['next_inv_num', 'next_picking_num'] as const)
    if (after[field] < before[field]) lowered[field] = [`NumbersOnlyRise:${before[field]}`];
  return lowered;
}

/** Fields that are not sent are unchanged. */
function mergedFields(before: CompanyFields, { updated_at: _, ...sent }: CompanyInput): CompanyFields {
  const kept = Object.keys(CompanyForm.omit({ updated_at: true }).shape).map((field) => [
    field,
    before[field as keyof CompanyFields],
  ]);
  return { ...Object.fromEntries(kept), ...sent };
}

export async function saveCompany(tx: Tx, actor: Actor, input: CompanyInput, uses: readonly Uses[]): Promise<void> {
  const before = await lockCompany(tx);
  if (input.updated_at && input.updated_at !== before.updated_at) throw stale();
  const fields = mergedFields(before, input);
  const problems = loweredNumbers(before, fields);
  const remeasures = fields.measure !== before.measure;
  if (remeasures && (await sizesExist(tx, before, uses))) problems.measure = ['MeasureIsFixed'];
  if (Object.keys(problems).length) throw invalidFields(problems);
  const changes = changesBetween(before, fields);
  if (!changes.length) return;
  await updateCompany(tx, fields);
  if (remeasures) await resizePackages(tx, fields.measure);
  if (fields.logo !== before.logo) await releaseLogo(tx, before.logo);
  await trace(tx, actor, { type: 'Company', id: COMPANY_ID, clientId: null, subject: 'Updated', changes });
  await recordEvent(tx, { kind: 'company.saved' });
}
