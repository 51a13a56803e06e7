-- How people sign in beside the password (decision 041). What opens something stands here as a hash or sealed.
create table passkeys (
  id uuid primary key,
  user_id uuid not null,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- Of the authenticator; one that counts never shows the same number twice.
  counter bigint not null,
  transports text[] not null,
  -- The host that it is for: browsers show it to no other.
  rp_id text not null,
  name text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkeys_user on passkeys (user_id, created_at);

create table totps (
  user_id uuid primary key,
  -- Sealed (auth/sealing.ts). Null until a code of the first one was sent back.
  secret bytea,
  -- One that was shown, and no code of it has come back yet.
  pending bytea,
  -- The 30 seconds whose code was used last: each is good once.
  last_step bigint,
  created_at timestamptz(3) not null default now()
);

create table recovery_codes (
  user_id uuid not null,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Accounts elsewhere by which people sign in as well.
create table sign_ons (
  issuer text not null,
  subject text not null,
  user_id uuid not null unique,
  linked_at timestamptz(3) not null default now(),
  primary key (issuer, subject)
);

-- What was proved on the way to a session, by the hash of the ticket that says so. A ticket is no session.
create table tickets (
  ticket_hash bytea primary key,
  kind text not null,
  user_id uuid,
  holds jsonb not null default '{}',
  misses integer not null default 0,
  expires_at timestamptz(3) not null
);
create index tickets_user on tickets (user_id);
create index tickets_expires on tickets (expires_at);
