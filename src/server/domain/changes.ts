import { withoutExcess } from '#model/excess.ts'
import { isObject } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { parseBody } from '#model/validate.ts'
import { type Around, type Author, ChangedMeanwhileError } from '#server/store/records.ts'
import type { Data, Stored } from '#server/store/shape.ts'
import type { Store } from '#server/store/store.ts'
import type { Hooks, Write } from './hooks/hooks.ts'
import { createPresenter } from './present.ts'
import { createLinks } from './references.ts'
import { conflict, invalid, notFound, stale } from './refusals.ts'

/** The writes of one resource: checked by its schemas, with its hooks around them. */
export interface Writer {
  /** Refuses wrong input with a sentence per field, and when a unique value is taken. References are checked (MEN-03). */
  create(body: unknown, author: Author): Promise<Stored>
  /** Lays the body over the stored record. Throws also 404, and 412 when another version was expected. */
  update(id: string, body: unknown, expected: Expected, author: Author): Promise<Stored>
  /** Throws 404, 412, and 409 while other records refer to this one (CF-03). */
  remove(id: string, expected: Expected, author: Author): Promise<void>
}

/** The versions on which a change may be based; undefined for any. */
export type Expected = readonly number[] | undefined

const ATTEMPTS = 5

export function createWriter(store: Store, resource: Resource, hooks: Hooks = {}): Writer {
  const records = store.records(resource.name)
  const links = createLinks(store, resource)
  const presenter = createPresenter(store, resource, hooks)
  const noun = resource.label.one.toLowerCase()

  const check = (mode: 'create' | 'edit', body: Data): Data => {
    const schema = mode === 'create' ? resource.create : resource.update
    const parsed = parseBody(resource, mode, links.plain(withoutExcess(schema, body) as Data))
    if (parsed.ok) return links.placed(mode, parsed.value)
    throw invalid(Object.values(parsed.errors).join(' '), parsed.errors)
  }

  const prepare = async (write: Write): Promise<{ data: Data; around: Around }> => {
    const given = write.action === 'delete' ? {} : write.data
    const { data, aside } = (await hooks.prepare?.(store, write)) ?? { data: given }
    return {
      data,
      around: {
        before: async (tx) => {
          const instead = await hooks.beforeWrite?.(store, tx, write)
          if (write.action === 'create') await links.check(tx, instead ?? data, undefined)
          if (write.action === 'update') await links.check(tx, instead ?? data, write.before.data)
          return instead
        },
        after: async (tx, record) => {
          if (write.action === 'delete') await links.refuseIfUsed(tx, record.id)
          await hooks.afterWrite?.(store, tx, write, record, aside)
        },
      },
    }
  }

  /** Reads and tries again when another write came between; an expected version then no longer matches. */
  const onLatest = async <T>(
    id: string,
    expected: Expected,
    work: (before: Stored) => Promise<T>,
  ): Promise<T> => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const before = await records.get(id)
      if (!before) throw notFound(`This ${noun} does not exist, or was deleted.`)
      if (expected?.includes(before.version) === false) {
        const changed = store.activity.changeOf(resource.name, before)
        throw stale(noun, await presenter.shown(before), await changed)
      }
      try {
        return await work(before)
      } catch (error) {
        if (!(error instanceof ChangedMeanwhileError)) throw error
      }
    }
    throw conflict(`This ${noun} is being changed by others. Please try again.`)
  }

  return {
    async create(body, author) {
      const write: Write = { action: 'create', data: check('create', asObject(body)), author }
      const { data, around } = await prepare(write)
      const record = await records.create(data, author, around)
      hooks.written?.(write, record)
      return record
    },

    update: (id, body, expected, author) =>
      onLatest(id, expected, async (before) => {
        const merged = laidOver(before.data, asObject(body))
        const write: Write = { action: 'update', data: check('edit', merged), before, author }
        const { data, around } = await prepare(write)
        const unset = Object.keys(resource.update.shape).filter(
          (key) => Object.hasOwn(before.data, key) && data[key] === undefined,
        )
        const record = await records.update(before, { set: data, unset }, author, around)
        hooks.written?.(write, record)
        return record
      }),

    remove: (id, expected, author) =>
      onLatest(id, expected, async (before) => {
        const write: Write = { action: 'delete', before, author }
        const { around } = await prepare(write)
        await records.remove(before, author, around)
        hooks.written?.(write, before)
      }),
  }
}

function asObject(body: unknown): Data {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body }
  throw invalid('Send the values as a JSON object.')
}

/** The body over what is stored, objects key by key, lists whole: what a body does not name stays. */
function laidOver(stored: Data, body: Data): Data {
  const entries = Object.entries(body).map(([key, value]) => {
    const before = Object.hasOwn(stored, key) ? stored[key] : undefined
    return [key, isObject(before) && isObject(value) ? laidOver(before, value) : value]
  })
  return { ...stored, ...Object.fromEntries(entries) }
}
