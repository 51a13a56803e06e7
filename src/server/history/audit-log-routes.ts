import type { FastifyInstance } from 'fastify'
import {
  CHANGES_PATH,
  type ChangeDetail,
  type ChangePage,
  ENTRY_ACTIONS,
  type HistoryPage,
  VIAS,
} from '#contract/changes.ts'
import type { Resource } from '#model/resource.ts'
import { whoOf } from '#server/http/authorise.ts'
import { type JsonSchema, object, schemaName } from '#server/http/json-schema.ts'
import { notFound } from '#server/http/refusal.ts'
import type { Context } from '#server/http/route-context.ts'
import { ID, type Item } from '#server/records/resource-routes.ts'
import { isId } from '#server/records/shape.ts'
import { type AuditLogReader, createAuditLogReader } from './audit-log-reader.ts'
import {
  createLogQuery,
  idParameter,
  PAGINATION,
  paginationOf,
  wordParameter,
} from './log-query.ts'

const words = { type: 'string' }
const time = { type: 'string', format: 'date-time' }
const flag = { type: 'boolean' }
const listOf = (items: JsonSchema) => ({ type: 'array', items })
const optional = (schema: JsonSchema, ...keys: string[]): JsonSchema => ({
  ...schema,
  required: Object.keys(Object(schema.properties)).filter((key) => !keys.includes(key)),
})

const BY = {
  ...object({ id: words, name: words }),
  description: 'Absent when nobody signed in for it',
}
const PROVIDER = { ...words, description: 'The provider of single sign-on that said so' }
const VIA = { type: 'string', enum: VIAS, description: 'Through what it came' }
const ACTION = { type: 'string', enum: ENTRY_ACTIONS }
const CAN_UNDO = {
  ...flag,
  description: 'It is not too old to be taken back (TRASH_DAYS), and your role may do so',
}
const FIELDS = {
  type: 'object',
  additionalProperties: { type: 'object', properties: { was: {}, is: {} } },
  description:
    'By dotted path, what each field was and became; a side is absent where the field was',
}
const record = { resource: words, id: words, name: words, action: ACTION }
const line = {
  id: words,
  at: time,
  by: BY,
  provider: PROVIDER,
  via: VIA,
  counts: listOf(object({ resource: words, action: ACTION, count: { type: 'integer' } })),
  records: {
    ...listOf(object({ ...record, isLive: flag })),
    description: 'The first of its records, by what they were called then',
  },
  undoes: { ...words, description: 'The change that it took back' },
  undoneBy: { ...words, description: 'The latest change that took it back' },
  canUndo: CAN_UNDO,
}
const entry = {
  change: words,
  version: { type: 'integer' },
  at: time,
  by: BY,
  provider: PROVIDER,
  via: VIA,
  action: ACTION,
  fields: FIELDS,
  canUndo: CAN_UNDO,
}
const LINE = optional(object(line), 'by', 'provider', 'undoes', 'undoneBy')
const ENTRY = optional(object(entry), 'by', 'provider')
const DETAIL = optional(
  object({
    ...line,
    items: listOf(
      optional(object({ resource: words, id: words, name: words, ...entry }), 'by', 'provider'),
    ),
    pagination: PAGINATION,
  }),
  ...['by', 'provider', 'undoes', 'undoneBy'],
)

/** The audit log: changes, one change record by record, and the history of each record. */
export function auditLogRoutes(app: FastifyInstance, context: Context): void {
  const { store, registry, access, config, insight } = context
  const reader = createAuditLogReader(store, registry, access, config)
  const names = registry.map(({ name }) => name)
  const query = createLogQuery(
    {
      actor: idParameter('actor', 'An id: of whoever did it'),
      resource: wordParameter('resource', names, 'A resource by its name'),
      record: idParameter('record', 'An id: of one of their records'),
      via: wordParameter('via', VIAS, 'Through what it came'),
      undone: wordParameter('undone', ['true', 'false'], 'Whether it was taken back'),
    },
    insight.zone,
  )

  app.get(
    CHANGES_PATH,
    {
      config: { access: 'console' },
      schema: {
        tags: ['Changes'],
        operationId: 'listChanges',
        summary: 'Changes, the latest first',
        description: 'Those of records that your role may read.',
        querystring: query.querystring,
        response: {
          200: {
            ...object({ changes: listOf(LINE), pagination: PAGINATION }),
            description: 'The changes that were asked for',
          },
        },
      },
    },
    async (request): Promise<ChangePage> => {
      const page = query.read(request.query)
      const who = whoOf(request)
      const { actor, resource, record: id, via, undone } = page.asked
      if (resource !== undefined) access.demand({ ...who, action: 'read', on: resource })
      const { changes, ...total } = await reader.lines(
        {
          ...{ actor, resource, record: id, from: page.from, until: page.until },
          via: VIAS.find((one) => one === via),
          undone: undone === undefined ? undefined : undone === 'true',
        },
        page,
        who,
      )
      return { changes, pagination: paginationOf(page, total) }
    },
  )

  const pages = createLogQuery({})

  app.get<Item>(
    `${CHANGES_PATH}/:id`,
    {
      config: { access: 'console' },
      schema: {
        tags: ['Changes'],
        operationId: 'getChange',
        summary: 'Read one change, record by record',
        params: ID,
        querystring: pages.querystring,
        response: { 200: { ...DETAIL, description: 'The change, with a page of its records' } },
      },
    },
    async (request): Promise<ChangeDetail> => {
      const page = pages.read(request.query)
      const { id } = request.params
      const who = whoOf(request)
      const found = isId(id) ? await reader.one(id, page, who) : undefined
      if (!found) throw notFound('This change does not exist.')
      const { total, ...detail } = found
      return { ...detail, pagination: paginationOf(page, total) }
    },
  )

  for (const resource of registry) historyRoute(app, resource, reader, pages)
}

/** The history of one record, deleted or not. */
function historyRoute(
  app: FastifyInstance,
  resource: Resource,
  reader: AuditLogReader,
  pages: ReturnType<typeof createLogQuery>,
): void {
  const one = resource.label.one.toLowerCase()
  app.get<Item>(
    `${resource.api.path}/:id/history`,
    {
      config: { access: { action: 'read', on: resource.name } },
      schema: {
        tags: [resource.title],
        operationId: `get${schemaName(resource)}History`,
        summary: `What became of one ${one}`,
        params: ID,
        querystring: pages.querystring,
        response: {
          200: {
            ...object({ history: listOf(ENTRY), pagination: PAGINATION }),
            description: 'Its versions, the latest first',
          },
        },
      },
    },
    async (request): Promise<HistoryPage> => {
      const page = pages.read(request.query)
      const { id } = request.params
      const who = whoOf(request)
      const found = isId(id) ? await reader.history(resource, id, page, who) : undefined
      if (!found) throw notFound(`This ${one} does not exist.`)
      const { history, ...total } = found
      return { history, pagination: paginationOf(page, total) }
    },
  )
}
