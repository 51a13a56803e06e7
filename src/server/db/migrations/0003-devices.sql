-- Devices that have signed in to an account, by the hash of the marker that each keeps. They are spared
-- the delays that others' failures bring (auth/sign-in-limits.ts); nothing else follows from them.
create table devices (
  marker_hash bytea primary key,
  user_id uuid not null,
  used_at timestamptz(3) not null default now()
);
create index devices_user on devices (user_id, used_at);
create index devices_used on devices (used_at);
