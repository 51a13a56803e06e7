-- `events` stands by month, in UTC: a month can be counted, kept elsewhere and dropped by itself. Its key is the time
-- and the id. docs/decisions/049-events-by-month.md says how a table of any size comes to that.

-- The parts of `events` with their bounds; the first may have no begin.
create function event_months() returns table (part text, since timestamptz, until timestamptz)
language sql stable as $$
  select c.relname::text,
    substring(b.bound from 'FROM \(''([^'']+)''\)')::timestamptz,
    substring(b.bound from 'TO \(''([^'']+)''\)')::timestamptz
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
    cross join lateral (select pg_get_expr(c.relpartbound, c.oid) as bound) as b
  where i.inhparent = to_regclass('events')
$$;

-- Makes the months from one instant to another, those that are not there; gives how many. A part is made first and
-- attached then: that waits for nobody who reads or writes.
create function make_event_months(first timestamptz, last timestamptz) returns integer
language plpgsql as $$
declare
  month timestamptz := date_trunc('month', first at time zone 'UTC') at time zone 'UTC';
  following timestamptz;
  part text;
  made integer := 0;
begin
  if (select relkind from pg_class where oid = to_regclass('events')) <> 'p' then
    return 0;
  end if;
  while month <= last loop
    following := (month at time zone 'UTC' + interval '1 month') at time zone 'UTC';
    if not exists (select from event_months() m where coalesce(m.since <= month, true) and month < m.until) then
      -- Of two who make the same month one waits, and finds it.
      lock table events in share update exclusive mode;
      if not exists (select from event_months() m where coalesce(m.since <= month, true) and month < m.until) then
        part := 'events_' || to_char(month at time zone 'UTC', 'YYYY_MM');
        execute format('create table %I (like events including defaults)', part);
        execute format('alter table events attach partition %I for values from (%L) to (%L)', part, month, following);
        made := made + 1;
      end if;
    end if;
    month := following;
  end loop;
  return made;
end $$;

-- Makes the table of all months in the place of one that was renamed to `events_before`.
create function make_events_parent() returns void
language plpgsql as $$
begin
  create table events (like events_before including defaults) partition by range (at);
  alter table events add constraint events_pkey primary key (at, id);
  create index events_telling on events (at, id) where type in ('mission_assigned', 'mission_completed',
    'protocol_enrolled', 'protocol_completed', 'mentor_assigned', 'mentor_reviewed');
  create index events_subject on events (subject_id, user_id) where subject_id is not null;
end $$;

-- Puts a small table into months at once. False for a larger one, which is left as it is.
create function partition_events(most_bytes bigint) returns boolean
language plpgsql as $$
declare
  first timestamptz;
  last timestamptz;
begin
  if (select relkind from pg_class where oid = to_regclass('events')) = 'p' then
    return true;
  end if;
  if pg_relation_size('events') > most_bytes then
    return false;
  end if;
  lock table events in access exclusive mode;
  alter table events rename to events_before;
  drop index if exists events_at;
  drop index if exists events_at_id;
  alter index events_pkey rename to events_before_pkey;
  alter index events_telling rename to events_before_telling;
  alter index events_subject rename to events_before_subject;
  perform make_events_parent();
  select min(at), max(at) into first, last from events_before;
  perform make_event_months(first, last);
  insert into events select * from events_before;
  drop table events_before;
  return true;
end $$;

-- Makes a large table the part of all that lies before the bound of its constraint `events_until`, which is validated
-- as its index `events_at_id` is built: nothing is read, and nobody waits for longer than a moment.
create function attach_events() returns void
language plpgsql as $$
declare
  bound timestamptz;
begin
  lock table events in access exclusive mode;
  select substring(pg_get_constraintdef(oid) from '''([^'']+)''')::timestamptz into bound
    from pg_constraint where conrelid = to_regclass('events') and conname = 'events_until';
  alter table events rename to events_before;
  alter table events_before drop constraint events_pkey;
  alter table events_before add constraint events_before_pkey primary key using index events_at_id;
  drop index if exists events_at;
  alter index events_telling rename to events_before_telling;
  alter index events_subject rename to events_before_subject;
  perform make_events_parent();
  execute format('alter table events attach partition events_before for values from (minvalue) to (%L)', bound);
  alter table events_before drop constraint events_until;
end $$;

-- Some hundred thousand events are moved in a moment.
select partition_events(16 * 1024 * 1024);
select make_event_months(now(), now() + interval '1 month');
