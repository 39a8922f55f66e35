import { errorCatalogue, sentence } from '@longshore/contract';
import { type RawBuilder, sql } from 'kysely';

/** A missing plate and a missing lot are values of their own; 0 is nobody's id. */
const sameRow = (row: RawBuilder<unknown>) => sql`${row}.inventory_id = l.inventory_id
  and coalesce(${row}.license_id, 0) = coalesce(l.license_id, 0) and coalesce(${row}.lot_id, 0) = coalesce(l.lot_id, 0)
  and ${row}.quarantine = l.quarantine`;

/** When the goods were in somebody's hands; without a time, at the latest when the figures came in. */
const countedWhen = sql`coalesce(l.counted_at, l.uploaded_at)`;

/** What happened to the row since. Only what was counted and not posted yet is asked for, and only what is newer than the sheet is read. */
const since = sql`(
  select coalesce(sum(m.quantity) filter (where m.at > ${countedWhen}), 0) as counting,
    coalesce(sum(m.quantity) filter (where m.at > k.sheet_at), 0) as sheet,
    coalesce(bool_or(m.at > k.sheet_at and m.at <= l.uploaded_at), false) as moved,
    coalesce(bool_or(m.kind = 'count' and m.at > ${countedWhen}), false) as corrected
  from movements m
  where l.counted is not null and l.outcome is null and m.at > least(k.sheet_at, ${countedWhen}) and ${sameRow(sql`m`)})`;

const told = (key: 'MovedWhileCounted' | 'CorrectedMeanwhile') => sql`${sentence(key)}::text`;
const refusedBySerials = sql`${errorCatalogue[20002]}::text`;
const refusedByPlace = sql`format('%s: %s: %s wanted, %s there', ${errorCatalogue[40002]}::text, i.sku, -v.variance, n.on_hand)`;

/**
 * Lines of counts with what the ledger makes of them at this moment. The preview and the posting both ask here, so that
 * what is posted is what was shown, unless the goods moved in between. A balance at a past moment is today's less what
 * came after it: the length of the history does not matter.
 *
 * A line without a time is trusted only if its row stood still from the sheet to the upload: no movement in between,
 * and none that was on its way while the sheet was made. A row that another count corrected after it was counted is
 * counted again: the same goods would be corrected twice.
 */
export const reckonedLines = sql`count_lines l
  join counts k on k.id = l.count_id
  join inventories i on i.id = l.inventory_id
  left join licenses p on p.id = l.license_id
  left join locations b on b.id = p.location_id
  left join lots o on o.id = l.lot_id
  left join stock_rows s on ${sameRow(sql`s`)}
  cross join lateral ${since} h
  cross join lateral (select coalesce(s.quantity, 0) as on_hand) n
  cross join lateral (select case when l.counted is null then null when l.outcome is null then n.on_hand - h.counting
    when l.variance is not null then l.counted - l.variance end as balance,
    l.counted_at is null and (h.moved or coalesce(n.on_hand - h.sheet <> l.expected, false)) as moved) r
  cross join lateral (select case when l.outcome is not null then l.variance
    when not r.moved and not h.corrected then l.counted - r.balance end as variance) v
  cross join lateral (select case
    when l.counted is null then 'uncounted'
    when l.outcome is not null then l.outcome
    when v.variance is null then 'recount'
    when v.variance = 0 then 'same'
    when i.serial or n.on_hand + v.variance < 0 then 'refused'
    when v.variance > 0 then 'over' else 'short' end as status) w
  cross join lateral (select case
    when l.outcome is not null then l.problem
    when w.status = 'recount' then case when r.moved then ${told('MovedWhileCounted')} else ${told('CorrectedMeanwhile')} end
    when w.status = 'refused' then case when i.serial then ${refusedBySerials} else ${refusedByPlace} end
    else '' end as problem) q`;

/** Bin, plate, SKU: the order in which one walks. What stands nowhere comes last. */
export const walkOrder = [
  sql`b.location is null`,
  sql`lower(b.location)`,
  sql`p.license is null`,
  sql`lower(p.license)`,
  sql`lower(i.sku)`,
  sql`lower(coalesce(o.lot_number, ''))`,
  sql`l.quarantine`,
];
