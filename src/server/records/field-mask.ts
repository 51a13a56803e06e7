import type { FastifyReply, FastifyRequest } from 'fastify'
import { mapAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { isTokenRole } from '#server/auth/token-scopes.ts'
import { ownerOf, roleOf } from '#server/http/authorise.ts'
import { type JsonSchema, propertiesOf, rowSchema } from '#server/http/json-schema.ts'
import { etag } from '#server/http/versions.ts'
import { type AccessRules, keyOf, mayReadPath } from './access.ts'
import type { ParsedQuery } from './list-query.ts'
import { expansionsOf, type Presenter } from './present.ts'
import type { Data, Stored } from './shape.ts'

/** Wraps a record's schema in that of an answer. */
type Envelope = (row: JsonSchema) => JsonSchema

export type FieldMask = ReturnType<typeof maskOf>

/** Creates the field masks of a resource by role; undefined for a role that may read all keys. */
export function createLimited(
  access: AccessRules,
  resource: Resource,
): (role: string) => FieldMask | undefined {
  return forEachRole(access, (role) => {
    const view = viewOf(access, resource, role)
    return view && maskOf(access, resource, role, view)
  })
}

/** Creates the functions that take hidden keys out of a shown record; undefined for a role that may read all keys. */
export function createViews(access: AccessRules, resource: Resource) {
  return forEachRole(access, (role) => viewOf(access, resource, role))
}

/** The most tokens with different scopes that are remembered. */
const MOST_TOKENS = 100

/** Makes something once for each open role, and for a token's role when it is first used. */
function forEachRole<T>(
  { open }: AccessRules,
  make: (role: string) => T | undefined,
): (role: string) => T | undefined {
  const made = new Map(open.map((role) => [role, make(role)]))
  const ofTokens = new Map<string, T | undefined>()
  return (role) => {
    if (!isTokenRole(role)) return made.get(role)
    if (!ofTokens.has(role)) {
      if (ofTokens.size >= MOST_TOKENS) ofTokens.clear()
      ofTokens.set(role, make(role))
    }
    return ofTokens.get(role)
  }
}

function viewOf(access: AccessRules, resource: Resource, role: string) {
  const hidden = access.limitsOf(role, resource.name)?.hidden ?? []
  // A reference stays an id where the role may not read the record.
  const masked = expansionsOf(resource).flatMap(({ path, to, keys }) => {
    const left = keys.filter((key) => !mayReadPath(access, role, to, key))
    return left.length === 0 ? [] : [{ path, keys: left }]
  })
  if (hidden.length === 0 && masked.length === 0) return undefined
  return (shown: Data): Data =>
    masked.reduce(
      (row, { path, keys }) => mapAt(row, path, (one) => without(Object(one), keys)),
      without(shown, hidden),
    )
}

function without(data: Data, keys: readonly string[]): Data {
  return Object.fromEntries(Object.entries(data).filter(([key]) => !keys.includes(key)))
}

function maskOf(
  access: AccessRules,
  resource: Resource,
  role: string,
  view: (shown: Data) => Data,
) {
  const hidden = access.limitsOf(role, resource.name)?.hidden ?? []
  const { $id, ...whole } = rowSchema(resource)
  const properties = Object.entries(propertiesOf(whole)).filter(([key]) => !hidden.includes(key))
  const row = { ...whole, properties: Object.fromEntries(properties) }
  type Serializer = ReturnType<FastifyReply['compileSerializationSchema']>
  const serializers = new Map<Envelope | undefined, Serializer>()
  return {
    /** Throws 403 for a search, filter or order that would reveal a hidden key. */
    refuse({ search, sort, filters }: Pick<ParsedQuery, 'search' | 'sort' | 'filters'>): void {
      const searched = search === undefined ? [] : resource.search
      const paths = [...searched, ...[...sort, ...filters].map(({ path }) => path)]
      for (const field of paths.map(keyOf))
        if (hidden.includes(field))
          access.demand({ role, action: 'read', on: resource.name, field })
    },

    /**
     * Returns the rows as the role may see them, and gives the answer a serializer without the hidden keys: the
     * ordinary one would write their defaults.
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

/** Creates the function that answers with one record, with its version as ETag. */
export function createRecordAnswer(
  presenter: Presenter,
  limited: (role: string) => FieldMask | undefined,
) {
  return async (request: FastifyRequest, reply: FastifyReply, record: Stored) => {
    const shown = await presenter.one(record)
    const [own = shown] = limited(roleOf(ownerOf(request)))?.show(reply, [shown]) ?? []
    return reply.header('etag', etag(record.version)).send(own)
  }
}
