-- Shipments to the warehouses of a marketplace (docs/decisions/0095).

-- A plan of an order there. Its name is ours: a plan whose answer was lost is found by it.
create table fba_plans (
  id int generated always as identity primary key,
  client_id int not null,
  integration_id int,
  order_id int not null,
  name text not null unique check (name <> ''),
  -- planning: asked · planned: its shipments are here · failed: it has none · cancelled: taken back there.
  state text not null default 'planning' check (state in ('planning', 'planned', 'failed', 'cancelled')),
  -- What it is asked for: [{ sku, quantity }].
  items jsonb not null,
  external_id text not null default '',
  placement_id text not null default '',
  placement_expires_at timestamptz(3),
  fee numeric(15, 4) not null default 0,
  currency text not null default '',
  created_at timestamptz(3) not null default now(),
  planned_at timestamptz(3),
  -- The placement was accepted: the shipments exist there.
  accepted_at timestamptz(3),
  unique (client_id, id),
  foreign key (client_id, order_id) references orders (client_id, id),
  foreign key (client_id, integration_id) references integrations (client_id, id) on delete set null (integration_id)
);
create unique index fba_plans_planning on fba_plans (order_id) where state = 'planning';
create index fba_plans_by_order on fba_plans (client_id, order_id, id);
create index fba_plans_by_integration on fba_plans (client_id, integration_id);
call guard_by_client('fba_plans', 'select');

-- How far a shipment is there.
create table fba_shipments (
  shipment_id int primary key,
  client_id int not null,
  plan_id int not null,
  external_id text not null,
  confirmation_id text not null default '',
  warehouse text not null default '',
  -- The marketplace's own word.
  state text not null default '',
  -- Contents that were sent: when, as which operation, and which boxes, as a digest.
  fed_at timestamptz(3),
  fed_boxes text not null default '',
  feed jsonb,
  weighed_at timestamptz(3),
  weighed_boxes text not null default '',
  estimated_at timestamptz(3),
  -- The carrier that was chosen, with its cost.
  transport jsonb,
  costed_at timestamptz(3),
  confirmed_at timestamptz(3),
  completed_at timestamptz(3),
  voided_at timestamptz(3),
  unique (client_id, shipment_id),
  foreign key (client_id, shipment_id) references shipments (client_id, id),
  foreign key (client_id, plan_id) references fba_plans (client_id, id)
);
create index fba_shipments_by_plan on fba_shipments (client_id, plan_id);
call guard_by_client('fba_shipments', 'select');

-- What is done there, one after the other. A plan has one that runs at most: two people who press at once do one thing.
create table fba_steps (
  id int generated always as identity primary key,
  client_id int not null,
  plan_id int not null,
  -- Of which shipment; null for a step of the plan.
  shipment_id int,
  kind text not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  -- Its calls, one after the other, and which of them is next.
  stages jsonb not null,
  at int not null default 0,
  input jsonb not null default '{}',
  -- A call is about to be sent, or was and no answer is written: before this moment it may still arrive there.
  settles_at timestamptz(3),
  -- What the call began, and is asked about until it has ended.
  operation_id text not null default '',
  last_operation text not null default '',
  attempts int not null default 0,
  -- Operations that ended badly and were begun once more.
  failures int not null default 0,
  -- When it goes on.
  due_at timestamptz(3) not null default now(),
  problem text not null default '',
  warnings jsonb not null default '[]',
  result jsonb not null default '{}',
  user_id int not null,
  user_name text not null,
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  foreign key (client_id, plan_id) references fba_plans (client_id, id),
  foreign key (client_id, shipment_id) references shipments (client_id, id)
);
create unique index fba_steps_running on fba_steps (plan_id) where state = 'running';
create index fba_steps_by_plan on fba_steps (client_id, plan_id, id);
create index fba_steps_by_shipment on fba_steps (client_id, shipment_id, id);
call guard_by_client('fba_steps', 'select');

-- What was done for a shipment, by the codes of the specification.
create table fba_history (
  id int generated always as identity primary key,
  client_id int not null,
  shipment_id int not null,
  action text not null,
  response jsonb not null,
  user_name text not null,
  created_at timestamptz(3) not null default now(),
  foreign key (client_id, shipment_id) references shipments (client_id, id)
);
create index fba_history_by_shipment on fba_history (client_id, shipment_id, id);
call guard_by_client('fba_history', 'select');

-- Labels of the marketplace, kept as files.
create table fba_labels (
  id int generated always as identity primary key,
  client_id int not null,
  shipment_id int not null,
  paper text not null,
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'refused')),
  path text not null default '',
  media text not null default '',
  size int not null default 0,
  problem text not null default '',
  created_at timestamptz(3) not null default now(),
  done_at timestamptz(3),
  foreign key (client_id, shipment_id) references shipments (client_id, id)
);
create unique index fba_labels_key on fba_labels (shipment_id, paper);
create index fba_labels_by_shipment on fba_labels (client_id, shipment_id);
create index fba_labels_by_path on fba_labels (path) where path <> '';
call guard_by_client('fba_labels', 'select');

-- Links by which clients connect their seller accounts: of the token only its hash is kept.
create table fba_invitations (
  id int generated always as identity primary key,
  client_id int not null references clients (id),
  token_hash bytea not null unique,
  recipients text not null,
  attempts int not null default 0,
  user_id int not null,
  user_name text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index fba_invitations_by_client on fba_invitations (client_id, id);
call guard_by_client('fba_invitations', '');
