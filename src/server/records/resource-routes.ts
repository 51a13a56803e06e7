import type { FastifyInstance, FastifyReply, RouteShorthandOptions } from 'fastify'
import { API_BASE } from '#contract/api.ts'
import type { Resource } from '#model/resource.ts'
import { authorOf, noteChange, ownerOf, roleOf, whoOf } from '#server/http/authorise.ts'
import {
  asName,
  changeSchema,
  createSchema,
  DELETION,
  type JsonSchema,
  object,
  propertiesOf,
  rowSchema,
  schemaName,
} from '#server/http/json-schema.ts'
import { notFound } from '#server/http/refusal.ts'
import { expectedVersions, tagOf, unlessUnchanged } from '#server/http/versions.ts'
import type { Context, Store } from '#server/services.ts'
import { type Action, keyOf } from './access.ts'
import { createLimited, createRecordAnswer, type FieldMask } from './field-mask.ts'
import { type AnswerCache, MOST_COUNTED, type Total } from './list.ts'
import { createListQuery, createValuesQuery, type ParsedQuery } from './list-query.ts'
import { createPresenter } from './present.ts'
import type { Data, Stored } from './shape.ts'

/** The routes of a resource, from its declaration alone. */
export function resourceRoutes(app: FastifyInstance, context: Context, resource: Resource): void {
  const { store, insight, changes, access } = context
  const hooks = context.hooks[resource.name]
  const records = store.records(resource.name)
  const presenter = createPresenter(store, resource, hooks)
  const limited = createLimited(access, resource)
  const list = createListQuery(resource, insight.zone, store.legacyChoices, { takesDeleted: true })
  const { path, create } = resource.api
  const isOwn = resource.access.own !== undefined
  const isPlain = resource.api.envelope === 'plain'
  const one = resource.label.one.toLowerCase()
  const many = resource.label.many.toLowerCase()
  app.addSchema(rowSchema(resource))
  const row = { $ref: `${schemaName(resource)}#` }
  const item = { params: ID }
  const [One, Many] = [schemaName(resource), asName(resource.label.many)]
  const inList = (one: JsonSchema) => listSchema(resource, one)
  const document = (
    action: Action,
    operationId: string,
    summary: string,
    schema: JsonSchema,
    response: JsonSchema,
  ): RouteShorthandOptions => ({
    config: { record: One, access: { action, on: resource.name } },
    schema: { tags: [resource.title], operationId, summary, ...schema, response },
  })
  const answer = createRecordAnswer(presenter, limited)
  const deleted = createDeletedAnswer(store, resource, inList)

  app.get(
    path,
    {
      ...document(
        'read',
        `list${Many}`,
        `List ${many}`,
        { querystring: list.querystring },
        { 200: { ...inList(row), description: `The ${many} that were asked for` } },
      ),
      onSend: unlessUnchanged,
    },
    async (request, reply) => {
      const query = list.read(request.query)
      const who = whoOf(request)
      const { role } = who
      const mask = limited(role)
      mask?.refuse(query)
      if (query.deleted) access.demand({ role, action: 'delete', on: resource.name })
      const page = await records.list({ ...query, scope: access.rowScope(who, resource.name) })
      // A plain array has no place for it.
      if (isPlain) reply.header('x-total-count', page.total)
      if (page.cache && presenter.isFixed && !mask)
        return sendCached(reply, page.cache, async () =>
          envelope(resource, await presenter.all(page.rows), page, query),
        )
      const { rows } = page
      const shown = await presenter.all(rows)
      const seen = query.deleted
        ? await deleted(reply, rows, shown, mask)
        : (mask?.show(reply, shown, inList) ?? shown)
      return envelope(resource, seen, page, query)
    },
  )

  const values = isOwn ? undefined : createValuesQuery(resource)
  if (values)
    app.get(
      `${path}/values`,
      document(
        'read',
        `list${One}Values`,
        `Values in use among ${many}, most used first`,
        { querystring: values.querystring },
        { 200: { ...VALUES, description: 'The values' } },
      ),
      async (request) => {
        const { of } = values.read(request.query)
        const role = roleOf(ownerOf(request))
        access.demand({ role, action: 'read', on: resource.name, field: keyOf(of) })
        return { values: await records.values(of) }
      },
    )

  app.get<Item>(
    `${path}/:id`,
    document('read', `get${One}`, `Read one ${one}`, item, {
      200: { ...row, description: `The ${one}` },
    }),
    async (request, reply) => {
      const record = await records.get(request.params.id)
      const question = { ...whoOf(request), action: 'read', on: resource.name } as const
      if (!(record && access.decide({ ...question, record: record.data }).isAllowed))
        throw notFound(`This ${one} does not exist, or was deleted.`)
      return answer(request, reply, record)
    },
  )

  if (resource.actions.includes('create'))
    app.post(
      create,
      document(
        'create',
        `create${One}`,
        `Create one ${one}`,
        { body: createSchema(resource) },
        { 201: { ...row, description: `The ${one} as it is stored; Location has its address` } },
      ),
      async (request, reply) => {
        const record = await changes.create(resource.name, request.body, authorOf(request, 'form'))
        noteChange(reply, record.change)
        reply.code(201).header('location', `${API_BASE}${path}/${record.id}`)
        return answer(request, reply, record)
      },
    )

  if (resource.actions.includes('edit'))
    app.put<Item>(
      `${path}/:id`,
      document(
        'update',
        `update${One}`,
        `Change one ${one}`,
        { ...item, description: CHANGE, headers: IF_MATCH, body: changeSchema(resource) },
        { 200: { ...row, description: `The ${one} as it is now` } },
      ),
      async (request, reply) => {
        const expected = expectedVersions(request.headers['if-match'])
        const record = await changes.update(
          resource.name,
          request.params.id,
          request.body,
          expected,
          authorOf(request, 'form'),
        )
        noteChange(reply, record.change)
        return answer(request, reply, record)
      },
    )

  if (resource.actions.includes('delete'))
    app.delete<Item>(
      `${path}/:id`,
      document(
        'delete',
        `delete${One}`,
        `Delete one ${one}`,
        { ...item, headers: IF_MATCH },
        { 204: NOTHING },
      ),
      async (request, reply) => {
        const expected = expectedVersions(request.headers['if-match'])
        const author = authorOf(request, 'form')
        const gone = await changes.remove(resource.name, request.params.id, expected, author)
        noteChange(reply, gone.change)
        return reply.code(204).send()
      },
    )
}

export interface Item {
  Params: { id: string }
}

export const ID = object({ id: { type: 'string' } })
const CHANGE =
  'The body is laid over what is stored: objects key by key, lists whole. What it does not name stays, and null clears what may be absent. What was read may be sent back whole, with changes.'
export const NOTHING = { type: 'null', description: 'Done, and nothing to say' }
const VALUES = object({ values: { type: 'array', items: { type: 'string' } } })
export const IF_MATCH = {
  type: 'object',
  properties: {
    'if-match': {
      type: 'string',
      description:
        'The version that the change is based on, as in the ETag. Answers 412 when it is stale.',
    },
  },
}

function envelope(
  resource: Resource,
  rows: Data[],
  { total, isMore }: Total,
  query: ParsedQuery,
): Data | Data[] {
  const { listKey, envelope } = resource.api
  const more = isMore ? { isMore } : {}
  if (envelope === 'plain') return rows
  if (envelope === 'count') return { [listKey]: rows, count: total, ...more }
  if (!query.isPaged) return { [listKey]: rows }
  return { [listKey]: rows, pagination: { page: query.page, limit: query.limit, total, ...more } }
}

const whole = { type: 'integer' }
const MORE = {
  isMore: {
    type: 'boolean',
    description: `There are more than were counted: of a search or filter up to ${MOST_COUNTED} are`,
  },
}

function listSchema(resource: Resource, row: JsonSchema): JsonSchema {
  const { listKey, envelope } = resource.api
  const array = { type: 'array', items: row }
  if (envelope === 'plain') return array
  const list = { [listKey]: array }
  if (envelope === 'count')
    return { ...object({ ...list, count: whole, ...MORE }), required: [listKey, 'count'] }
  const pages = { page: whole, limit: whole, total: whole }
  const pagination = { ...object({ ...pages, ...MORE }), required: Object.keys(pages) }
  return {
    ...object({ ...list, pagination }),
    required: envelope === 'all' ? [listKey] : [listKey, 'pagination'],
  }
}

/** Sends the cached answer of a page, which is written once for the same rows. */
async function sendCached(
  reply: FastifyReply,
  cache: AnswerCache,
  make: () => Promise<unknown>,
): Promise<FastifyReply> {
  if (!cache.answer) {
    const body = String(reply.serialize(await make()))
    cache.answer = { body, tag: tagOf(body) }
  }
  const { body, tag } = cache.answer
  return reply.type('application/json; charset=utf-8').header('etag', tag).send(body)
}

/**
 * Makes the rows of a list of deleted records: each with when and by whom it was deleted. The answer gets a
 * serialiser that knows these keys; other lists do without them.
 */
function createDeletedAnswer(
  { deletions }: Pick<Store, 'deletions'>,
  resource: Resource,
  inList: (row: JsonSchema) => JsonSchema,
) {
  const { $id, ...whole } = rowSchema(resource)
  const envelope = (row: JsonSchema) =>
    inList({ ...row, properties: { ...propertiesOf(row), ...DELETION } })
  let serialise: ReturnType<FastifyReply['compileSerializationSchema']> | undefined

  return async (
    reply: FastifyReply,
    records: readonly Stored[],
    shown: readonly Data[],
    mask: FieldMask | undefined,
  ): Promise<Data[]> => {
    const known = await deletions(
      resource.name,
      records.map(({ id }) => id),
    )
    const rows = shown.map((row, at) => ({ ...row, ...known.get(records[at]?.id ?? '') }))
    if (mask) return mask.show(reply, rows, envelope)
    serialise ??= reply.compileSerializationSchema(envelope(whole))
    const write = serialise
    reply.type('application/json; charset=utf-8').serializer((payload: Data) => write(payload))
    return rows
  }
}
