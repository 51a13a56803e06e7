-- The tables that are not made from the declarations of resources (src/server/records/schema.ts makes those).
-- Until 0.1.0 is released, change this file in place: to remove a table, delete it here. After the release this file
-- stays as it is, and every change is a new numbered file.

-- The instant that an ISO text names, in UTC where it names no zone. NULL for any other text: a wrong one must not keep
-- a record from being written. Immutable, so that generated columns may call it.
create function waymark_instant(text) returns timestamptz
language plpgsql immutable parallel safe set timezone = 'UTC' as $$
begin
  if $1 !~ '^\d{4}-' then
    return null;
  end if;
  return $1::timestamptz(3);
exception when others then
  return null;
end $$;

-- Every id at a path of a record. Any other text is none, and may be longer than an index takes.
create function waymark_ids(jsonb, jsonpath) returns text[]
language sql immutable parallel safe
return array(
  select id from jsonb_array_elements_text(jsonb_path_query_array($1, $2)) as id
  where id ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
);

-- How many live records each resource has, and what its search texts were made from.
create table tallies (
  resource text primary key,
  live bigint not null,
  search_made_from text not null
);

-- What creates and deletes add to `tallies.live`, in several rows of each resource, so that those at the same time do
-- not wait for each other. The number of live records is the sum of all.
create table tally_slots (
  resource text not null,
  slot smallint not null,
  live bigint not null,
  primary key (resource, slot)
) with (fillfactor = 50);

-- What happened once, like the demo data of the first start, and small settings that all servers share.
create table marks (
  name text primary key,
  value text not null
);
-- 'retention': a cleanup locks this row; the value is how far it has read the history.
insert into marks (name, value) values ('demo', 'pending'), ('retention', '');

create table limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

--
-- History
--

-- A change is what one write did, to one record or to ten thousand: who, when, through what, and which change it undoes.
create table changes (
  id uuid primary key,
  at timestamptz(3) not null,
  actor_id uuid,
  via text not null,
  undoes uuid,
  request_id text,
  -- Hashes of an Idempotency-Key and of its request: the same request gets the same answer, another is refused.
  key_hash bytea,
  asked_hash bytea,
  -- The answer, where the items do not say it all.
  answer jsonb,
  -- Of a change of very many records: its counts and first entries.
  summary jsonb
);
create index changes_at on changes (at, id);
create index changes_actor on changes (actor_id, at, id);
create index changes_undoes on changes (undoes) where undoes is not null;
-- Most changes are of forms, and are found by their time.
create index changes_via on changes (via, at, id) where via <> 'form';
-- Changes whose answers are kept: few, and deleted after a day.
create index changes_answers on changes (at) where key_hash is not null or answer is not null;
create unique index changes_key
  on changes (coalesce(actor_id, '00000000-0000-0000-0000-000000000000'), key_hash) where key_hash is not null;

-- The items of changes: what a record held afterwards. `fields` holds by path what each field was and became.
create table history (
  id uuid primary key,
  resource text not null,
  record_id uuid not null,
  version integer not null,
  action text not null,
  at timestamptz(3) not null default now(),
  actor_id uuid,
  request_id text,
  data jsonb not null,
  change_id uuid,
  fields jsonb
);
create index history_record on history (resource, record_id, version);
create index history_at on history (at, id);
-- An item without a change is a change of its own.
create index history_change on history ((coalesce(change_id, id)));

-- Records that were erased for good: that they existed, from when to when, and nothing of their content.
create table erased (
  resource text not null,
  record_id uuid not null,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3) not null,
  -- The few words by which figures sum up what learners did with it.
  counted_by jsonb not null default '{}',
  primary key (resource, record_id)
);
create index erased_deleted on erased (resource, deleted_at);

--
-- Signing in
--

create table credentials (
  user_id uuid primary key,
  hash text not null,
  changed_at timestamptz(3) not null default now(),
  -- Somebody else knows the password: its owner has to choose another before anything else.
  must_change boolean not null default false
);

create table sessions (
  token_hash bytea primary key,
  user_id uuid not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  -- What the user sees of own sessions.
  id uuid not null default gen_random_uuid(),
  user_agent text,
  address text,
  -- When the user last proved who they are.
  confirmed_at timestamptz(3)
);
create index sessions_user on sessions (user_id);
create index sessions_created on sessions (created_at);
create unique index sessions_id on sessions (id);

-- Devices that have signed in to an account, by the hash of the marker that each keeps. Failed sign-ins of others do
-- not delay them.
create table devices (
  marker_hash bytea primary key,
  user_id uuid not null,
  used_at timestamptz(3) not null default now()
);
create index devices_user on devices (user_id, used_at);
create index devices_used on devices (used_at);

create table passkeys (
  id uuid primary key,
  user_id uuid not null,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- Of the authenticator; one that counts never shows the same number twice.
  counter bigint not null,
  transports text[] not null,
  -- The host that it is for: browsers show it to no other.
  rp_id text not null,
  name text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkeys_user on passkeys (user_id, created_at);

create table totps (
  user_id uuid primary key,
  -- Encrypted. Null until the user has confirmed the first one with a code.
  secret bytea,
  -- One that was shown and is not confirmed yet.
  pending bytea,
  -- The 30 seconds whose code was used last: each is good once.
  last_step bigint,
  created_at timestamptz(3) not null default now()
);

create table recovery_codes (
  user_id uuid not null,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Accounts of OpenID providers.
create table sign_ons (
  issuer text not null,
  subject text not null,
  user_id uuid not null unique,
  linked_at timestamptz(3) not null default now(),
  primary key (issuer, subject)
);

-- What was proved on the way to a session, by the hash of its ticket. A ticket is no session.
create table tickets (
  ticket_hash bytea primary key,
  kind text not null,
  user_id uuid,
  holds jsonb not null default '{}',
  misses integer not null default 0,
  expires_at timestamptz(3) not null
);
create index tickets_user on tickets (user_id);
create index tickets_expires on tickets (expires_at);

-- Links that open something once, by the hash of the token.
create table one_time (
  token_hash bytea primary key,
  user_id uuid not null,
  kind text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index one_time_user on one_time (user_id);
create index one_time_expires on one_time (expires_at);

-- What a user chose for all devices. It is no record: nobody else reads or writes it.
create table preferences (
  user_id uuid primary key,
  data jsonb not null
);

-- Tokens for programs. A revoked one stays in the list, and its name is free.
create table service_tokens (
  id uuid primary key,
  name text not null,
  token_hash bytea not null unique,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  scopes jsonb not null default '[{"resource": "events", "actions": ["send"]}]',
  created_by uuid,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  -- How many of its events are stored.
  events bigint not null default 0,
  -- When its events were asked back, when that was through, and how many left.
  take_back_at timestamptz(3),
  taken_back_at timestamptz(3),
  taken_back bigint not null default 0
);
create unique index service_tokens_name on service_tokens (name) where revoked_at is null;

-- Mail to be sent, deleted when it is sent. Its links are made at that moment, so that no token is stored here.
create table mails (
  id uuid primary key,
  kind text not null,
  -- To a user, at the address of that moment, or to an address that is no user's.
  user_id uuid,
  recipient text,
  subject text not null,
  body text not null,
  headers jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  due_at timestamptz(3) not null default now(),
  attempts integer not null default 0,
  problem text,
  -- Only when and why is kept of it.
  given_up_at timestamptz(3)
);
create index mails_due on mails (due_at) where given_up_at is null;
create index mails_user on mails (user_id) where user_id is not null;

-- The security log: what touches who may do what.
create table security_events (
  id uuid primary key,
  at timestamptz(3) not null,
  event text not null,
  -- Whom it is about, and who did it, where that is another.
  account uuid,
  actor uuid,
  request text,
  became text,
  what text,
  record text,
  count integer,
  -- Erased with the person.
  address text,
  device text
);
create index security_events_at on security_events (at, id);
create index security_events_account on security_events (account, at, id);
create index security_events_actor on security_events (actor, at, id) where actor is not null;
create index security_events_event on security_events (event, at, id);
create index security_events_address on security_events (address, at, id) where address is not null;

--
-- Imports
--

-- A file that a user wants to import, until it is applied or a day has passed. Only its owner sees it.
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
  -- The line up to which rows were checked; what rows beyond it say is of an earlier check.
  reached integer not null default 0,
  done integer not null default 0,
  counts jsonb not null default '{}',
  -- Counts the writes to this import, so that a reader notices a newer state.
  revision integer not null default 0,
  problem text,
  -- Of the Idempotency-Key under which it is applied, and since when.
  key_hash bytea,
  applying_at timestamptz(3),
  change_id uuid,
  -- How the file was read, and how its author writes numbers and dates; null: as its cells show.
  reading jsonb not null default '{"preview":[]}',
  numbers text,
  dates text
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
  -- What only one row of a file may have: the record that it changes, and unique values that it takes.
  keys text[],
  primary key (import_id, line)
);
create index import_rows_state on import_rows (import_id, state, line);
create index import_rows_keys on import_rows using gin (keys);

--
-- Events of learners. `events` is what was sent; the tables of figures are computed from it, and again by
-- npm run admin -- rebuild. Days are those of the reporting time zone, the mark 'reporting-zone'.
--

-- Acknowledged batches that are not rolled up yet, in the order of their ids (UUIDv7).
create table event_batches (
  id uuid primary key,
  received_at timestamptz(3) not null default now(),
  events jsonb not null,
  -- Batches that cannot be rolled up are set aside: when, why, and after how many tries.
  attempts integer not null default 0,
  failed_at timestamptz(3),
  error text,
  -- The token that sent them; null for what users sent.
  token_id uuid
);
create index event_batches_aside on event_batches (failed_at) where failed_at is not null;

create table events (
  id uuid not null,
  type text not null,
  user_id uuid not null,
  at timestamptz(3) not null,
  -- The mission, protocol or mentor.
  subject_id uuid,
  session_id uuid,
  feature text,
  -- Percent of progress, or stars of a review.
  amount smallint,
  token_id uuid,
  primary key (at, id)
);
-- What Recent Activity shows; its query names the same types.
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
create index app_sessions_user on app_sessions (user_id, started_at);

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
create index assignments_user on assignments (user_id, kind, assigned_at, subject_id);
-- The people of one mission, the latest first.
create index assignments_subject on assignments (subject_id, kind, assigned_at desc, user_id);

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
create index assignment_months_subject on assignment_months (subject_id, kind);
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
create index reviews_user on reviews (user_id);
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

-- What writes of users change of `daily`, appended so that they do not wait for each other, and added there a little
-- later. Both together are the counters.
create table daily_changes (
  metric text not null,
  day date not null,
  dim text not null,
  n bigint not null
);

create table request_minutes (
  minute timestamptz(0) primary key,
  n bigint not null,
  failed bigint not null,
  ms double precision not null
);
