import type { FastifyInstance } from 'fastify'
import { RECORDS_EXPORT, recordsFileName } from '#contract/insight/analytics.ts'
import { DELETED } from '#contract/list-query.ts'
import type { Resource } from '#model/resource.ts'
import { createPresenter } from '#server/domain/present.ts'
import { invalidParameter } from '#server/domain/refusals.ts'
import { createViews } from '#server/domain/views.ts'
import { ownerOf, roleOf } from '#server/http/authorise.ts'
import { type createFileAnswer, FILE, FORMAT, INERT } from '#server/http/file-answer.ts'
import { asName } from '#server/http/json-schema.ts'
import { createLimited, keyOf } from '#server/http/limited.ts'
import { createListQuery } from '#server/http/list-query.ts'
import { createQuery } from '#server/http/query.ts'
import type { RowReading } from '#server/insight/export/rows/cursor.ts'
import { rowFile } from '#server/insight/export/rows/file.ts'
import { createRecordSource } from '#server/insight/export/rows/records.ts'
import type { Context } from './context.ts'

/** The records that a list's query leaves, as a file (LIST-06). */
export function recordsExportRoute(
  app: FastifyInstance,
  { store, registry, insight, access, hooks }: Context,
  resource: Resource,
  reading: RowReading,
  send: ReturnType<typeof createFileAnswer>,
): void {
  const list = createListQuery(resource, insight.zone, store.older)
  const format = createQuery({ format: FORMAT })
  const presenter = createPresenter(store, resource, hooks[resource.name])
  const limited = createLimited(access, resource)
  const viewOf = createViews(access, resource)
  const sourceOf = createRecordSource(resource, registry, store)
  const many = resource.label.many.toLowerCase()
  const querystring = {
    ...list.querystring,
    required: ['format'],
    properties: { ...propertiesOf(format.querystring), ...withoutUnknown(list.querystring) },
  }

  /** Whether a role may see what the records of another resource are called. */
  const mayName = (role: string, to: string): boolean => {
    const target = registry.find(({ name }) => name === to)
    const hidden = access.limitsOf(role, to)?.hidden ?? []
    return (
      access.mayRead(role, to) && !target?.recordName.some((path) => hidden.includes(keyOf(path)))
    )
  }

  // Without HEAD: it would cost as much as the file.
  app.get<{ Querystring: Record<string, unknown> }>(
    `${resource.api.path}${RECORDS_EXPORT}`,
    {
      exposeHeadRoute: false,
      config: { access: { action: 'read', on: resource.name } },
      schema: {
        tags: [resource.title],
        operationId: `export${asName(resource.label.many)}`,
        summary: `Export ${many} as a file`,
        description: `All ${many} that the list's own query leaves, on whatever page, with a column for each value that the caller may read: references by id and by name, lists joined by commas, lists of objects as JSON. ${INERT}`,
        querystring,
        response: { 200: FILE },
      },
    },
    async (request, reply) => {
      const { format: given, ...asked } = request.query
      const wanted = format.read(given === undefined ? {} : { format: given }).format
      const [unknown] = UNKNOWN.filter((name) => name in asked)
      if (unknown !== undefined)
        throw invalidParameter(unknown, 'is not known here: a file has all that there are')
      const query = list.read(asked)
      const role = roleOf(ownerOf(request))
      limited(role)?.refuse(query)
      const view = viewOf(role)
      const source = sourceOf(store.records(resource.name).statements(query), {
        hidden: access.limitsOf(role, resource.name)?.hidden ?? [],
        mayName: (to) => mayName(role, to),
        show: async (records) => {
          const shown = await presenter.all(records)
          return view ? shown.map(view) : shown
        },
      })
      const about = {
        dataType: resource.page,
        timeZone: insight.zone(),
        generatedAt: new Date().toISOString(),
      }
      const name = recordsFileName(resource.page, insight.today(), wanted)
      const file = await rowFile(reading, source, about, wanted)
      return send(request, reply, { ...file, format: wanted, name })
    },
  )
}

/** A file has no pages, and no deleted records. */
const UNKNOWN = ['page', 'limit', DELETED]

function propertiesOf({ properties }: { properties?: unknown }): Record<string, unknown> {
  return { ...(properties as Record<string, unknown> | undefined) }
}

function withoutUnknown(querystring: { properties?: unknown }): Record<string, unknown> {
  const all = Object.entries(propertiesOf(querystring))
  return Object.fromEntries(all.filter(([name]) => !UNKNOWN.includes(name)))
}
