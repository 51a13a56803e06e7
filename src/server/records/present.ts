import { defOf, describe, schemaAt, unwrap } from '#model/describe.ts'
import { withComputed } from '#model/evaluate.ts'
import { findAt, mapAt } from '#model/paths.ts'
import { referencesIn } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import type { Store } from '#server/services.ts'
import type { Hooks } from './hooks/hooks.ts'
import { createFit } from './legacy-values.ts'
import type { Data, Stored } from './shape.ts'

export type Presenter = ReturnType<typeof createPresenter>

/** A place where ids are stored and the records themselves are shown. */
interface Expansion {
  path: string
  to: string
  /** The keys of the record that are shown beside its id. */
  keys: readonly string[]
}

/** Shows stored records as answers do. */
export function createPresenter(store: Store, resource: Resource, hooks: Hooks | undefined) {
  const expansions = expansionsOf(resource)
  const targets = [...new Set(expansions.map(({ to }) => to))]
  const defaults = unwritable(resource)
  const fitting = createFit(resource)
  const isPlain = expansions.length === 0 && !hooks?.present

  const plain = (record: Stored): Data => {
    const shown = withComputed(resource, toWire(record))
    return defaults ? { ...defaults, ...shown } : shown
  }

  /** Shows a page, with one query for each resource whose records are shown within. */
  const all = async (records: readonly Stored[]): Promise<Data[]> => {
    const stored = records.map(plain)
    if (isPlain) return stored.map(fitting)
    const rows = (await hooks?.present?.(store, stored, records)) ?? stored
    const known = new Map(
      await Promise.all(
        targets.map(async (to) => {
          const ids = expansions
            .filter((one) => one.to === to)
            .flatMap(({ path }) => rows.flatMap((row) => findAt(row, path)))
            .map(({ value }) => String(value))
          return [to, await store.references.read(to, [...new Set(ids)])] as const
        }),
      ),
    )
    const expanded = (row: Data, { path, to, keys }: Expansion): Data =>
      mapAt(row, path, (id) => ({ _id: id, ...pick(known.get(to)?.get(String(id)), keys) }))
    return rows.map((row) => fitting(expansions.reduce(expanded, row)))
  }

  const one = async (record: Stored): Promise<Data> => (await all([record]))[0] ?? {}

  return {
    ...{ all, one },

    /** The same stored rows are always shown alike: no other records and no functions of the declaration add to them. */
    isFixed: isPlain && Object.values(resource.computed).every(({ op }) => op !== 'made'),

    /** Shows only the keys of the row schema, for answers without a schema of their own. */
    shown: async (record: Stored): Promise<Data> =>
      pick(await one(record), Object.keys(resource.row.shape)),
  }
}

/** The references at which the row schema has an object: mentors answer career fields, not their ids. */
export function expansionsOf(resource: Resource): Expansion[] {
  return referencesIn(resource).flatMap(({ path, to }) => {
    const schema = schemaAt(resource.row, path.replaceAll('*', '0'))
    const def = schema && defOf(unwrap(schema))
    if (def?.type !== 'object') return []
    return [{ path, to, keys: Object.keys(def.shape).filter((key) => key !== '_id') }]
  })
}

/** The defaults of keys that no form writes (reviewCount); undefined without any. */
function unwritable({ row, create, update }: Resource): Data | undefined {
  const keys = Object.keys(row.shape).filter((key) => !(key in create.shape || key in update.shape))
  const entries = keys.flatMap((key) => {
    const value = describe(row, key)?.default
    return value === undefined ? [] : [[key, value] as const]
  })
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

function pick(data: Data | undefined, keys: readonly string[]): Data {
  const there = keys.filter((key) => data?.[key] !== undefined)
  return Object.fromEntries(there.map((key) => [key, data?.[key]]))
}

/** A stored record with the keys of answers. The row schema takes out all others. */
function toWire({ id, version, createdAt, updatedAt, data, isWire }: Stored): Data {
  if (isWire) return data
  return { ...data, _id: id, createdAt, updatedAt, version }
}
