import { sql } from 'kysely';

/** The month of an entry `e`, as `p`: only one that was closed or reopened has a row. */
export const periodOfEntry = sql`left join billing_periods p on p.client_id = e.client_id and p.month = date_trunc('month', e.bill_date)::date`;

/**
 * Whether an entry is internal, and so charged to nobody: what was internal when its month was closed, else what is
 * internal now. Of `p` a period, `i` an item. Every read of entries that clients receive uses it.
 */
export const isInternal = sql`(case when p.is_closed then i.id = any(p.internal_items) else i.internal end)`;
