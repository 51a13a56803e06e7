-- A change is what one write did, to one record or to ten thousand: who, when, through what, and which change it
-- takes back. Its items are history rows; `fields` has by path what each field was and became.
create table changes (
  id uuid primary key,
  at timestamptz(3) not null,
  actor_id uuid,
  via text not null,
  undoes uuid,
  request_id text,
  -- Of an Idempotency-Key, and of what was asked under it: the same is answered again, another is refused.
  key_hash bytea,
  asked_hash bytea,
  -- What was answered, where the items do not say it all.
  answer jsonb
);
create index changes_at on changes (at, id);
create index changes_actor on changes (actor_id, at, id);
create index changes_undoes on changes (undoes) where undoes is not null;
-- Those of the last day.
create index changes_answers on changes (at) where key_hash is not null or answer is not null;
create unique index changes_key
  on changes (coalesce(actor_id, '00000000-0000-0000-0000-000000000000'), key_hash) where key_hash is not null;

alter table history add column change_id uuid, add column fields jsonb;
-- A row that is older than changes is a change of its own.
create index history_change on history ((coalesce(change_id, id)));
insert into changes (id, at, actor_id, via, request_id)
  select id, at, actor_id, 'form', request_id from history;
