import type { Client, ClientBase } from 'pg'
import type { Resource } from '#model/resource.ts'
import { quote } from '#server/db/json-sql.ts'
import { FACTS } from './apply.ts'
import { beginWithBase, earlierReports } from './base.ts'
import { DERIVED } from './beside.ts'
import { DAILY } from './fact-totals.ts'
import { setLastLogins } from './last-login.ts'
import { everyUser, lastLogins, usersTable } from './registry.ts'
import { dayIn, type Source } from './source.ts'
import { ALL_OF_THEM, countUsers, foldUserCounts } from './user-counts.ts'
import { holdZone, takeZone } from './zone.ts'

/** A count of everything that is under way, or was interrupted. */
export interface Recounting {
  zone: string
  /** Events of before are counted; 'infinity' once nothing but the exchange is left. */
  doneUntil: string
}

/** A month of which there are events, in UTC. */
export interface Month {
  name: string
  since: string
  until: string
}

/** Another program began anew, or changed events, under one that counted. */
class OvertakenError extends Error {
  override name = 'OvertakenError'
}

/** So many late events are counted in one transaction. */
const MOST_LATE = 20_000

const beside = (table: string) => `next_${table}`
/** Rolled up since it began: not counted with its month, but by itself afterwards. */
const IS_LATE = 'exists (select from next_late l where l.at = s.at and l.id = s.id)'

/** What is under way; undefined when nothing is. */
export async function readRecounting(
  client: Pick<ClientBase, 'query'>,
): Promise<Recounting | undefined> {
  const { rows } = await client.query<Recounting>(
    `select zone, coalesce(done_until, '-infinity')::text as "doneUntil" from recounting`,
  )
  return rows[0]
}

/**
 * Begins: from here on rollers, who wait for this moment, also note what they roll up for those who count. In a
 * transaction.
 */
export async function begin(client: ClientBase, zone: string): Promise<void> {
  await holdZone(client)
  await client.query('delete from recounting')
  const tables = [...DERIVED.map(({ name }) => beside(name)), 'next_late']
  await client.query(`truncate ${tables.join(', ')}`)
  await beginWithBase(client, beside)
  await client.query(
    'insert into recounting (zone, done_until) values ($1, (select counted_until from events_kept))',
    [zone],
  )
}

/** The first month with events from one instant to another; undefined where there are none. */
export async function nextMonth(
  client: ClientBase,
  doneUntil: string,
  before = 'infinity',
): Promise<Month | undefined> {
  const { rows } = await client.query<Month>(
    `select to_char(month, 'YYYY-MM') as name, (month at time zone 'UTC')::text as since,
       ((month + interval '1 month') at time zone 'UTC')::text as until
     from (
       select date_trunc('month', at at time zone 'UTC') as month
       from events where at >= $1::timestamptz and at < $2::timestamptz order by at limit 1
     ) as first`,
    [doneUntil, before],
  )
  return rows[0]
}

/** Counts a month, in a transaction that sees one moment (repeatable read): its events and the late ones are told apart. */
export async function countMonth(
  client: ClientBase,
  zone: string,
  { since, until }: Month,
): Promise<void> {
  const dayOf = dayIn(quote(zone))
  const source: Source = {
    client,
    fresh: `(select s.*, ${dayOf('s.at')} as day from events s ${within(since, until)}) as stored`,
    earlier: earlierReports(`s.at < timestamptz ${quote(since)} and not ${IS_LATE}`),
    dayOf,
    of: beside,
  }
  await client.query("set local work_mem = '64MB'")
  for (const { count } of FACTS) await count(source)
  await moveOn(client, until)
}

/** Last logins that a month's events tell of. */
export function loginsOfMonth(
  client: ClientBase,
  registry: readonly Resource[],
  { since, until }: Month,
): Promise<void> {
  const fresh = `(select s.* from events s ${within(since, until)}) as stored`
  return setLastLogins({ client, fresh }, usersTable(registry), lastLogins(registry))
}

function within(since: string, until: string): string {
  return `where s.at >= timestamptz ${quote(since)} and s.at < timestamptz ${quote(until)}
    and not ${IS_LATE}`
}

/** Notes how far it has come. Throws OvertakenError. */
export async function moveOn(client: ClientBase, until: string): Promise<void> {
  const { rowCount } = await client.query('update recounting set done_until = $1', [until])
  if (rowCount !== 1)
    throw new OvertakenError('Something else counts, or changed events, meanwhile: begin again.')
}

/** Counts some of the late events, in a transaction. Gives how many. */
export async function countLate(client: ClientBase, zone: string): Promise<number> {
  const dayOf = dayIn(quote(zone))
  await client.query('create temp table fresh (like next_late, day date) on commit drop')
  const { rowCount } = await client.query(
    `with gone as (
       delete from next_late where (at, id) in (select at, id from next_late order by at, id limit ${MOST_LATE})
       returning *
     )
     insert into fresh select gone.*, ${dayOf('at')} from gone`,
  )
  await client.query('analyze fresh')
  const source: Source = {
    client,
    fresh: 'fresh',
    earlier: earlierReports(`(s.at, s.id) not in (select at, id from fresh) and not ${IS_LATE}`),
    dayOf,
    of: beside,
  }
  if (rowCount) for (const { count } of FACTS) await count(source)
  await client.query('drop table fresh')
  return rowCount ?? 0
}

/**
 * Puts what was counted in the place of what there was, in a transaction that rollers wait for: the last late events,
 * the users, who cannot be written meanwhile, and then names change. Gives how many rows were not what they should
 * have been. No lock is waited for longer than a moment.
 */
export async function putInPlace(
  client: Client,
  { zone }: Recounting,
  registry: readonly Resource[],
): Promise<number> {
  await holdZone(client)
  await client.query("set local lock_timeout = '800ms'; set local work_mem = '64MB'")
  while ((await countLate(client, zone)) > 0);
  let wrong = 0
  for (const table of DERIVED) {
    if (table.name === DAILY.table) {
      await client.query(`lock table daily_changes, ${DAILY.table} in share row exclusive mode`)
      await foldUserCounts(client, { most: ALL_OF_THEM })
      await countUsers({ client, of: beside }, everyUser(registry), zone)
    }
    wrong += await differing(client, table)
  }
  const { rowCount } = await client.query('delete from recounting')
  if (rowCount !== 1) throw new OvertakenError('Something else counts meanwhile: begin again.')
  for (const { name } of DERIVED) await client.query('select put_in_place($1)', [name])
  await takeZone(client, zone)
  return wrong
}

async function differing(
  client: ClientBase,
  { name, keys }: (typeof DERIVED)[number],
): Promise<number> {
  const isSame = keys.map((key) => `m.${key} = r.${key}`).join(' and ')
  const { rows } = await client.query<{ gone: number; come: number }>(
    `select count(*) filter (where m.${keys[0]} is null or (r.${keys[0]} is not null and isother)) as gone,
       count(*) filter (where r.${keys[0]} is null or (m.${keys[0]} is not null and isother)) as come
     from ${name} r full join ${beside(name)} m on ${isSame}
       cross join lateral (select row(m.*) is distinct from row(r.*) as isother) as o`,
  )
  return Math.max(rows[0]?.gone ?? 0, rows[0]?.come ?? 0)
}
