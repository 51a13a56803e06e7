import { defOf, describe, schemaAt, unwrap } from '#model/describe.ts'
import { withComputed } from '#model/evaluate.ts'
import { findAt, mapAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import type { Store } from '#server/store.ts'
import type { Hooks } from './hooks/hooks.ts'
import { createFit } from './legacy-values.ts'
import type { Data, Stored } from './shape.ts'
import { referencesIn } from './shape.ts'

/** Stored records as answers show them. */
export interface Presenter {
  /** A page of them: one query for each resource whose records are shown within, whatever the number of rows. */
  all(records: readonly Stored[]): Promise<Data[]>
  one(record: Stored): Promise<Data>
  /** Just the keys of the row schema, for answers without a schema of their own. */
  shown(record: Stored): Promise<Data>
  /** The same rows are always shown alike: nothing else is read for it, and no function of the declaration is asked. */
  readonly isFixed: boolean
}

/** A place where ids are stored and the records themselves are shown. */
interface Expansion {
  path: string
  to: string
  /** What is shown of the record besides its id. */
  keys: readonly string[]
}

export function createPresenter(
  store: Store,
  resource: Resource,
  hooks: Hooks | undefined,
): Presenter {
  const expansions = expansionsOf(resource)
  const defaults = unwritable(resource)
  const fitting = createFit(resource)

  const isPlain = expansions.length === 0 && !hooks?.present
  const isFixed = isPlain && Object.values(resource.computed).every(({ op }) => op !== 'made')

  const plain = (record: Stored): Data => {
    const shown = withComputed(resource, toWire(record))
    return defaults ? { ...defaults, ...shown } : shown
  }
  const shownPlain = (record: Stored): Data => fitting(plain(record))

  const all = async (records: readonly Stored[]): Promise<Data[]> => {
    const stored = records.map(plain)
    const rows = (await hooks?.present?.(store, stored, records)) ?? stored
    const targets = [...new Set(expansions.map(({ to }) => to))]
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
    return rows.map((row) =>
      fitting(
        expansions.reduce(
          (shown, { path, to, keys }) =>
            mapAt(shown, path, (id) => ({
              _id: id,
              ...pick(known.get(to)?.get(String(id)), keys),
            })),
          row,
        ),
      ),
    )
  }

  const one = async (record: Stored): Promise<Data> =>
    isPlain ? shownPlain(record) : ((await all([record]))[0] ?? {})

  return {
    all: async (records) => (isPlain ? records.map(shownPlain) : all(records)),
    one,
    isFixed,
    async shown(record) {
      return pick(await one(record), Object.keys(resource.row.shape))
    },
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

/** What a row shows before anything was stored: keys that no form writes, with a default (reviewCount). */
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

/** A stored record as answers name it. The row schema takes out what is not listed. */
function toWire({ id, version, createdAt, updatedAt, data, isWire }: Stored): Data {
  if (isWire) return data
  return { ...data, _id: id, createdAt, updatedAt, version }
}
