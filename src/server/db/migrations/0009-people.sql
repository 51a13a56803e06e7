-- What one person was given, reviewed and how often they were there; the other way round is by the primary keys.
create index assignments_user on assignments (user_id, kind, assigned_at, subject_id);
create index app_sessions_user on app_sessions (user_id, started_at);
create index reviews_user on reviews (user_id);
