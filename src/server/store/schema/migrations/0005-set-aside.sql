-- Batches that cannot be rolled up are set aside, so that the others go on: when, why, and after how many tries.
-- `npm run admin -- retry-events` puts them back.
alter table event_batches
  add column attempts integer not null default 0,
  add column failed_at timestamptz(3),
  add column error text;
