-- Tokens for programs: what each may do, until when, and who made it. One that was revoked stays in the list, and its
-- name is free. Those from before may send events, and never expire.
alter table service_tokens
  add column scopes jsonb not null default '[{"resource": "events", "actions": ["send"]}]',
  add column created_by uuid,
  add column expires_at timestamptz(3),
  add column revoked_at timestamptz(3),
  -- How many of its events are stored.
  add column events bigint not null default 0,
  -- When its events were asked back, when that was through, and how many left.
  add column take_back_at timestamptz(3),
  add column taken_back_at timestamptz(3),
  add column taken_back bigint not null default 0;
alter table service_tokens drop constraint service_tokens_name_key;
create unique index service_tokens_name on service_tokens (name) where revoked_at is null;
-- With which token events were sent; null for what people sent, and for all that is older.
alter table event_batches add column token_id uuid;
alter table events add column token_id uuid;
