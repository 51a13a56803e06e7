import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { type ExportFormat, RECORDS_EXPORT, recordsFileName } from '#contract/analytics.ts'
import { MOST_CHANGED } from '#contract/changes.ts'
import { DELETED } from '#contract/list-query.ts'
import { columnIds } from '#model/columns.ts'
import type { Resource } from '#model/resource.ts'
import { explainIssues, humanise } from '#model/words.ts'
import { ownerOf, roleOf } from '#server/http/authorise.ts'
import { type createFileAnswer, FILE, FORMAT, INERT } from '#server/http/file-answer.ts'
import { asName, bodySchema } from '#server/http/json-schema.ts'
import { createQuery, refusal } from '#server/http/query.ts'
import { invalidParameter, parameterFault } from '#server/http/refusal.ts'
import type { Context } from '#server/http/route-context.ts'
import { createLimited, createViews } from '#server/records/field-mask.ts'
import { createListQuery, type ParsedQuery, text } from '#server/records/list-query.ts'
import { createPresenter } from '#server/records/present.ts'
import { isId } from '#server/records/shape.ts'
import { type RowReading, rowFile } from './export-cursor.ts'
import { createRecordSource } from './record-source.ts'

/** The records that a list's query leaves, as a file (LIST-06). */
export function recordsExportRoute(
  app: FastifyInstance,
  { store, registry, insight, access, hooks }: Context,
  resource: Resource,
  reading: RowReading,
  send: ReturnType<typeof createFileAnswer>,
): void {
  const list = createListQuery(resource, insight.zone, store.legacyChoices)
  const known = columnIds(resource)
  const error = parameterFault(
    'columns',
    `takes ${known.join(', ')}, separated by commas and none of them twice`,
  )
  const format = createQuery({
    format: FORMAT,
    columns: text({
      type: 'array',
      items: { type: 'string', enum: known },
      minItems: 1,
      uniqueItems: true,
      description:
        'Columns of the list, in the order wanted: a file of those alone, after the id. Values stand as they are stored, references by id and by name; what the list makes of several is a text',
    }).refine((named) => isEachOnce(named.split(','), known), { error }),
  })
  const chosen = chosenOf(resource)
  const presenter = createPresenter(store, resource, hooks[resource.name])
  const limited = createLimited(access, resource)
  const viewOf = createViews(access, resource)
  const sourceOf = createRecordSource(resource, registry, store)
  const many = resource.label.many.toLowerCase()
  const { columns: choice, ...plain } = propertiesOf(format.querystring)
  const querystring = {
    ...list.querystring,
    required: ['format'],
    properties: {
      ...plain,
      // Cards have none to choose from.
      ...(known.length > 0 && { columns: choice }),
      ...withoutUnknown(list.querystring),
    },
  }

  /** Answers with the file of what a query leaves, as the caller may see it. */
  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    wanted: ExportFormat,
    query: ParsedQuery,
    shownColumns?: readonly string[],
  ): Promise<FastifyReply> => {
    const role = roleOf(ownerOf(request))
    limited(role)?.refuse(query)
    const view = viewOf(role)
    const source = sourceOf(store.records(resource.name).statements(query), {
      hidden: access.limitsOf(role, resource.name)?.hidden ?? [],
      mayName: (to) => access.mayName(role, to),
      chosen: shownColumns,
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
  }

  const path = `${resource.api.path}${RECORDS_EXPORT}`
  const config = { access: { action: 'export', on: resource.name } } as const
  const columns = `with a column for each value that the caller may read: references by id and by name, lists joined by commas, lists of objects as JSON. ${INERT}`
  const described = { tags: [resource.title], response: { 200: FILE } }

  // Without HEAD: it would cost as much as the file.
  app.get<{ Querystring: Record<string, unknown> }>(
    path,
    {
      exposeHeadRoute: false,
      config,
      schema: {
        ...described,
        operationId: `export${asName(resource.label.many)}`,
        summary: `Export ${many} as a file`,
        description: `All ${many} that the list's own query leaves, on whatever page, ${columns}`,
        querystring,
      },
    },
    (request, reply) => {
      const { format: given, columns: named, ...asked } = request.query
      const { format: wanted, columns: shown } = format.read({
        ...(given !== undefined && { format: given }),
        ...(named !== undefined && { columns: named }),
      })
      const [unknown] = UNKNOWN.filter((name) => name in asked)
      if (unknown !== undefined)
        throw invalidParameter(unknown, 'is not known here: a file has all that there are')
      return answer(request, reply, wanted, list.read(asked), shown?.split(','))
    },
  )

  app.post(
    path,
    {
      config,
      schema: {
        ...described,
        operationId: `exportChosen${asName(resource.label.many)}`,
        summary: `Export chosen ${many} as a file`,
        description: `Writes nothing. Those with these ids, more than an address holds, ${columns}`,
        body: {
          ...chosen.schema,
          examples: [{ format: 'csv', ids: ['01993c5e-7b1a-7f00-8000-000000000000'] }],
        },
      },
    },
    (request, reply) => {
      const { format: wanted, ids, sort } = chosen.read(request.body)
      const query = list.read(sort === undefined ? {} : { sort: eachOnce(sort) })
      return answer(request, reply, wanted, { ...query, ids: [...new Set(ids)].filter(isId) })
    },
  )
}

/** Records that were picked by hand, in the order of their list. */
function chosenOf({ sorts }: Resource) {
  const one = `-?(${sorts.map((path) => path.replaceAll('.', '\\.')).join('|')})`
  const chosen = z.strictObject({
    format: FORMAT,
    ids: z.array(z.string()).min(1).max(MOST_CHANGED),
    sort: z
      .string()
      .regex(new RegExp(`^${one}(,${one})*$`), {
        error: `takes ${sorts.join(', ')}, with a minus in front to turn it round`,
      })
      .optional(),
  })
  return {
    schema: bodySchema(chosen),
    read(body: unknown): z.output<typeof chosen> {
      const { success, data, error } = chosen.safeParse(body)
      if (success) return data
      throw refusal(explainIssues(error.issues, body, (at) => humanise(at) || 'The body'))
    },
  }
}

/** Of what is named twice the first counts. */
function eachOnce(sort: string): string {
  const words = sort.split(',')
  const paths = words.map((word) => word.replace('-', ''))
  return words.filter((_, at) => paths.indexOf(paths[at] ?? '') === at).join(',')
}

/** A file has no pages, and no deleted records. */
const UNKNOWN = ['page', 'limit', DELETED]

function isEachOnce(named: readonly string[], known: readonly string[]): boolean {
  return new Set(named).size === named.length && named.every((one) => known.includes(one))
}

function propertiesOf({ properties }: { properties?: unknown }): Record<string, unknown> {
  return { ...(properties as Record<string, unknown> | undefined) }
}

function withoutUnknown(querystring: { properties?: unknown }): Record<string, unknown> {
  const all = Object.entries(propertiesOf(querystring))
  return Object.fromEntries(all.filter(([name]) => !UNKNOWN.includes(name)))
}
