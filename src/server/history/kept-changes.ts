import type { Via } from '#contract/changes.ts'
import { type Runner, raw, rowsOf, sql } from '#server/db/sql.ts'
import { isId } from '#server/records/shape.ts'
import { CHANGE_OF_ENTRY, ENTRY, type EntryRow, type KeptEntry, readEntry } from './kept-entries.ts'
import type { Once } from './write.ts'

/** A change as it is kept. */
export interface KeptChange {
  id: string
  at: string
  actorId: string | null
  via: Via
  /** What was answered, where the items do not say it all. */
  answer: object | null
  /** What was asked under its Idempotency-Key. */
  asked: Buffer | null
  /** It is one of very many records, which are to be read in pieces. */
  isSummed: boolean
}

/** The kept changes, to read. */
export interface KeptChanges {
  get(id: string): Promise<KeptChange | undefined>
  /** The change that was made under a key by somebody. */
  under(actorId: string | null, once: Once): Promise<KeptChange | undefined>
  /** What a change did, in the order it did it. */
  items(runner: Runner, change: string): Promise<KeptEntry[]>
  /** Up to so many items after one, in the order it did them, and the last one's id; undefined when there are no more. */
  piece(
    runner: Runner,
    change: string,
    after: string | undefined,
    most: number,
  ): Promise<{ items: KeptEntry[]; last: string | undefined }>
  /** What was done to records of a resource after some version of each, oldest first. */
  since(
    runner: Runner,
    resource: string,
    versions: ReadonlyMap<string, number>,
  ): Promise<ReadonlyMap<string, KeptEntry[]>>
}

const NOBODY = '00000000-0000-0000-0000-000000000000'

export function createKeptChanges(pool: Runner): KeptChanges {
  const columns = raw(`${ENTRY}, h.at`)
  const change = raw(`id, at, actor_id as "actorId", via, answer, asked_hash as asked,
    summary is not null as "isSummed" from changes`)

  return {
    async get(id) {
      if (!isId(id)) return undefined
      const [found] = await rowsOf<KeptChange>(pool, sql`select ${change} where id = ${id}`)
      return found
    },

    async under(actorId, { key }) {
      const [found] = await rowsOf<KeptChange>(
        pool,
        sql`select ${change} where coalesce(actor_id, ${NOBODY}) = coalesce(${actorId}::uuid, ${NOBODY})
          and key_hash = ${key}`,
      )
      return found
    },

    async items(runner, id) {
      const rows = await rowsOf<EntryRow>(
        runner,
        sql`select ${columns} from history h where ${raw(CHANGE_OF_ENTRY)} = ${id}
          order by h.id`,
      )
      return rows.map((row) => readEntry(row))
    },

    async piece(runner, id, after, most) {
      const rows = await rowsOf<EntryRow & { entryId: string }>(
        runner,
        sql`select h.id as "entryId", ${columns} from history h
          where ${raw(CHANGE_OF_ENTRY)} = ${id} and h.id > ${after ?? NOBODY}::uuid
          order by h.id limit ${most}`,
      )
      return { items: rows.map((row) => readEntry(row)), last: rows.at(-1)?.entryId }
    },

    async since(runner, resource, versions) {
      const rows = await rowsOf<EntryRow>(
        runner,
        sql`select ${columns} from unnest(${[...versions.keys()]}::uuid[], ${[...versions.values()]}::int[])
            as known(id, version)
          join history h on h.resource = ${resource} and h.record_id = known.id
            and h.version > known.version
          order by h.record_id, h.version`,
      )
      const found = new Map<string, KeptEntry[]>()
      for (const row of rows) {
        const own = found.get(row.recordId)
        if (own) own.push(readEntry(row))
        else found.set(row.recordId, [readEntry(row)])
      }
      return found
    },
  }
}
