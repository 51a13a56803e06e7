-- What creates and deletes add to `tallies.live`, in several rows of each resource, so that those at the same time do
-- not wait for each other. The number of live records is all of it together (db/tallies.ts).
create table tally_slots (
  resource text not null,
  slot smallint not null,
  live bigint not null,
  primary key (resource, slot)
) with (fillfactor = 50);

-- What writes of users change of `daily`, appended for the same reason, and added there a little later. Both together
-- are the counters.
create table daily_changes (
  metric text not null,
  day date not null,
  dim text not null,
  n bigint not null
);

-- The people of one mission, the latest first, and how many: however many there are. On large tables these two are
-- built before this migration, while everybody works (beforehand.ts).
create index if not exists assignments_subject on assignments (subject_id, kind, assigned_at desc, user_id);
create index if not exists assignment_months_subject on assignment_months (subject_id, kind);
-- What is counted anew beside them takes their place, with their indexes.
create index next_assignments_subject on next_assignments (subject_id, kind, assigned_at desc, user_id);
create index next_assignment_months_subject on next_assignment_months (subject_id, kind);
