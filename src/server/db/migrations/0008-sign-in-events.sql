-- What happened around signing in, for admins to read. Neither what was typed nor anything that opens something.
create table sign_in_events (
  id uuid primary key,
  at timestamptz(3) not null default now(),
  event text not null,
  -- Whom it is about, and which admin did it, where that is another.
  user_id uuid not null,
  by_id uuid,
  address text,
  -- The role or status that it has since.
  became text
);
create index sign_in_events_at on sign_in_events (at, id);
create index sign_in_events_user on sign_in_events (user_id, at, id);

-- Most changes are of forms, and are found by their time; the others are few.
create index changes_via on changes (via, at, id) where via <> 'form';
