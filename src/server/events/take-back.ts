import type { ClientBase } from 'pg'
import type { Resource } from '#model/resource.ts'
import { inTransaction } from '#server/db/pool.ts'
import type { Store } from '#server/db/store.ts'
import { inOne, onlyOneCounts, recount } from './recount.ts'
import { type LastLogins, lastLogins } from './registry.ts'
import { holdZone, keptZone } from './zone.ts'

interface TakeBackOptions {
  store: Store
  registry: readonly Resource[]
  /** The reporting time zone, where none is kept yet. */
  zone(): string
  /** So much of the table is read by one transaction. */
  blocks?: number
}

/** 16 MB: read in a moment. */
const BLOCKS = 2000

/**
 * Makes the work that takes back what tokens sent (docs/decisions/042-tokens.md). The events leave in pieces, by their
 * place in the table: no index is kept for what may never be asked for. Then everything is counted anew from the rest.
 * Whatever is interrupted begins again with what is left. Gives whether more may be waiting.
 */
export function createTakeBack({ store, registry, zone, blocks = BLOCKS }: TakeBackOptions) {
  const logins = lastLogins(registry)
  const removeAll = async (token: string, signal?: AbortSignal) => {
    for (const { part, size } of await partsOf(store))
      for (let from = 0; from < size && !signal?.aborted; from += blocks)
        await inTransaction(store.rolling, (tx) =>
          remove(tx, token, logins, { part, from, to: from + blocks }),
        )
  }

  return async (signal?: AbortSignal): Promise<boolean> => {
    const waiting = await firstWaiting(store)
    if (waiting === undefined) return false
    const options = { connection: store.connection, registry, signal }
    await onlyOneCounts(options, 'wait', async (client) => {
      // Another server was faster.
      const token = await firstWaiting(store)
      if (token === undefined) return
      // Rounds under way end first; those that follow drop what the token sent.
      await inOne(client, async () => {
        await holdZone(client)
        await client.query('delete from recounting')
        await client.query('delete from event_batches where token_id = $1', [token])
      })
      await removeAll(token, signal)
      if (signal?.aborted) return
      await recount(client, (await keptZone(client)) ?? zone(), options, true)
      await client.query('update service_tokens set taken_back_at = now() where id = $1', [token])
    })
    return !signal?.aborted
  }
}

async function firstWaiting({ pool }: Store): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from service_tokens where take_back_at is not null and taken_back_at is null
     order by take_back_at limit 1`,
  )
  return rows[0]?.id
}

/** The tables that events stand in, each with its size in blocks. */
async function partsOf({ pool }: Store): Promise<{ part: string; size: number }[]> {
  const { rows } = await pool.query<{ part: string; size: number }>(
    `select part::text, pg_relation_size(part) / current_setting('block_size')::int as size
     from (
       select relid as part from pg_partition_tree('events') where isleaf
       union all select oid::regclass from pg_class where oid = to_regclass('events') and relkind = 'r'
     ) as parts`,
  )
  return rows
}

/**
 * Deletes a token's events in a stretch of a table. A last login that they told of
 * goes back to what sessions tell; counting anew adds what other events do.
 */
async function remove(
  client: ClientBase,
  token: string,
  { table, column }: LastLogins,
  { part, from, to }: { part: string; from: number; to: number },
): Promise<void> {
  await client.query(
    `with gone as (
       delete from ${part} where token_id = $1 and ctid >= $2::tid and ctid < $3::tid
       returning user_id, type, at
     ),
     signed_in as (
       select user_id, max(at) as at from gone where type = 'user_signed_in' group by user_id
     ),
     mended as (
       update ${table} k set ${column} =
         (select max(s.created_at) from sessions s where s.user_id = k.id)
       from signed_in i where k.id = i.user_id and k.${column} <= i.at
     )
     update service_tokens t set events = t.events - g.n, taken_back = t.taken_back + g.n
     from (select count(*) as n from gone) g where t.id = $1 and g.n > 0`,
    [token, `(${from},0)`, `(${to},0)`],
  )
}
