-- non-transactional
create index concurrently if not exists freight_bookings_not_cancelled on freight_bookings (id) where cancel_state = 'refused'
