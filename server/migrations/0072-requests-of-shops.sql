-- What a merchant asks the warehouse for: to fulfil an order, or to stop doing so.
alter table channel_orders
  add column request text not null default '' check (request in ('', 'fulfilment', 'cancellation')),
  -- due: a job answers it · asked: a person decides · refused: the shop did not take our answer · left: a person leaves it
  -- unanswered.
  add column request_state text not null default 'none' check (request_state in ('none', 'due', 'asked', 'refused', 'left')),
  -- What a person decided, and what the merchant is told.
  add column request_answer text not null default '' check (request_answer in ('', 'accepted', 'rejected')),
  add column request_note text not null default '',
  -- An answer was sent, and nobody knows whether it arrived.
  add column is_request_unknown boolean not null default false;

-- What works differently than one would expect, as the partner's connector says it: [{ en, ch }].
alter table integrations add column warnings jsonb not null default '[]';
grant select (warnings) on integrations to app_client;
