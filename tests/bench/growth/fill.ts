import type { Client } from 'pg'

/** How many there are of what grows. */
export interface Size {
  users: number
  events: number
}

/**
 * Doubles users and events, or less where that would be too many: each person is copied with what they did, under
 * other ids and another address, so that all shapes stay those of the demo. What is counted is for `admin rebuild`.
 */
export async function grow(client: Client, from: Size, to: Size): Promise<void> {
  const round = String(to.users)
  await client.query('begin')
  await client.query(
    `create temp table copied on commit drop as
     select id as old, ${idLike('to_hex($2::bigint + n / 50)', 'md5($1 || id::text)')} as new,
       (hashtext($1 || id::text) & 31) * interval '1 day' as later
     from (select id, row_number() over (order by md5($1 || id::text)) as n from rec_users
       where deleted_at is null and data @> '{"sample": true}') as u
     where n <= $3`,
    [round, Date.now(), to.users - from.users],
  )
  await client.query('create unique index on copied (old); analyze copied')
  await client.query(
    `insert into rec_users (id, version, created_at, updated_at, data, search_text)
     select c.new, 1, u.created_at - c.later, u.updated_at - c.later, u.data || jsonb_build_object('email', e.email),
       replace(u.search_text, u.data ->> 'email', e.email)
     from copied c join rec_users u on u.id = c.old, lateral (
       select replace(u.data ->> 'email', '@', '.' || left(md5($1 || u.id::text), 9) || '@') as email
     ) e order by c.new`,
    [round],
  )
  await noteInHistory(client)
  await client.query(
    `insert into events (id, type, user_id, at, subject_id, session_id, feature, amount)
     select overlay(e.id::text placing left(md5(e.id::text || $1), 12) from 25)::uuid, e.type, c.new, e.at - c.later,
       e.subject_id, md5(e.session_id::text || $1)::uuid, e.feature, e.amount
     from events e join copied c on c.old = e.user_id limit $2`,
    [round, to.events - from.events],
  )
  await client.query(
    `update tallies set live = (select count(*) from rec_users where deleted_at is null) where resource = 'users'`,
  )
  await client.query('commit')
  await tidy(client)
}

/** As every record has it that was written by the product: the history of users who have none. */
export async function noteInHistory(client: Client): Promise<void> {
  await client.query(
    `with made as (
       select u.id as record, u.created_at, u.data,
         overlay(u.id::text placing left(md5(u.id::text), 12) from 25)::uuid as id
       from rec_users u where not exists (
         select from history h where h.resource = 'users' and h.record_id = u.id
       )
     ), noted as (
       insert into history (id, resource, record_id, version, action, at, data)
       select id, 'users', record, 1, 'create', created_at, data from made returning id, at
     ) insert into changes (id, at, via) select id, at, 'command' from noted`,
  )
}

/** As autovacuum and the checkpointer leave it when they had time: neither works while others are measured. */
export async function tidy(client: Client): Promise<void> {
  await client.query('vacuum (analyze)')
  await client.query('checkpoint')
}

export async function sizeOf(client: Client): Promise<Size & { megabytes: number }> {
  const { rows } = await client.query<{ users: string; events: string; bytes: string }>(
    `select (select count(*) from rec_users where deleted_at is null) as users,
       (select count(*) from events) as events, pg_database_size(current_database()) as bytes`,
  )
  const [row] = rows
  return {
    users: Number(row?.users),
    events: Number(row?.events),
    megabytes: Number(row?.bytes) / 2 ** 20,
  }
}

/** SQL of an id of version 7, of a moment in hexadecimal and 32 other digits. */
function idLike(moment: string, digits: string): string {
  const part = (from: number, length: number) => `substr(${digits}, ${from}, ${length})`
  return `(overlay(lpad(${moment}, 12, '0') placing '-' from 9 for 0) || '-7' || ${part(1, 3)}
    || '-8' || ${part(4, 3)} || '-' || ${part(7, 12)})::uuid`
}
