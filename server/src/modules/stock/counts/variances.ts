import { type MessageKey, messageWith, reasonOf } from '@longshore/contract';
import { type Sql, sql } from '../../../platform/database/sql.ts';

/** When the goods were counted; without a time, at the latest when the quantities were uploaded. */
const countedWhen = sql`coalesce(l.counted_at, l.uploaded_at)`;

/**
 * The movements of the row since then, by the index on places. Only counted lines that are not posted yet are
 * computed, and only movements after the sheet are read.
 */
const since = sql`
  select coalesce(sum(m.quantity) filter (where m.at > ${countedWhen}), 0) as counting,
    coalesce(sum(m.quantity) filter (where m.at > k.sheet_at), 0) as sheet,
    coalesce(bool_or(m.at > k.sheet_at and m.at <= l.uploaded_at), false) as moved,
    coalesce(bool_or(m.kind = 'count' and m.at > ${countedWhen}), false) as corrected
  from movements m
  where l.counted is not null and l.outcome is null and m.at > least(k.sheet_at, ${countedWhen})
    and m.inventory_id = l.inventory_id and coalesce(m.license_id, 0) = coalesce(l.license_id, 0)
    and coalesce(m.lot_id, 0) = coalesce(l.lot_id, 0) and m.quarantine::int = l.quarantine::int`;

/**
 * Each line separately. A balance at a past moment is the current one minus later movements: the length of the
 * history does not matter.
 *
 * A line without a time is accepted only if its row did not change from the sheet to the upload: no movement in
 * between, and none that was uncommitted while the sheet was made. A row that another count corrected after it was
 * counted must be counted again: the same goods would be corrected twice.
 */
const lineVariances = sql`
  select l.*, i.sku, i.serial, i.is_active, t.available, s.id as row_id, n.on_hand, r.balance, r.moved, v.variance as differs,
    case when l.counted is null then 'uncounted'
      when l.outcome is not null then l.outcome
      when v.variance is null then 'recount'
      when v.variance = 0 then 'same'
      when i.serial or not i.is_active or n.on_hand + v.variance < 0 then 'refused'
      when v.variance > 0 then 'over' else 'short' end as becomes
  from count_lines l
  join counts k on k.id = l.count_id
  join inventories i on i.id = l.inventory_id
  join item_totals t on t.inventory_id = l.inventory_id
  left join stock_rows s on s.inventory_id = l.inventory_id and coalesce(s.license_id, 0) = coalesce(l.license_id, 0)
    and coalesce(s.lot_id, 0) = coalesce(l.lot_id, 0) and s.quarantine = l.quarantine
  cross join lateral (${since}) h
  cross join lateral (select coalesce(s.quantity, 0) as on_hand) n
  cross join lateral (select case when l.counted is null then null when l.outcome is null then n.on_hand - h.counting
    when l.variance is not null then l.counted - l.variance end as balance,
    l.counted_at is null and (h.moved or coalesce(n.on_hand - h.sheet <> l.expected, false)) as moved) r
  cross join lateral (select case when l.outcome is not null then l.variance
    when not r.moved and not h.corrected then l.counted - r.balance end as variance) v`;

/** The posting order of an item's lines: increases before decreases, which may need them. */
const postingOrder = sql`partition by count_id, inventory_id order by differs desc nulls last, id`;
const taken = sql`case when becomes in ('over', 'short') and not quarantine then differs else 0 end`;

/**
 * The available quantity when a line is posted. Larger shortages are posted later, so that after the first one that
 * would take reserved units none fits any more, and a running sum finds them all.
 */
const itemVariances = sql`
  select *, sum(left_by) filter (where not breaks) over (partition by count_id, inventory_id) as passed
  from (select *, ${taken} as left_by,
      becomes = 'short' and not quarantine and available + sum(${taken}) over (${postingOrder}) < 0 as breaks
    from (${lineVariances}) lines) ordered`;

const because = (key: 'MovedWhileCounted' | 'CorrectedMeanwhile') => sql`${key satisfies MessageKey}::text`;
const refused = (code: 20001 | 20002) => sql`${reasonOf(code)}::text`;
/** The reason with its values filled in by the database. */
const lacking = (key: 'ShortAtPlace' | 'ShortOfAvailable', left: Sql) =>
  sql`format(${reasonOf(40002, [messageWith(key, '%s', '%s', '%s')])}::text, sku, -differs, ${left})`;

const problem = sql`case
  when outcome is not null then problem
  when becomes = 'recount' then case when moved then ${because('MovedWhileCounted')} else ${because('CorrectedMeanwhile')} end
  when becomes = 'refused' then case when serial then ${refused(20002)} when not is_active then ${refused(20001)}
    else ${lacking('ShortAtPlace', sql`on_hand`)} end
  when breaks then ${lacking('ShortOfAvailable', sql`available + coalesce(passed, 0)`)}
  else '' end`;

/**
 * Lines of counts with their current variances. Preview and posting both use this query, so that what is posted is
 * what was shown, unless the goods moved in between. A condition on it should name the count, and may name the item:
 * both are pushed down, so that no other lines are computed.
 */
export const linesWithVariances = sql`(
  select id, count_id, client_id, inventory_id, license_id, lot_id, quarantine, expected, counted, counted_at, uploaded_at,
    counted_by_id, counted_by, outcome, row_id, on_hand, balance, differs as variance, case when breaks then 'refused' else becomes end as status, ${problem} as problem
  from (${itemVariances}) computed) l`;

/** The names of a line's item, lot and place. */
export const lineNames = sql`
  join inventories i on i.id = l.inventory_id
  left join licenses p on p.id = l.license_id
  left join locations b on b.id = p.location_id
  left join lots o on o.id = l.lot_id`;

/** Bin, plate, SKU: the walking order. Lines without a bin come last. */
export const walkOrder = [
  sql`b.location is null`,
  sql`lower(b.location)`,
  sql`p.license is null`,
  sql`lower(p.license)`,
  sql`lower(i.sku)`,
  sql`lower(coalesce(o.lot_number, ''))`,
  sql`l.quarantine`,
];
