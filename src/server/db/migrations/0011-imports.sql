-- What was read of a file that somebody wants to import, until it is applied or a day has passed. It is nobody's
-- record yet: no history, seen by its owner alone.
create table imports (
  id uuid primary key,
  resource text not null,
  owner_id uuid not null,
  file text not null,
  format text not null,
  at timestamptz(3) not null default now(),
  -- 'reading' while the file comes in.
  state text not null default 'reading',
  columns jsonb not null default '[]',
  by_path text,
  rows integer not null default 0,
  -- The line up to which rows were rehearsed; what rows beyond it say is of an earlier rehearsal.
  reached integer not null default 0,
  done integer not null default 0,
  counts jsonb not null default '{}',
  -- Counts what was written here: whoever looked at an older one looks again.
  revision integer not null default 0,
  problem text,
  -- Of the Idempotency-Key under which it is applied, and since when.
  key_hash bytea,
  applying_at timestamptz(3),
  change_id uuid
);
create index imports_owner on imports (owner_id, at);
create index imports_at on imports (at);

create table import_rows (
  import_id uuid not null references imports (id) on delete cascade,
  line integer not null,
  cells jsonb not null,
  -- What is wrong with the line itself, whatever its cells say.
  damage text,
  state text not null default 'waiting',
  faults jsonb,
  record_id uuid,
  version integer,
  name text,
  fields jsonb,
  primary key (import_id, line)
);
create index import_rows_state on import_rows (import_id, state, line);

-- What only one row of a file may have: the record that it changes, and unique values that it takes.
create table import_claims (
  import_id uuid not null references imports (id) on delete cascade,
  claim text not null,
  line integer not null,
  primary key (import_id, claim, line)
);
create index import_claims_line on import_claims (import_id, line);

-- Of a change of very many records: what it did, counted, and the first entries, so that nobody counts them again.
alter table changes add column summary jsonb;
