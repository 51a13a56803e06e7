-- The tables that are not made from the registry.
-- `tallies` holds what is known of each resource as a whole: how many live records, and what its
-- search texts were made from. `marks` holds what happened once, like the demo data of the first start.
create table tallies (
  resource text primary key,
  live bigint not null,
  search_made_from text not null
);

create table history (
  id uuid primary key,
  resource text not null,
  record_id uuid not null,
  version integer not null,
  action text not null,
  at timestamptz(3) not null default now(),
  actor_id uuid,
  request_id text,
  data jsonb not null
);
create index history_record on history (resource, record_id, version);
create index history_at on history (at, id);

create table credentials (
  user_id uuid primary key,
  hash text not null,
  changed_at timestamptz(3) not null default now()
);

create table sessions (
  token_hash bytea primary key,
  user_id uuid not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now()
);
create index sessions_user on sessions (user_id);
create index sessions_created on sessions (created_at);

create table marks (
  name text primary key,
  value text not null
);
insert into marks (name, value) values ('demo', 'pending');

create table limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
