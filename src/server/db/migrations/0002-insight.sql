-- Facts about learners, and what is kept ready for charts. `events` is what was sent; everything else of
-- learners is made from it and can be made again (npm run admin -- rebuild).
-- Days are those of the reporting time zone, which stands in `marks` as 'reporting-zone'.
-- Acknowledged batches that are not yet rolled up, in the order of their ids (UUIDv7).
create table event_batches (
  id uuid primary key,
  received_at timestamptz(3) not null default now(),
  events jsonb not null
);

create table events (
  id uuid primary key,
  type text not null,
  user_id uuid not null,
  at timestamptz(3) not null,
  -- The mission, protocol or mentor.
  subject_id uuid,
  session_id uuid,
  feature text,
  -- Percent of progress, or stars of a review.
  amount smallint
);
create index events_at on events (at, id);
-- What Recent Activity tells of; its query names the same types (history/activity.ts).
create index events_telling on events (at, id) where type in ('mission_assigned', 'mission_completed',
  'protocol_enrolled', 'protocol_completed', 'mentor_assigned', 'mentor_reviewed');
create index events_subject on events (subject_id, user_id) where subject_id is not null;

-- Who was active on which day. prev_day is the day before that, on which the same user was active
-- (0001-01-01: none). Distinct users of any range of days are the user-days in it whose prev_day lies
-- before it; day_pairs keeps their number.
create table user_days (
  user_id uuid not null,
  day date not null,
  prev_day date not null,
  primary key (user_id, day)
);
create table day_pairs (
  day date not null,
  prev_day date not null,
  n bigint not null,
  primary key (day, prev_day)
);

-- A session belongs to its user: the same id sent for another user is another session.
create table app_sessions (
  id uuid not null,
  user_id uuid not null,
  started_at timestamptz(3),
  ended_at timestamptz(3),
  primary key (id, user_id)
);

-- kind: mission, protocol or mentor. A subject is assigned to a user once.
create table assignments (
  subject_id uuid not null,
  user_id uuid not null,
  kind text not null,
  assigned_at timestamptz(3) not null,
  progress smallint not null default 0,
  completed_at timestamptz(3),
  primary key (subject_id, user_id, kind)
);
create index assignments_at on assignments (assigned_at, subject_id, user_id);

-- How many assignments of a subject were made on a day and completed on a day ('infinity': not yet).
create table assignment_days (
  subject_id uuid not null,
  kind text not null,
  assigned_day date not null,
  completed_day date not null,
  n bigint not null,
  primary key (subject_id, kind, assigned_day, completed_day)
);
create index assignment_days_day on assignment_days (kind, assigned_day);
create index assignment_days_completed on assignment_days (kind, completed_day, assigned_day);

-- The same, summed up: by month (their first days; 'infinity' stays) for long ranges, and over all
-- subjects. Both take every change that assignment_days takes, in the same transaction.
create table assignment_months (
  subject_id uuid not null,
  kind text not null,
  assigned_month date not null,
  completed_month date not null,
  n bigint not null,
  primary key (kind, assigned_month, completed_month, subject_id)
);
create table assignment_pairs (
  kind text not null,
  assigned_day date not null,
  completed_day date not null,
  n bigint not null,
  primary key (kind, assigned_day, completed_day)
);

create table reviews (
  mentor_id uuid not null,
  user_id uuid not null,
  rating smallint not null,
  at timestamptz(3) not null,
  event_id uuid not null,
  primary key (mentor_id, user_id)
);
create table mentor_ratings (
  mentor_id uuid primary key,
  n bigint not null,
  stars bigint not null
);

-- Counters by day. metric and dim: session and its range (amount: seconds), feature and its name,
-- progress and '' (n: enrolments that gained, amount: their percent points), assigned and the kind (by
-- the day of the assignment), created and deleted and '' (users), living and the segment (users that
-- exist, by the day of their creation). No row is all 0.
create table daily (
  metric text not null,
  day date not null,
  dim text not null,
  n bigint not null,
  amount bigint not null default 0,
  primary key (metric, day, dim)
);

create table request_minutes (
  minute timestamptz(0) primary key,
  n bigint not null,
  failed bigint not null,
  ms double precision not null
);

create table service_tokens (
  id uuid primary key,
  name text not null unique,
  token_hash bytea not null unique,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);

-- Users from before there were segments: a filter compares what is stored, not what a form would show.
do $$ begin
  if to_regclass('rec_users') is not null then
    update rec_users set data = data || '{"segment":"unspecified"}' where not data ? 'segment';
  end if;
end $$;
