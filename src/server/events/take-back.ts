import type { ClientBase } from 'pg'
import type { Resource } from '#model/resource.ts'
import type { Store } from '#server/store.ts'
import { inLongTransaction, rebuild } from './rebuild.ts'
import { lastLogins } from './user-tables.ts'
import { lockZone } from './zone.ts'

const NEXT_TOKEN = `select id from service_tokens
  where take_back_at is not null and taken_back_at is null order by take_back_at limit 1`

/**
 * Takes back the events of one token for which that was asked (docs/decisions/025-access.md): deletes them and rebuilds
 * all figures, in one transaction. Returns whether there was one.
 */
export async function takeBackNext(
  { pool, connection }: Pick<Store, 'pool' | 'connection'>,
  registry: readonly Resource[],
  signal?: AbortSignal,
): Promise<boolean> {
  if ((await nextToken(pool)) === undefined) return false
  await inLongTransaction(
    connection,
    async (client) => {
      await lockZone(client)
      const token = await nextToken(client)
      // Another server was faster.
      if (token !== undefined) await takeBack(client, registry, token)
    },
    signal,
  )
  return true
}

async function nextToken(client: Pick<ClientBase, 'query'>): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(NEXT_TOKEN)
  return rows[0]?.id
}

async function takeBack(
  client: ClientBase,
  registry: readonly Resource[],
  token: string,
): Promise<void> {
  await client.query('delete from event_batches where token_id = $1', [token])
  const { rows } = await client.query<{ user: string; at: string }>(
    `with gone as (
       delete from events where token_id = $1 returning user_id, type, at
     ),
     counted as (
       update service_tokens set events = 0, taken_back_at = now(),
         taken_back = taken_back + (select count(*) from gone)
       where id = $1
     )
     select user_id as user, max(at)::text as at from gone where type = 'user_signed_in' group by 1`,
    [token],
  )
  // A last login that these events set goes back to the last session; other events may set a later one.
  const beforeLogins = async () => {
    const { table, column } = lastLogins(registry)
    await client.query(
      `update ${table} k set ${column} =
         (select max(s.created_at) from sessions s where s.user_id = k.id)
       from unnest($1::uuid[], $2::timestamptz[]) as gone(id, at)
       where k.id = gone.id and k.${column} <= gone.at`,
      [rows.map(({ user }) => user), rows.map(({ at }) => at)],
    )
  }
  await rebuild(client, { registry, beforeLogins })
}
