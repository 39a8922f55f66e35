-- The first moment of a day in a time zone, so that a condition on a day is a range of moments that an index can answer.
-- When clocks go back over midnight, 00:00 occurs twice and PostgreSQL takes the later one; the day starts with the
-- earlier one, which is 00:00 by the offset of the day before. When clocks go forward over midnight, 00:00 does not
-- occur at all, and PostgreSQL answers the moment of the change, with which the day starts.
create function day_start(day date, zone text) returns timestamptz language sql immutable parallel safe as $$
  select case when (earlier at time zone zone) = day::timestamp then least(earlier, later) else later end
  from (select day::timestamp at time zone zone) as standard (later),
       lateral (select later - interval '24 hours') as before (moment),
       lateral (select (moment at time zone zone) - (moment at time zone 'UTC')) as daylight (utc_offset),
       lateral (select (day::timestamp - utc_offset) at time zone 'UTC') as saving (earlier)
$$;

-- relations_by_update starts with the type, which a condition on a day does not name.
create index relations_by_day on relations (client_id, updated_at) where not is_system;
create index job_runs_by_finish on job_runs (finished_at);
