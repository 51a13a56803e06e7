-- Months of events may leave (EVENTS_MONTHS): what they counted for stays here, as the tables of figures were at their
-- end, and counting everything anew begins with that (docs/decisions/049-events-by-month.md).
create table base_user_days (like user_days, primary key (user_id, day));
create table base_app_sessions (like app_sessions, primary key (id, user_id));
create table base_assignments (like assignments including defaults, primary key (subject_id, user_id, kind));
create table base_reviews (like reviews, primary key (mentor_id, user_id));
create table base_day_pairs (like day_pairs, primary key (day, prev_day));
create table base_assignment_days (like assignment_days, primary key (subject_id, kind, assigned_day, completed_day));
create table base_assignment_months (like assignment_months,
  primary key (kind, assigned_month, completed_month, subject_id));
create table base_assignment_pairs (like assignment_pairs, primary key (kind, assigned_day, completed_day));
create table base_mentor_ratings (like mentor_ratings, primary key (mentor_id));
create table base_daily (like daily including defaults, primary key (metric, day, dim));
-- Of each enrolment the highest report of the days before the last one that left, and the highest of that one: how far
-- it had come is asked whenever a later report comes.
create table base_reports (
  subject_id uuid not null,
  user_id uuid not null,
  type text not null,
  at timestamptz(3) not null,
  amount smallint
);
create index base_reports_subject on base_reports (subject_id, user_id);
-- One row once a month was to leave: events of before kept_from are not taken any more, since that was said; those
-- before counted_until stand in the tables above.
create table events_kept (
  id boolean primary key default true check (id),
  kept_from timestamptz(3) not null,
  said_at timestamptz(3) not null default now(),
  counted_until timestamptz(3)
);
