import type { CompanyForm, Measure } from '@longshore/contract';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { changedColumns } from '../../platform/database/written-columns.ts';
import { type PackageSizes, startingPackages } from './starting-packages.ts';

/** Every field of the company, flags as the form sends them. */
export type CompanyFields = Omit<CompanyForm, 'updated_at'>;

export type LockedCompany = CompanyFields & { updated_at: string };

/** Locks the company against other writers and returns it. */
export async function lockCompany(tx: Tx): Promise<LockedCompany> {
  const { rows } = await sql<LockedCompany>`
    select c.*, quick_fulfill::int as quick_fulfill, do_fba::int as do_fba,
           brt_fulfillment_status_in_order_list_bool::int as brt_fulfillment_status_in_order_list_bool,
           disable_order_address_autofill_bool::int as disable_order_address_autofill_bool,
           outbound_excel_upload_bool::int as outbound_excel_upload_bool
    from company c for no key update`.execute(tx);
  if (!rows[0]) throw new Error('The company has no row.');
  return rows[0];
}

const flag = (value: 0 | 1) => value === 1;

export async function updateCompany(tx: Tx, fields: CompanyFields): Promise<void> {
  const changed = changedColumns('company', {
    ...fields,
    quick_fulfill: flag(fields.quick_fulfill),
    do_fba: flag(fields.do_fba),
    brt_fulfillment_status_in_order_list_bool: flag(fields.brt_fulfillment_status_in_order_list_bool),
    disable_order_address_autofill_bool: flag(fields.disable_order_address_autofill_bool),
    outbound_excel_upload_bool: flag(fields.outbound_excel_upload_bool),
  });
  await sql`update company set ${changed}, updated_at = now()`.execute(tx);
}

export async function readPackageSizes(tx: Tx): Promise<PackageSizes[]> {
  const { rows } = await sql<PackageSizes>`
    select name, length::float8 as length, width::float8 as width, height::float8 as height, weight::float8 as weight
    from packages`.execute(tx);
  return rows;
}

/** Packages that still have their initial sizes take those of the other unit system. */
export async function resizePackages(tx: Tx, to: Measure): Promise<void> {
  for (const { name, length, width, height, weight } of startingPackages[to])
    await sql`update packages set length = ${length}, width = ${width}, height = ${height}, weight = ${weight}
      where name = ${name}`.execute(tx);
}

/** Whether this stored file is the company's logo, or the copy of it. */
export async function isLogo(tx: Tx, address: string): Promise<boolean> {
  const { rows } = await sql`select from company where logo = ${address} or logo_picture = ${address}`.execute(tx);
  return rows.length > 0;
}
