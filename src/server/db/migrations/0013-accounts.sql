-- What a person is shown of own sessions, and when it was last proved that it is the same person.
alter table sessions
  add column id uuid not null default gen_random_uuid(),
  add column user_agent text,
  add column address text,
  add column confirmed_at timestamptz(3);
create unique index sessions_id on sessions (id);

-- Somebody else knows the password: its owner has to choose another before anything else.
alter table credentials add column must_change boolean not null default false;

-- What a person chose for every device. It is no record: nobody else reads or writes it.
create table preferences (
  user_id uuid primary key,
  data jsonb not null
);

-- Links that open something once. Of the token only a hash is kept.
create table one_time (
  token_hash bytea primary key,
  user_id uuid not null,
  kind text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index one_time_user on one_time (user_id);
create index one_time_expires on one_time (expires_at);

-- Mail on its way, deleted when it is sent. What it links to is made at that moment, so that no token is here.
create table mails (
  id uuid primary key,
  kind text not null,
  -- To whom: a user, at the address of that moment, or an address that is no user's.
  user_id uuid,
  recipient text,
  subject text not null,
  body text not null,
  headers jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  due_at timestamptz(3) not null default now(),
  attempts integer not null default 0,
  problem text,
  -- Nothing of it is kept but when and why.
  given_up_at timestamptz(3)
);
create index mails_due on mails (due_at) where given_up_at is null;
create index mails_user on mails (user_id) where user_id is not null;
