-- Several rollers work at once: what people do waits by the last digit of their id, and who counts a shard holds it.
-- Batches without one are from before, or of a program of before that still runs: a roller cuts them up.
alter table event_batches add column shard smallint;
create index event_batches_shard on event_batches (shard, id) where failed_at is null;
create index event_batches_mixed on event_batches (id) where shard is null;
create table event_shards (shard smallint primary key);
insert into event_shards select generate_series(0, 15);

-- Counting everything anew happens beside what is there, a month in each transaction (insight/facts/recount).
create table next_user_days (like user_days including all);
create table next_app_sessions (like app_sessions including all);
create table next_assignments (like assignments including all);
create table next_reviews (like reviews including all);
create table next_day_pairs (like day_pairs including all);
create table next_assignment_days (like assignment_days including all);
create table next_assignment_months (like assignment_months including all);
create table next_assignment_pairs (like assignment_pairs including all);
create table next_mentor_ratings (like mentor_ratings including all);
create table next_daily (like daily including all);
-- Events that were rolled up since it began, and are to be counted there, too.
create table next_late (
  id uuid not null,
  type text not null,
  user_id uuid not null,
  at timestamptz(3) not null,
  subject_id uuid,
  session_id uuid,
  feature text,
  amount smallint,
  primary key (at, id)
);
-- One row while it goes on, or was interrupted: by which days it counts, and up to which instant events are counted.
create table recounting (
  id boolean primary key default true check (id),
  zone text not null,
  begun_at timestamptz(3) not null default now(),
  done_until timestamptz(3)
);

-- Indexes are called alike on both sides, so that names go with the tables when they are exchanged.
do $$
declare
  pair record;
begin
  for pair in
    select mine.relname as made, 'next_' || theirs.relname as wanted
    from pg_class t join pg_class n on n.relname = 'next_' || t.relname and n.relnamespace = t.relnamespace
      join pg_index ti on ti.indrelid = t.oid join pg_class theirs on theirs.oid = ti.indexrelid
      join pg_index ni on ni.indrelid = n.oid and ni.indkey = ti.indkey
      join pg_class mine on mine.oid = ni.indexrelid
    where t.relnamespace = current_schema()::regnamespace and t.relkind = 'r' and mine.relname <> 'next_' || theirs.relname
  loop
    execute format('alter index %I rename to %I', pair.made, pair.wanted);
  end loop;
end $$;

-- Puts the table that was made beside another in its place; what was there goes. Indexes change names with them.
create function put_in_place(name text) returns void
language plpgsql as $$
declare
  index text;
begin
  execute format('lock table %I, %I in access exclusive mode', name, 'next_' || name);
  execute format('truncate %I', name);
  execute format('alter table %I rename to %I', name, 'last_' || name);
  execute format('alter table %I rename to %I', 'next_' || name, name);
  execute format('alter table %I rename to %I', 'last_' || name, 'next_' || name);
  for index in
    select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = to_regclass('next_' || name)
  loop
    execute format('alter index %I rename to %I', index, 'last_' || index);
    execute format('alter index %I rename to %I', 'next_' || index, index);
    execute format('alter index %I rename to %I', 'last_' || index, 'next_' || index);
  end loop;
end $$;
