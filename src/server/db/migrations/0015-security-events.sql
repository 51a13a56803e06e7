-- The security log (decision 043): what touches who may do what. It takes the sign-in events in.
create table security_events (
  id uuid primary key,
  at timestamptz(3) not null,
  event text not null,
  -- Whom it is about, and who did it, where that is another.
  account uuid,
  actor uuid,
  request text,
  became text,
  what text,
  record text,
  count integer,
  -- What erasing a person blanks. The hash over these, with the salt, is what is sealed.
  address text,
  device text,
  salt text,
  personal text not null default '',
  -- Given with the seal: the place in the chain, and the hash over all up to here.
  number bigint unique,
  hash text
);
create index security_events_at on security_events (at, id);
create index security_events_account on security_events (account, at, id);
create index security_events_actor on security_events (actor, at, id) where actor is not null;
create index security_events_event on security_events (event, at, id);
create index security_events_address on security_events (address, at, id) where address is not null;
create index security_events_unsealed on security_events (at, id) where number is null;

-- Each is over the events from the first number to the last; the first of them is over the seal before.
create table security_seals (
  last bigint primary key,
  first bigint not null,
  at timestamptz(3) not null,
  -- The hash of the last event.
  rows text not null,
  hash text not null,
  -- Since then the events below it are deleted: they were old.
  swept_at timestamptz(3)
);
-- Whoever seals holds it meanwhile.
insert into marks (name, value) values ('security-log', '');

insert into security_events (id, at, event, account, actor, became, address, salt, personal)
  select id, at, event, user_id, nullif(by_id, user_id), became, address, salt,
    coalesce(encode(sha256(convert_to('["' || salt || '","' || address || '",null]', 'UTF8')), 'hex'), '')
  from (
    select *, case when address is not null then replace(gen_random_uuid()::text, '-', '') end as salt
    from sign_in_events
  ) as old;
drop table sign_in_events;
