-- Shipments that were voided after their day was counted are in its count; those days are counted again.
update day_counts d set count = (
    select count(*) from shipments s where s.client_id = d.client_id and s.direction = v.direction and s.voided_at is null
      and s.created_at >= day_start(d.day, v.zone) and s.created_at < day_start(d.day + 1, v.zone))
from (
  select distinct s.client_id, s.direction, t.zone, (s.created_at at time zone t.zone)::date as day
  from shipments s cross join (select nullif(zone, '') as zone from day_counts_state) t where s.voided_at is not null) v
where d.client_id = v.client_id and d.kind = v.direction || ' shipments' and d.day = v.day;
