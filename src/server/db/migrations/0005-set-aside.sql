-- Batches that cannot be rolled up are set aside, so that the others go on: when, why, and after how many tries.
-- `npm run admin -- retry-events` puts them back.
alter table event_batches
  add column attempts integer not null default 0,
  add column failed_at timestamptz(3),
  add column error text;
-- Hardly ever any: what asks how many there are does not read the queue.
create index event_batches_aside on event_batches (failed_at) where failed_at is not null;
