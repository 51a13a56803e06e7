import type { ClientBase } from 'pg'
import { IS_PENDING } from './queue.ts'

/** So many of the 16 shards does a round take when it leaves others to others. */
const MOST_SHARDS = 8
/** So many whole batches are cut up by one round. */
const MOST_CUT = 100

/**
 * Holds shards that something waits in until the transaction ends, those first in which it has been waiting for
 * longest. `try` takes some that nobody holds, `wait` all; of given batches it is always theirs.
 */
export async function holdShards(
  client: ClientBase,
  mode: 'wait' | 'try',
  only?: readonly string[],
): Promise<number[]> {
  const oldest = `select b.id from event_batches b where b.shard = s.shard and b.failed_at is null
    ${only ? 'and b.id = any($1::uuid[])' : ''} order by b.id limit 1`
  const isOthers = mode === 'try' && !only
  const { rows } = await client.query<{ shard: number }>(
    `select s.shard from event_shards s cross join lateral (${oldest}) as o
     order by ${isOthers ? `o.id limit ${MOST_SHARDS}` : 's.shard'}
     for update of s ${isOthers ? 'skip locked' : ''}`,
    only ? [only] : [],
  )
  return rows.map(({ shard }) => shard)
}

/**
 * Cuts batches that are not of one shard into some that are: those from before there were shards, and those that a
 * program of before still takes in. Their place in the queue stays. Gives how many were cut up.
 */
export async function cutUp(client: ClientBase, only?: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `with whole as (
       delete from event_batches where id in (
         select id from event_batches
         where shard is null and ${IS_PENDING} and ($1::uuid[] is null or id = any($1))
         order by id limit ${MOST_CUT} for update skip locked
       ) returning *
     ),
     cut as (
       insert into event_batches (id, received_at, events, token_id, attempts, shard)
       select (left(id::text, 24) || substr(md5(id::text || shard), 1, 12))::uuid,
         received_at, jsonb_agg(event order by place), token_id, attempts, shard
       from (
         select w.id, w.received_at, w.token_id, w.attempts, e.event, e.place,
           ('x' || right(e.event ->> 'user', 1))::bit(4)::int as shard
         from whole w cross join jsonb_array_elements(w.events) with ordinality as e(event, place)
       ) as told
       group by id, received_at, token_id, attempts, shard
     )
     select count(*) as n from whole`,
    [only ?? null],
  )
  return rows[0]?.n ?? 0
}
