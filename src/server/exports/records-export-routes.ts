import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { type ExportFormat, RECORDS_EXPORT, recordsFileName } from '#contract/analytics.ts'
import { MOST_CHANGED } from '#contract/changes.ts'
import { DELETED } from '#contract/list-query.ts'
import { columnIds } from '#model/columns.ts'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf, textOf } from '#model/text-of.ts'
import { ownerOf, roleOf } from '#server/http/authorise.ts'
import {
  createRowReading,
  type FileExports,
  rowFile,
  type Source,
} from '#server/http/export-file.ts'
import { createFileAnswer, FILE, FORMAT, INERT } from '#server/http/file-answer.ts'
import { asName, bodySchema, propertiesOf } from '#server/http/json-schema.ts'
import { createQuery, readBody } from '#server/http/query.ts'
import { invalidParameter, parameterFault } from '#server/http/refusal.ts'
import { idsIn, type Value, valuesOf, withoutNames } from '#server/records/cell-values.ts'
import { createListQuery, type ParsedQuery, text } from '#server/records/list-query.ts'
import { createFieldMasks, createPresenter } from '#server/records/present.ts'
import { type Data, isId } from '#server/records/shape.ts'
import type { Context } from '#server/services.ts'

/** Registers the export routes of all resources that have a list. Returns what other routes with files need. */
export function recordsExportRoutes(app: FastifyInstance, context: Context): FileExports {
  const files = { reading: createRowReading(context.store), send: createFileAnswer(context) }
  app.addHook('onClose', () => files.reading.close())
  for (const resource of context.registry)
    if (!resource.hasOwnPage) recordsExportRoute(app, context, resource, files)
  return files
}

/** Registers the routes that export the records of a list's query, or selected records. */
function recordsExportRoute(
  app: FastifyInstance,
  { store, registry, insight, access, hooks }: Context,
  resource: Resource,
  { reading, send }: FileExports,
): void {
  const list = createListQuery(resource, insight.zone, store.legacyChoices)
  const format = createQuery({ format: FORMAT, columns: columnsParameter(resource) })
  const selection = selectionOf(resource)
  const presenter = createPresenter(store, resource, hooks[resource.name])
  const maskFor = createFieldMasks(access, resource)
  const all = valuesOf(resource)
  const { readTexts, statements } = store.records(resource.name)

  /** Returns the names of all records that a page refers to, by id. */
  const namesIn = async (rows: readonly Data[], values: readonly Value[]) => {
    const named = await Promise.all(
      values.map(async ({ path, to }) => {
        const target = registry.find(({ name }) => name === to)
        if (!target) return []
        const ids = new Set(rows.flatMap((row) => idsIn(getAt(row, path))))
        const found = [...(await store.references.read(target.name, [...ids]))]
        return found.map(([id, data]) => [id, nameOf(target, { ...data, _id: id, id })] as const)
      }),
    )
    return new Map(named.flat())
  }

  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    format: ExportFormat,
    query: ParsedQuery,
    chosen?: string,
  ): Promise<FastifyReply> => {
    const role = roleOf(ownerOf(request))
    const mask = maskFor(role)
    mask?.refuse(query)
    const hidden = access.limitsOf(role, resource.name)?.hidden ?? []
    const values = (chosen ? chosenValues(resource, all, chosen.split(',')) : all)
      .filter(({ path }) => !hidden.includes(path.split('.', 1)[0] ?? path))
      .map((value) => (!value.to || access.mayName(role, value.to) ? value : withoutNames(value)))
    const source: Source = {
      ...statements(query),
      title: resource.title,
      contents: `${resource.label.many} in the list, as of the time of the export.`,
      columns: values.flatMap(({ columns }) => columns),
      async shape(page) {
        const shown = await presenter.all(page.map(readTexts))
        const rows = mask ? shown.map(mask.view) : shown
        const names = await namesIn(rows, values)
        return rows.map((row) =>
          values.flatMap(({ path, cells }) => cells(getAt(row, path), names, row)),
        )
      },
    }
    const generatedAt = new Date().toISOString()
    const about = { dataType: resource.page, timeZone: insight.zone(), generatedAt }
    const file = await rowFile(reading, source, about, format)
    const name = recordsFileName(resource.page, insight.today(), format)
    return send(request, reply, { ...file, format, name })
  }

  const path = `${resource.api.path}${RECORDS_EXPORT}`
  const config = { access: { action: 'export', on: resource.name } } as const
  const many = resource.label.many.toLowerCase()
  const described = (chosen: '' | 'Chosen', meaning: string) => ({
    tags: [resource.title],
    operationId: `export${chosen}${asName(resource.label.many)}`,
    summary: `Export ${chosen.toLowerCase()}${chosen && ' '}${many} as a file`,
    description: `${meaning}. Has a column for each value that the caller may read. References are written by id and by name, lists are joined by commas, lists of objects are JSON. ${INERT}`,
    response: { 200: FILE },
  })
  const { columns, ...plain } = propertiesOf(format.querystring)
  const filters = Object.entries(propertiesOf(list.querystring))

  // Without HEAD, which would cost as much as the file.
  app.get<{ Querystring: Record<string, unknown> }>(
    path,
    {
      exposeHeadRoute: false,
      config,
      schema: {
        ...described('', `Exports all ${many} that match the list’s query, on all pages`),
        querystring: {
          ...list.querystring,
          required: ['format'],
          properties: {
            ...plain,
            // Card lists have no columns to choose from.
            ...(resource.columns.length > 0 && { columns }),
            ...Object.fromEntries(filters.filter(([name]) => !UNKNOWN.includes(name))),
          },
        },
      },
    },
    (request, reply) => {
      const { format: given, columns: named, ...asked } = request.query
      const file = format.read({
        ...(given !== undefined && { format: given }),
        ...(named !== undefined && { columns: named }),
      })
      const unknown = UNKNOWN.find((name) => name in asked)
      if (unknown !== undefined)
        throw invalidParameter(unknown, 'is not allowed: an export contains all matching records')
      return answer(request, reply, file.format, list.read(asked), file.columns)
    },
  )

  app.post(
    path,
    {
      config,
      schema: {
        ...described(
          'Chosen',
          `Exports the ${many} with these ids, which may be too many for a URL. Changes nothing`,
        ),
        body: {
          ...bodySchema(selection),
          examples: [{ format: 'csv', ids: ['01993c5e-7b1a-7f00-8000-000000000000'] }],
        },
      },
    },
    (request, reply) => {
      const { format, ids, sort } = readBody(selection, request.body)
      const query = list.read(sort === undefined ? {} : { sort: firstOfEach(sort) })
      return answer(request, reply, format, { ...query, ids: [...new Set(ids)].filter(isId) })
    },
  )
}

/** A file has no pages, and no deleted records. */
const UNKNOWN = ['page', 'limit', DELETED]

function columnsParameter(resource: Resource) {
  const known = columnIds(resource)
  const fault = `must be one or more of ${known.join(', ')}, separated by commas and without duplicates`
  return text({
    type: 'array',
    items: { type: 'string', enum: known },
    minItems: 1,
    uniqueItems: true,
    description:
      'Columns of the list, in order. The file has only the id and these columns. Values are as stored, references by id and by name. A column that the list computes from several values is a text',
  }).refine(
    (named) => {
      const all = named.split(',')
      return new Set(all).size === all.length && all.every((one) => known.includes(one))
    },
    { error: parameterFault('columns', fault) },
  )
}

/** Returns the schema of the body for selected records, in the order of their list. */
function selectionOf({ sorts }: Resource) {
  const one = `-?(${sorts.map((path) => path.replaceAll('.', '\\.')).join('|')})`
  const error = `must be one or more of ${sorts.join(', ')}, separated by commas, with a leading minus for descending order`
  const sort = z.string().regex(new RegExp(`^${one}(,${one})*$`), { error })
  const ids = z.array(z.string()).min(1).max(MOST_CHANGED)
  return z.strictObject({ format: FORMAT, ids, sort: sort.optional() })
}

/** Keeps the first of two sorts by the same path. */
function firstOfEach(sort: string): string {
  const words = sort.split(',')
  const paths = words.map((word) => word.replace('-', ''))
  return words.filter((_, at) => paths.indexOf(paths[at] ?? '') === at).join(',')
}

/**
 * Returns the values of columns of the list, after the id: as stored, under the names of a full export, so that the
 * file can be imported. A column computed from several values is a text under a name that no value has.
 */
function chosenValues(
  resource: Resource,
  all: readonly Value[],
  chosen: readonly string[],
): Value[] {
  const ids = columnIds(resource)
  const labels = all.flatMap(({ columns }) => columns.map(({ label }) => label))
  const values = chosen.flatMap((key): Value[] => {
    const column = resource.columns[ids.indexOf(key)]
    if (!column) return []
    const path = 'path' in column ? column.path : undefined
    const stored = all.filter((value) => value.path === path || value.path.startsWith(`${path}.`))
    if (stored.length > 0) return stored
    const label = labels.includes(column.label) ? `${column.label} (text)` : column.label
    const cells: Value['cells'] = (_value, _names, row) => {
      const id = String(row._id)
      return [textOf(resource, column, { ...row, _id: id, id }) || null]
    }
    return [{ path: key, columns: [{ key, label, kind: 'text' }], cells }]
  })
  return [...new Set([...all.filter(({ path }) => path === '_id'), ...values])]
}
