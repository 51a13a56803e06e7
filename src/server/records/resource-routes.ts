import type { FastifyInstance, FastifyReply } from 'fastify'
import { API_BASE } from '#contract/api.ts'
import { MOST_NEEDED, NEEDS_PATH, type Needs, needs } from '#contract/overview.ts'
import type { Resource } from '#model/resource.ts'
import { authorOf, noteChange, ownerOf, roleOf, whoOf } from '#server/http/authorise.ts'
import {
  answerSchema,
  asName,
  changeSchema,
  createSchema,
  type JsonSchema,
  object,
  rowSchema,
  schemaName,
} from '#server/http/json-schema.ts'
import { notFound } from '#server/http/refusal.ts'
import { expectedVersions, tagOf, unlessUnchanged } from '#server/http/versions.ts'
import type { Context } from '#server/services.ts'
import { type Action, keyOf, mayReadPath, type Who } from './access.ts'
import { createListQuery, createValuesQuery, type ParsedQuery } from './list-query.ts'
import { createRecordAnswer } from './present.ts'
import { type AnswerCache, MOST_COUNTED, type Total } from './records.ts'
import type { Data, Stored } from './shape.ts'

/** Registers the routes of a resource from its declaration. */
export function resourceRoutes(app: FastifyInstance, context: Context, resource: Resource): void {
  const { store, insight, changes, access } = context
  const { name } = resource
  const { records, presenter, maskFor } = changes.contextOf(name)
  const answer = createRecordAnswer(presenter, maskFor)
  const list = createListQuery(resource, insight.zone, store.legacyChoices, { takesDeleted: true })
  const { path, create, envelope } = resource.api
  const { label } = resource
  const [one, many] = [label.one.toLowerCase(), label.many.toLowerCase()]
  const [One, Many] = [schemaName(resource), asName(label.many)]
  app.addSchema(rowSchema(resource))
  const row = { $ref: `${One}#` }
  const inList = (of: JsonSchema) => listSchema(resource, of)
  const document = documentOf(resource)

  app.get(
    path,
    {
      ...document('read', `list${Many}`, `List ${many}`, {
        querystring: list.querystring,
        response: { 200: { ...inList(row), description: `The matching ${many}` } },
      }),
      onSend: unlessUnchanged,
    },
    async (request, reply) => {
      const query = list.read(request.query)
      const who = whoOf(request)
      const mask = maskFor(who.role)
      mask?.refuse(query)
      if (query.deleted) access.demand({ role: who.role, action: 'delete', on: name })
      const page = await records.list({ ...query, scope: access.rowScope(who, name) })
      // A plain array has no place for the total.
      if (envelope === 'plain') reply.header('x-total-count', page.total)
      const make = async () => {
        const { rows } = page
        const shown = await presenter.all(rows)
        if (!query.deleted) return shown
        const ids = rows.map(({ id }) => id)
        const deletions = await store.references.deletions(name, ids)
        return shown.map((record, at) => ({ ...record, ...deletions.get(ids[at] ?? '') }))
      }
      if (page.cache && presenter.isFixed && !mask)
        return sendCached(reply, page.cache, async () => wrap(resource, await make(), page, query))
      const rows = await make()
      return wrap(resource, mask?.show(reply, rows, inList) ?? rows, page, query)
    },
  )

  const values = resource.access.own ? undefined : createValuesQuery(resource)
  if (values)
    app.get(
      `${path}/values`,
      document('read', `list${One}Values`, `List values in use among ${many}`, {
        querystring: values.querystring,
        response: { 200: { ...VALUES, description: 'The values, most used first' } },
      }),
      async (request) => {
        const { of } = values.read(request.query)
        access.demand({ ...whoOf(request), action: 'read', on: name, field: keyOf(of) })
        return { values: await records.values(of) }
      },
    )

  app.get<Item>(
    `${path}/:id`,
    document('read', `get${One}`, `Get one ${one}`, {
      params: ID,
      response: { 200: { ...row, description: `The ${one}` } },
    }),
    async (request, reply) => {
      const { id } = request.params
      return answer(request, reply, await visibleRecord(context, resource, whoOf(request), id))
    },
  )

  if (resource.actions.includes('create'))
    app.post(
      create,
      document('create', `create${One}`, `Create one ${one}`, {
        body: createSchema(resource),
        response: {
          201: { ...row, description: `The stored ${one}. Location has its address` },
        },
      }),
      async (request, reply) => {
        const record = await changes.create(name, request.body, authorOf(request, 'form'))
        noteChange(reply, record.change)
        reply.code(201).header('location', `${API_BASE}${path}/${record.id}`)
        return answer(request, reply, record)
      },
    )

  if (resource.actions.includes('edit'))
    app.put<Item>(
      `${path}/:id`,
      document('update', `update${One}`, `Update one ${one}`, {
        params: ID,
        description: CHANGE,
        headers: IF_MATCH,
        body: changeSchema(resource),
        response: { 200: { ...row, description: `The ${one} as it is now` } },
      }),
      async (request, reply) => {
        const { headers, params, body } = request
        const expected = expectedVersions(headers['if-match'])
        const author = authorOf(request, 'form')
        const record = await changes.update(name, params.id, body, expected, author)
        noteChange(reply, record.change)
        return answer(request, reply, record)
      },
    )

  if (resource.actions.includes('delete'))
    app.delete<Item>(
      `${path}/:id`,
      document('delete', `delete${One}`, `Delete one ${one}`, {
        params: ID,
        headers: IF_MATCH,
        response: { 204: NOTHING },
      }),
      async (request, reply) => {
        const expected = expectedVersions(request.headers['if-match'])
        const author = authorOf(request, 'form')
        const gone = await changes.remove(name, request.params.id, expected, author)
        noteChange(reply, gone.change)
        return reply.code(204).send()
      },
    )
}

/** Returns a live record that the user sees. Throws 404 for any other id. */
export async function visibleRecord(
  { store, access }: Context,
  { name, label }: Resource,
  who: Who,
  id: string,
): Promise<Stored> {
  const record = await store.records(name).get(id)
  const question = { ...who, action: 'read', on: name, record: record?.data } as const
  if (record && access.decide(question).isAllowed) return record
  throw notFound(`This ${label.one.toLowerCase()} does not exist or was deleted.`)
}

/** Creates the descriptions of a resource's routes, with the right that each requires. */
export function documentOf(resource: Resource) {
  const record = schemaName(resource)
  return (action: Action, operationId: string, summary: string, schema: JsonSchema) => ({
    config: { record, access: { action, on: resource.name } },
    schema: { tags: [resource.title], operationId, summary, ...schema },
  })
}

export interface Item {
  Params: { id: string }
}

export const ID = object({ id: { type: 'string' } })
const CHANGE =
  'Merges the body into the stored record: objects key by key, lists as a whole. Missing keys keep their values. Null clears an optional key. You can send a whole record back with changes.'
export const NOTHING = { type: 'null', description: 'Done' }
const VALUES = object({ values: { type: 'array', items: { type: 'string' } } })
export const IF_MATCH = {
  type: 'object',
  properties: {
    'if-match': {
      type: 'string',
      description:
        'The ETag of the version that the change is based on. 412 if the record has changed since.',
    },
  },
}

function wrap({ api }: Resource, rows: Data[], { total, isMore }: Total, query: ParsedQuery) {
  const { listKey, envelope } = api
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
    description: `True if there are more matches than the total, because counting ends at ${MOST_COUNTED}`,
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

/** Sends the cached response of a page, which is written once for the same rows. */
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

/** Registers the route that counts pending records of all resources, for the menu and the home page. */
export function needRoutes(app: FastifyInstance, context: Context): void {
  const { store, registry, access, insight } = context
  const all = registry.flatMap((resource) => {
    // Resources whose records have owners are not counted.
    if (resource.access.own) return []
    const { read } = createListQuery(resource, insight.zone, store.legacyChoices)
    return Object.entries(resource.needs).map(([need, { filters }]) => ({
      ...{ resource: resource.name, need },
      // Computed for each request, because the meaning of 'last7days' changes every day.
      filters: () => read(filters).filters,
    }))
  })
  // Throws at startup for wrong filters.
  for (const { filters } of all) filters()

  app.get(
    NEEDS_PATH,
    {
      config: { access: 'console' },
      schema: {
        tags: ['Dashboard'],
        operationId: 'getNeeds',
        summary: 'Count the records that need attention',
        description: `Counts what each declaration defines as needing attention, for resources that your role may read. Counting ends at ${MOST_NEEDED}. A list with the same filters shows the same records.`,
        response: { 200: { ...answerSchema(needs), description: 'The counts' } },
      },
    },
    async (request): Promise<Needs> => {
      const role = roleOf(ownerOf(request))
      const counts = all.map(async ({ resource, need, filters }) => {
        const narrowed = filters()
        const mayCount =
          access.mayRead(role, resource) &&
          narrowed.every(({ path }) => mayReadPath(access, role, resource, path))
        if (!mayCount) return []
        const count = await store.records(resource).count(narrowed, MOST_NEEDED + 1)
        const isMore = count > MOST_NEEDED
        return [{ resource, need, count: Math.min(count, MOST_NEEDED), isMore }]
      })
      return { needs: (await Promise.all(counts)).flat() }
    },
  )
}
