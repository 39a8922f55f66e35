-- A booking whose shipment was voided is cancelled at the provider (docs/decisions/0104).
alter table freight_bookings
  -- asked: the provider is asked until it answers · refused: it does not cancel, a person tells it.
  add column cancel_state text not null default '' check (cancel_state in ('', 'asked', 'refused'));
