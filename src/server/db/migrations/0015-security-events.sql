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
  -- Erasing a person blanks these.
  address text,
  device text
);
create index security_events_at on security_events (at, id);
create index security_events_account on security_events (account, at, id);
create index security_events_actor on security_events (actor, at, id) where actor is not null;
create index security_events_event on security_events (event, at, id);
create index security_events_address on security_events (address, at, id) where address is not null;

insert into security_events (id, at, event, account, actor, became, address)
  select id, at, event, user_id, nullif(by_id, user_id), became, address from sign_in_events;
drop table sign_in_events;
