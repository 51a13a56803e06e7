import type { Client } from 'pg'
import type { Resource } from '#model/resource.ts'
import { shapeOf } from '#server/records/shape.ts'
import { isMonthMissing, makeMonths } from './event-months.ts'
import type { Filled } from './filled.ts'
import { whileHolding } from './holding.ts'
import {
  type Index,
  indexesFor,
  knownIndexes,
  type Means,
  makeIndex,
  readUnindexed,
} from './indexes.ts'
import { inShortStep } from './migrate.ts'
import { type Connection, connectAlone, databaseCode } from './pool.ts'
import { endRenames, isRenaming, renamesLeft } from './renamed-keys.ts'
import { needsSearchTexts, remakeSearchTexts } from './search-texts.ts'
import { columnsNow, makeTrigger, readFilled } from './tables.ts'
import { sharedValues, type Unindexed } from './unindexed.ts'

export interface OnlineOptions {
  connection: Connection
  registry: readonly Resource[]
  filled: Filled
  unindexed: Unindexed
  means: Means
  /** Takes what is being done, in words for the operator. */
  say(line: string): void
  signal?: AbortSignal
}

/** Few enough that whoever writes one of these records waits for a moment only. */
const BATCH = 500
/** What no program declares any more is dropped after a day: one that still runs may use it. */
const LEFT_FOR = `interval '1 day'`

/**
 * Brings tables with many rows up to their declarations while everybody goes on working: columns are filled
 * and search texts remade in batches, indexes built beside the old ones and put in their place. It goes on
 * where it was interrupted; of several programs one does it. Gives when everything is done.
 */
export async function bringUpOnline(options: OnlineOptions): Promise<void> {
  const client = await connectAlone(options.connection)
  // An index may take minutes, and a stop does not wait for it.
  options.signal?.addEventListener('abort', () => void client.end())
  try {
    if (!(await isWorkLeft(client, options))) return
    const { connection, signal } = options
    // Another program waits meanwhile, and then finds nothing to do.
    await whileHolding(connection, 'online', 'wait', () => bringUpAll(client, options), signal)
  } finally {
    await client.end()
  }
}

async function bringUpAll(client: Client, options: OnlineOptions): Promise<void> {
  if (await isMonthMissing(client)) await makeMonths(client, options.say)
  for (const resource of options.registry) {
    if (options.signal?.aborted) return
    await bringUp(client, resource, options)
  }
}

async function isWorkLeft(client: Client, options: OnlineOptions): Promise<boolean> {
  if (await isMonthMissing(client)) return true
  for (const resource of options.registry) {
    const { table } = shapeOf(resource)
    if (!(await readFilled(client, resource, options.filled))) return true
    if (await isRenaming(client, table)) return true
    if (await needsSearchTexts(client, resource)) return true
    const known = await knownIndexes(client, table)
    const declared = indexesFor(resource, options.means)
    if (declared.some((index) => known.get(index.name)?.madeBy !== index.madeBy)) return true
    if (known.size !== declared.length) return true
    if ((await columnsLeft(client, table)).length > 0) return true
    if ((await renamesLeft(client, table, LEFT_FOR)).length > 0) return true
  }
  return false
}

async function bringUp(client: Client, resource: Resource, options: OnlineOptions): Promise<void> {
  const { table } = shapeOf(resource)
  const name = resource.title.toLowerCase()
  const say = (what: string) => options.say(`${what} of ${name}`)
  if (!(await readFilled(client, resource, options.filled)) || (await isRenaming(client, table)))
    await fillColumns(client, resource, options, say)
  await endRenaming(client, resource, options, say)
  if (await needsSearchTexts(client, resource)) {
    say('Remaking search texts')
    await remakeSearchTexts(client, resource, options.signal)
  }
  const stale = await buildIndexes(client, resource, options, say)
  await client.query(
    `update field_columns set is_filled = true
     where table_name = $1 and column_name = any($2) and filled_to = $3`,
    [table, shapeOf(resource).columns.map((column) => column.name), END],
  )
  await readFilled(client, resource, options.filled)
  for (const index of stale) await putInPlace(client, index)
  await readUnindexed(client, resource, options.unindexed)
  await dropWhatLeft(client, resource, options)
}

/** Once every record has its keys by their new names, and nobody uses the old ones, takes those away. */
async function endRenaming(
  client: Client,
  resource: Resource,
  options: OnlineOptions,
  say: (what: string) => void,
): Promise<void> {
  const { table } = shapeOf(resource)
  const isDone = `update renamed_keys set is_filled = true where table_name = $1 and filled_to = $2`
  await client.query(isDone, [table, END])
  const left = await renamesLeft(client, table, LEFT_FOR)
  if (left.length === 0) return
  await inShortStep(client, async () => {
    await endRenames(client, shapeOf(resource), left)
    await makeTrigger(client, shapeOf(resource))
  })
  await fillColumns(client, resource, options, say)
  await client.query(isDone, [table, END])
}

/** Stands behind the last id: everything is done. */
const END = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const START = '00000000-0000-0000-0000-000000000000'

/** Writes each record's data over itself, which lets the trigger fill the columns; nothing else changes. */
async function fillColumns(
  client: Client,
  resource: Resource,
  { signal }: OnlineOptions,
  say: (what: string) => void,
): Promise<void> {
  const { table } = shapeOf(resource)
  const { rows } = await client.query<{ done: string }>(
    `select coalesce(filled_to, '${START}')::text as done from (
       select table_name, is_filled, filled_to from field_columns
       union all select table_name, is_filled, filled_to from renamed_keys
     ) as work where table_name = $1 and not is_filled order by 1 limit 1`,
    [table],
  )
  let after = rows[0]?.done ?? START
  if (after === END) return
  say(`Filling columns`)
  while (after !== END && !signal?.aborted) {
    const from = after
    after = await inShortStep(client, async () => {
      const { rows: ids } = await client.query<{ id: string }>(
        `with batch as (
           select id from ${table} where id > $1 order by id limit ${BATCH} for update
         )
         update ${table} t set data = t.data from batch where t.id = batch.id returning t.id`,
        [from],
      )
      const last =
        ids
          .map(({ id }) => id)
          .sort()
          .at(-1) ?? END
      for (const work of ['field_columns', 'renamed_keys'])
        await client.query(
          `update ${work} set filled_to = $2 where table_name = $1 and not is_filled`,
          [table, last],
        )
      return last
    })
  }
}

/** Names of 60 characters at most leave room for these. */
const NEW = '_n'
const OLD = '_o'

/** Builds what is missing or made otherwise, beside what is there. Gives those that have to take its place. */
async function buildIndexes(
  client: Client,
  resource: Resource,
  { means, signal }: OnlineOptions,
  say: (what: string) => void,
): Promise<Index[]> {
  const { table } = shapeOf(resource)
  const known = await knownIndexes(client, table)
  const stale: Index[] = []
  for (const index of indexesFor(resource, means)) {
    if (signal?.aborted) return []
    const there = known.get(index.name)
    if (there?.isValid && there.madeBy === index.madeBy) continue
    if (await isBroken(client, resource, index)) continue
    if (there && !there.isValid) await client.query(`drop index concurrently ${index.name}`)
    const isReplaced = there?.isValid === true
    if (isReplaced) stale.push(index)
    const name = isReplaced ? `${index.name}${NEW}` : index.name
    const begun = known.get(`${index.name}${NEW}`)
    if (isReplaced && begun?.isValid && begun.madeBy === index.madeBy) continue
    if (begun) await client.query(`drop index concurrently ${index.name}${NEW}`)
    say(`Building the index ${index.name}`)
    try {
      for (const statement of makeIndex(table, index, name, 'concurrently'))
        await client.query(statement)
    } catch (error) {
      // It would have to be unique, and is not: the old index, if any, stays.
      if (databaseCode(error) !== '23505') throw error
      await client.query(`drop index concurrently if exists ${name}`)
      if (isReplaced) stale.pop()
    }
  }
  return stale
}

/** Whether stored records break the rule that an index would keep: they are told of as findings (domain/findings). */
async function isBroken(client: Client, resource: Resource, { rule }: Index): Promise<boolean> {
  if (!rule) return false
  const columns = await columnsNow(client, resource)
  return (await sharedValues(client, resource, rule, columns, 1)).length > 0
}

/** Whether some index could be built by now that records stood against. */
export async function canKeepMore({
  connection,
  registry,
  unindexed,
}: Pick<OnlineOptions, 'connection' | 'registry' | 'unindexed'>): Promise<boolean> {
  const waiting = registry.filter((resource) => unindexed.of(resource).length > 0)
  if (waiting.length === 0) return false
  const client = await connectAlone(connection)
  try {
    for (const resource of waiting) {
      const columns = await columnsNow(client, resource)
      for (const rule of unindexed.of(resource))
        if ((await sharedValues(client, resource, rule, columns, 1)).length === 0) return true
    }
    return false
  } finally {
    await client.end()
  }
}

async function putInPlace(client: Client, { name }: Index): Promise<void> {
  await inShortStep(client, async () => {
    await client.query(`alter index ${name} rename to ${name}${OLD}`)
    await client.query(`alter index ${name}${NEW} rename to ${name}`)
  })
  await client.query(`drop index concurrently ${name}${OLD}`)
}

async function dropWhatLeft(
  client: Client,
  resource: Resource,
  { means }: OnlineOptions,
): Promise<void> {
  const { table } = shapeOf(resource)
  const declared = new Set(indexesFor(resource, means).map(({ name }) => name))
  for (const [name, { madeBy }] of await knownIndexes(client, table)) {
    if (declared.has(name)) continue
    const [, since] = /^left (.*)$/.exec(madeBy ?? '') ?? []
    if (name.endsWith(OLD)) await client.query(`drop index concurrently ${name}`)
    else if (since === undefined)
      await client.query(`comment on index ${name} is 'left ${new Date().toISOString()}'`)
    else if (Date.now() - Date.parse(since) > 86_400_000)
      await client.query(`drop index concurrently ${name}`)
  }
  const left = await columnsLeft(client, table)
  if (left.length === 0) return
  await inShortStep(client, async () => {
    await client.query(
      'delete from field_columns where table_name = $1 and column_name = any($2)',
      [table, left],
    )
    await makeTrigger(client, shapeOf(resource))
    for (const name of left)
      await client.query(`alter table ${table} drop column if exists ${name}`)
  })
}

async function columnsLeft(client: Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from field_columns
     where table_name = $1 and left_at < now() - ${LEFT_FOR}`,
    [table],
  )
  return rows.map(({ name }) => name)
}
