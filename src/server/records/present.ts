import type { FastifyReply, FastifyRequest } from 'fastify'
import { withComputed } from '#model/computed.ts'
import { defOf, describe, schemaAt, unwrap } from '#model/describe.ts'
import { findAt, mapAt } from '#model/paths.ts'
import { referencesIn } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { ownerOf, roleOf } from '#server/http/authorise.ts'
import { type JsonSchema, propertiesOf, rowSchema } from '#server/http/json-schema.ts'
import { etag } from '#server/http/versions.ts'
import type { Store } from '#server/services.ts'
import { type AccessRules, keyOf, mayReadPath } from './access.ts'
import type { Hooks } from './hooks/hooks.ts'
import { createFit } from './legacy-values.ts'
import type { RowQuery } from './records.ts'
import type { Data, Stored } from './shape.ts'

export type Presenter = ReturnType<typeof createPresenter>

/** A path where ids are stored and responses show the records, with these keys and the id. */
type Expansion = { path: string; to: string; keys: readonly string[] }

/** Creates the functions that convert stored records for responses. */
export function createPresenter(store: Store, resource: Resource, hooks: Hooks | undefined) {
  const { row, create, update, computed } = resource
  const keys = Object.keys(row.shape)
  const expansions = expansionsOf(resource)
  const targets = [...new Set(expansions.map(({ to }) => to))]
  const fitting = createFit(resource)
  /** The defaults of keys that no form writes (reviewCount). */
  const defaults = Object.fromEntries(
    keys
      .filter((key) => !(key in create.shape || key in update.shape))
      .map((key) => [key, describe(row, key)?.default] as const)
      .filter(([, value]) => value !== undefined),
  )

  /** Converts a page, with one query for each resource whose records it includes. */
  const all = async (records: readonly Stored[]): Promise<Data[]> => {
    const stored = records.map(({ id, version, createdAt, updatedAt, data }) => ({
      ...defaults,
      ...withComputed(resource, { ...data, _id: id, createdAt, updatedAt, version }),
    }))
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

    /** True if responses depend only on the stored rows, not on other records or functions of the declaration. */
    isFixed:
      expansions.length === 0 &&
      !hooks?.present &&
      Object.values(computed).every(({ op }) => op !== 'made'),

    /** Returns only the keys of the row schema, for responses without a schema of their own. */
    shown: async (record: Stored): Promise<Data> => pick(await one(record), keys),
  }
}

/**
 * Returns the references for which the row schema has an object: responses of mentors include career fields, not only
 * ids.
 */
function expansionsOf(resource: Resource): Expansion[] {
  return referencesIn(resource).flatMap(({ path, to }) => {
    const schema = schemaAt(resource.row, path.replaceAll('*', '0'))
    const def = schema && defOf(unwrap(schema))
    if (def?.type !== 'object') return []
    return [{ path, to, keys: Object.keys(def.shape).filter((key) => key !== '_id') }]
  })
}

function pick(data: Data = {}, keys: readonly string[]): Data {
  const there = keys.filter((key) => data[key] !== undefined)
  return Object.fromEntries(there.map((key) => [key, data[key]]))
}

/** Wraps a record's schema in that of a response. */
type Envelope = (row: JsonSchema) => JsonSchema
type Serializer = ReturnType<FastifyReply['compileSerializationSchema']>

export type FieldMask = NonNullable<ReturnType<typeof maskOf>>

/** The most roles in the cache. Each set of token scopes is a role. */
const MOST_ROLES = 100

/** Creates the field masks of a resource by role; undefined for a role that may read all keys. */
export function createFieldMasks(access: AccessRules, resource: Resource) {
  const masks = new Map<string, FieldMask | undefined>()
  return (role: string): FieldMask | undefined => {
    if (masks.has(role)) return masks.get(role)
    if (masks.size >= MOST_ROLES) masks.clear()
    const mask = maskOf(access, resource, role)
    masks.set(role, mask)
    return mask
  }
}

function maskOf(access: AccessRules, resource: Resource, role: string) {
  const hidden = access.limitsOf(role, resource.name)?.hidden ?? []
  // A reference stays an id if the role may not read the record.
  const masked = expansionsOf(resource).flatMap(({ path, to, keys }) => {
    const unread = keys.filter((key) => !mayReadPath(access, role, to, key))
    return unread.length === 0 ? [] : [{ path, keys: unread }]
  })
  if (hidden.length === 0 && masked.length === 0) return undefined
  const { $id, ...whole } = rowSchema(resource)
  const row = { ...whole, properties: without(propertiesOf(whole), hidden) }
  const serializers = new Map<Envelope | undefined, Serializer>()

  /** Returns a shown record without the hidden keys. */
  const view = (shown: Data): Data =>
    masked.reduce(
      (row, { path, keys }) => mapAt(row, path, (one) => without(Object(one), keys)),
      without(shown, hidden),
    )

  return {
    view,

    /** Throws 403 for a search, filter or order that would reveal a hidden key. */
    refuse({ search, sort, filters }: RowQuery): void {
      const searched = search === undefined ? [] : resource.search
      const paths = [...searched, ...[...sort, ...filters].map(({ path }) => path)]
      for (const field of paths.map(keyOf))
        if (hidden.includes(field))
          access.demand({ role, action: 'read', on: resource.name, field })
    },

    /**
     * Returns the rows as the role may see them. Gives the response a serializer without the hidden keys, because the
     * usual one would write their defaults.
     */
    show(reply: FastifyReply, rows: readonly Data[], envelope?: Envelope): Data[] {
      const serialize =
        serializers.get(envelope) ??
        reply.compileSerializationSchema(envelope ? envelope(row) : row)
      serializers.set(envelope, serialize)
      reply
        .type('application/json; charset=utf-8')
        .serializer((payload: Data) => serialize(payload))
      return rows.map(view)
    },
  }
}

function without(data: Data, keys: readonly string[]): Data {
  return Object.fromEntries(Object.entries(data).filter(([key]) => !keys.includes(key)))
}

/** Returns the entries by path that a role may read. The server itself, without a role, may read all that is declared. */
export function shownTo<T>(
  access: AccessRules,
  role: string | null,
  resource: Resource,
  entries: Readonly<Record<string, T>>,
): Record<string, T> {
  const isShown = ([path]: [string, T]) =>
    Object.hasOwn(resource.row.shape, keyOf(path)) &&
    (role === null || mayReadPath(access, role, resource.name, path))
  return Object.fromEntries(Object.entries(entries).filter(isShown))
}

/** Returns a record's name from the keys that a role may read. */
export function nameFor(
  access: AccessRules,
  role: string | null,
  resource: Resource,
  id: string,
  data: Data,
): string {
  const keys = [...resource.recordName.map(keyOf), 'name', 'title']
  const named = Object.fromEntries(keys.map((key) => [key, data[key]]))
  return nameOf(resource, { ...shownTo(access, role, resource, named), _id: id, id })
}

/** Creates the function that responds with one record and its version as ETag. */
export function createRecordAnswer(
  presenter: Presenter,
  maskFor: (role: string) => FieldMask | undefined,
) {
  return async (request: FastifyRequest, reply: FastifyReply, record: Stored) => {
    const shown = await presenter.one(record)
    const [own = shown] = maskFor(roleOf(ownerOf(request)))?.show(reply, [shown]) ?? []
    return reply.header('etag', etag(record.version)).send(own)
  }
}
