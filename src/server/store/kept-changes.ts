import type { Via } from '#contract/changes.ts'
import { type FieldChanges, fieldChanges } from '#model/field-changes.ts'
import type { Resource } from '#model/resource.ts'
import { pathByNewName, withNewNames } from './renamed.ts'
import { type Data, isId } from './shape.ts'
import { type Runner, raw, rowsOf, sql } from './sql.ts'
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
}

/** What a change did to one record. */
export interface KeptItem {
  resource: string
  recordId: string
  version: number
  action: 'create' | 'update' | 'delete' | 'restore' | 'erase'
  at: string
  actorId: string | null
  /** All that the record held after it, of a deletion before it. */
  data: Data
  /** Of an update: what each field was and is. */
  fields: FieldChanges
}

/** The kept changes, to read. */
export interface KeptChanges {
  get(id: string): Promise<KeptChange | undefined>
  /** The change that was made under a key by somebody. */
  under(actorId: string | null, once: Once): Promise<KeptChange | undefined>
  /** What a change did, in the order it did it. */
  items(runner: Runner, change: string): Promise<KeptItem[]>
  /** What was done to records of a resource after some version of each, oldest first. */
  since(
    runner: Runner,
    resource: string,
    versions: ReadonlyMap<string, number>,
  ): Promise<ReadonlyMap<string, KeptItem[]>>
}

const NOBODY = '00000000-0000-0000-0000-000000000000'

type Row = Omit<KeptItem, 'fields'> & { fields: FieldChanges | null; before: Data | null }

export function createKeptChanges(pool: Runner, registry: readonly Resource[]): KeptChanges {
  const byName = new Map(registry.map((resource) => [resource.name, resource]))

  /** Under the present names of its resource. What is older than `fields` differs from the version before it. */
  const read = ({ before, fields, ...row }: Row): KeptItem => {
    const resource = byName.get(row.resource)
    const named = (data: Data) => (resource ? withNewNames(resource, data) : data)
    const data = named(row.data)
    if (row.action !== 'update') return { ...row, data, fields: {} }
    if (!fields) return { ...row, data, fields: before ? fieldChanges(named(before), data) : {} }
    const entries = Object.entries(fields).map(
      ([path, change]) => [resource ? pathByNewName(resource, path) : path, change] as const,
    )
    return { ...row, data, fields: Object.fromEntries(entries) }
  }
  const columns = raw(`h.resource, h.record_id as "recordId", h.version, h.action, h.at,
    h.actor_id as "actorId", h.data, h.fields,
    case when h.fields is null and h.action = 'update' then (
      select p.data from history p where p.resource = h.resource and p.record_id = h.record_id
        and p.version < h.version order by p.version desc limit 1
    ) end as before`)
  const change = raw(`id, at, actor_id as "actorId", via, answer, asked_hash as asked from changes`)

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
      const rows = await rowsOf<Row>(
        runner,
        sql`select ${columns} from history h where coalesce(h.change_id, h.id) = ${id}
          order by h.id`,
      )
      return rows.map(read)
    },

    async since(runner, resource, versions) {
      const rows = await rowsOf<Row>(
        runner,
        sql`select ${columns} from unnest(${[...versions.keys()]}::uuid[], ${[...versions.values()]}::int[])
            as known(id, version)
          join history h on h.resource = ${resource} and h.record_id = known.id
            and h.version > known.version
          order by h.record_id, h.version`,
      )
      const found = new Map<string, KeptItem[]>()
      for (const row of rows) {
        const own = found.get(row.recordId)
        if (own) own.push(read(row))
        else found.set(row.recordId, [read(row)])
      }
      return found
    },
  }
}
