import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Resource } from '#model/resource.ts'
import type { AccessRules } from '#server/records/access.ts'
import type { ParsedQuery } from '#server/records/list-query.ts'
import type { Presenter } from '#server/records/present.ts'
import type { Data, Stored } from '#server/records/shape.ts'
import { createViews, forEachRole } from '#server/records/views.ts'
import { ownerOf, roleOf } from './authorise.ts'
import { type JsonSchema, propertiesOf, rowSchema } from './json-schema.ts'
import { etag } from './versions.ts'

type Envelope = (row: JsonSchema) => JsonSchema

/** The answers of a resource for a role that may not see all of it. */
export interface Limited {
  /** Throws 403 for a search, filter or order that would tell of a key that the role may not read. */
  refuse(query: Pick<ParsedQuery, 'search' | 'sort' | 'filters'>): void
  /**
   * The records as the role may see them. The answer gets a serialiser that does not know the other keys: the
   * ordinary one would write their defaults. `envelope` is what stands around a record's schema.
   */
  show(reply: FastifyReply, rows: readonly Data[], envelope?: Envelope): Data[]
}

/** Made once, for each role that is open, and for tokens; undefined for a role that sees all. */
export function createLimited(
  access: AccessRules,
  resource: Resource,
): (role: string) => Limited | undefined {
  const viewOf = createViews(access, resource)
  return forEachRole(access, (role) => {
    const view = viewOf(role)
    return view && limit(access, resource, role, view)
  })
}

function limit(
  access: AccessRules,
  resource: Resource,
  role: string,
  view: (shown: Data) => Data,
): Limited {
  const hidden = access.limitsOf(role, resource.name)?.hidden ?? []
  const { $id, ...whole } = rowSchema(resource)
  const properties = Object.entries(propertiesOf(whole)).filter(([key]) => !hidden.includes(key))
  const row = { ...whole, properties: Object.fromEntries(properties) }
  const serialisers = new Map<
    Envelope | undefined,
    ReturnType<FastifyReply['compileSerializationSchema']>
  >()
  return {
    refuse({ search, sort, filters }) {
      const searched = search === undefined ? [] : resource.search
      const paths = [...searched, ...[...sort, ...filters].map(({ path }) => path)]
      for (const field of paths.map(keyOf))
        if (hidden.includes(field))
          access.demand({ role, action: 'read', on: resource.name, field })
    },
    show(reply, rows, envelope) {
      const known =
        serialisers.get(envelope) ??
        reply.compileSerializationSchema(envelope ? envelope(row) : row)
      serialisers.set(envelope, known)
      reply.type('application/json; charset=utf-8').serializer((payload: Data) => known(payload))
      return rows.map(view)
    },
  }
}

/** Makes the answer of one record, with its version, as its caller may see it. */
export function createRecordAnswer(
  presenter: Presenter,
  limited: (role: string) => Limited | undefined,
) {
  return async (request: FastifyRequest, reply: FastifyReply, record: Stored) => {
    const shown = await presenter.one(record)
    const [own = shown] = limited(roleOf(ownerOf(request)))?.show(reply, [shown]) ?? []
    return reply.header('etag', etag(record.version)).send(own)
  }
}

/** The key of the record that a path begins with. */
export function keyOf(path: string): string {
  return path.split('.', 1)[0] ?? path
}
