-- What was erased for good: that it was there and from when to when, which figures count by, and nothing of what it said.
create table erased (
  resource text not null,
  record_id uuid not null,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3) not null,
  -- Of what learners do: the few words by which figures sum it up.
  counted_by jsonb not null default '{}',
  primary key (resource, record_id)
);
create index erased_deleted on erased (resource, deleted_at);
-- Changes whose answers are kept: few, and soon forgotten.
create index changes_answered on changes (at) where key_hash is not null or answer is not null;
-- Whoever cleans up holds it meanwhile; the value is how far the history was looked through.
insert into marks (name, value) values ('retention', '');
