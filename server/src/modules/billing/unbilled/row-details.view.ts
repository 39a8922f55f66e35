import { GAP_NAMED_MAX } from '@longshore/contract';
import { sql } from '../../../platform/database/sql.ts';

/** The newest gaps of a row that are read for what it is about: a row can have thousands. */
export const GAPS_READ = 500;

const most = sql.lit(GAP_NAMED_MAX);

/**
 * The SKUs of all gaps of row `r` that are read, those with the most units first. Units of shipments are added up; those of
 * days are the same stock again, so the day with the most counts. `more` is at least so many.
 */
const skus = sql`
  select jsonb_build_object('skus', jsonb_agg(jsonb_build_object('id', k.id, 'sku', k.sku, 'units', k.units) order by k.place)
      filter (where k.place <= ${most}))
    || case when max(k.place) > ${most} or max(k.more) > 0
      then jsonb_build_object('more', greatest(max(k.place) - ${most}, max(k.more))) else '{}' end as named
  from (
    select s.*, row_number() over (order by s.units desc, s.id) as place
    from (
      select (e.value ->> 'id')::int as id, max(e.value ->> 'sku') as sku, max(coalesce((n.details ->> 'more')::int, 0)) as more,
        case r.billable_type when 'shipment' then sum((e.value ->> 'units')::bigint) else max((e.value ->> 'units')::bigint) end as units
      from billing_gaps n cross join lateral jsonb_array_elements(coalesce(n.details -> 'skus', '[]')) e
      where n.id = any(r.gaps) group by 1) s) k
  having count(*) > 0`;

/** The charges without a rate, and what couriers cost in all. */
const charges = sql`
  select jsonb_build_object('charges', jsonb_agg(distinct e.value))
    || case when count(n.details -> 'cost') > 0 then jsonb_build_object('cost', (
      select sum((c.details ->> 'cost')::numeric) from billing_gaps c where c.id = any(r.gaps))) else '{}' end as named
  from billing_gaps n cross join lateral jsonb_array_elements(coalesce(n.details -> 'charges', '[]')) e
  where n.id = any(r.gaps)
  having count(*) > 0`;

/** What changed costs are charged and what would be now, in all. */
const differences = sql`
  select jsonb_build_object('cost', sum((n.details ->> 'cost')::numeric), 'charged', sum((n.details ->> 'charged')::numeric),
    'due', sum((n.details ->> 'due')::numeric)) as named
  from billing_gaps n where n.id = any(r.gaps) and r.reason = 'cost_changed'
  having count(*) > 0`;

/** What row `r` of the unbilled list is about: the newest of its gaps, with what all of them name. */
export const rowDetails = sql`coalesce((
  select newest.details || coalesce(s.named, '{}') || coalesce(c.named, '{}') || coalesce(d.named, '{}')
  from billing_gaps newest left join lateral (${skus}) s on true left join lateral (${charges}) c on true
    left join lateral (${differences}) d on true
  where newest.id = r.gaps[1]), '{}')`;
