import { UNTAXED_CODES } from '@longshore/contract';
import { sql } from '../../../platform/database/sql.ts';

/** The month of an entry `e`, as `p`: only one that was closed or reopened has a row. */
export const periodOfEntry = sql`left join billing_periods p on p.client_id = e.client_id and p.month = date_trunc('month', e.bill_date)::date`;

/**
 * Whether an entry is internal, and so charged to nobody: what was internal when its month was closed, else what is
 * internal now. Of `p` a period, `i` an item. Every read of entries that clients receive uses it.
 */
export const isInternal = sql`(case when p.is_closed then i.id = any(p.internal_items) else i.internal end)`;

/** Whether tax is charged on an item `i`, by its tax code; of a closed month `p` as it was then. */
export const isTaxed = sql`(case when p.is_closed then i.id <> all(p.untaxed_items)
  else lower(btrim(i.tax_code)) <> all (array[${sql.join(UNTAXED_CODES.map((code) => sql.lit(code)))}]) end)`;

/** The tax rate of a client `c`; of a closed month `p` as it was then. */
export const taxRate = sql`(case when p.is_closed then p.tax_rate else c.tax_rate end)`;

/**
 * What an entry `e` comes to: four decimals, only totals are rounded. Months `p` that were closed while each entry was
 * rounded to cents keep those amounts.
 */
export const entryAmount = sql`(case when p.is_closed and not p.is_exact then e.amount else round(e.price * e.quantity, 4) end)`;
