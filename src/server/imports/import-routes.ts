import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import * as z from 'zod'
import { EXPORT_FORMATS } from '#contract/analytics.ts'
import {
  columnsBody,
  IMPORT_ENCODINGS,
  IMPORT_HOURS,
  IMPORT_SEPARATOR_NAMES,
  IMPORT_TYPES,
  IMPORTS,
  type ImportFormat,
  importApplyBody,
  importRowPageSchema,
  importRowSchema,
  importSchema,
  MOST_ROWS,
  ROW_STATES,
  rowBody,
} from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { createLogQuery, wordParameter } from '#server/history/log-query.ts'
import { authorOf, noteChange, whoOf } from '#server/http/authorise.ts'
import { mayTakeLong } from '#server/http/body-limits.ts'
import { type Pages, tableFile } from '#server/http/export-file.ts'
import { createFileAnswer, FILE, FORMAT } from '#server/http/file-answer.ts'
import { answerSchema, asName, bodySchema, object } from '#server/http/json-schema.ts'
import { createQuery, readBody } from '#server/http/query.ts'
import { fileTooLarge, invalid } from '#server/http/refusal.ts'
import type { Context } from '#server/services.ts'
import { createImports } from './imports.ts'
import { isImportable, targetFields } from './match-columns.ts'
import { mostBytesOf, type Upload } from './read-upload.ts'
import type { Asked } from './validate-rows.ts'

interface OneRow {
  Params: { id: string; line: string }
}

interface ImportRoute extends FastifySchema {
  /** The path below the imports of its resource. */
  url: string
  refuses?: readonly (409 | 429)[]
  handler(asked: Asked, request: FastifyRequest<OneRow>, reply: FastifyReply): unknown
}

const ID = object({ id: { type: 'string' } })
const LINE = object({ id: { type: 'string' }, line: { type: 'string' } })
const NO_NAME = 'name is required: the name of the file.'
const oneOf = <Word extends string>(name: string, words: readonly Word[]) =>
  z.enum(words, { error: `${name} must be one of ${words.join(', ')}.` }).optional()
const uploadQuery = createQuery({
  name: z
    .string({ error: NO_NAME })
    .regex(/\S/, NO_NAME)
    .max(200, 'name may have at most 200 characters.')
    .describe('The name of the file'),
  encoding: oneOf(
    'encoding',
    IMPORT_ENCODINGS.map(({ value }) => value),
  ).describe('The encoding of CSV and JSON. Detected if absent'),
  separator: oneOf('separator', IMPORT_SEPARATOR_NAMES).describe(
    'The separator of CSV. Detected if absent',
  ),
  sheet: z
    .string()
    .max(200, 'sheet may have at most 200 characters.')
    .optional()
    .describe('The sheet of a workbook to read'),
  headLine: z
    .string()
    .regex(/^[1-9]\d{0,6}$/, 'headLine must be a line number, from 1.')
    .transform(Number)
    .optional()
    .describe('The line of the column names, in CSV and workbooks'),
})
const rowsQuery = createLogQuery({
  state: wordParameter('state', ROW_STATES, 'Returns only rows in this state'),
})
const fileQuery = createQuery({ format: FORMAT })
const ONE = { ...answerSchema(importSchema), description: 'The import' }
const ROW = { ...answerSchema(importRowSchema), description: 'The row' }
const ROWS = { ...answerSchema(importRowPageSchema), description: 'A page of rows' }
const binary = { schema: { format: 'binary' } }
const FILE_BODY = {
  content: Object.fromEntries(Object.values(IMPORT_TYPES).map((type) => [type, binary])),
}

/** Registers the routes that import files into each resource with a list. */
export function importRoutes(app: FastifyInstance, context: Context): void {
  const { registry, access, insight } = context
  const imports = createImports(context, (err) => app.log.error({ err }, 'import failed'))
  // Runs before the pools close.
  app.addHook('preClose', imports.stop)
  const sendFile = createFileAnswer(context)

  const routesOf = (scope: FastifyInstance, resource: Resource): void => {
    const [One, many] = [asName(resource.label.one), resource.label.many.toLowerCase()]
    const all = targetFields(resource)
    const route = (
      on: FastifyInstance,
      method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
      { url, refuses, handler, ...schema }: ImportRoute,
    ): void => {
      on.route<OneRow>({
        ...{ method, url: `${resource.api.path}${IMPORTS}${url}` },
        // A HEAD request would cost as much as the file.
        exposeHeadRoute: schema.querystring !== fileQuery.querystring,
        config: { access: 'console', refuses: refuses ?? (method === 'GET' ? [] : [409]) },
        schema: {
          tags: [resource.title],
          ...(url.startsWith('/:id') && { params: url.endsWith(':line') ? LINE : ID }),
          response: { 200: ONE },
          ...schema,
        },
        handler: (request, reply) => {
          const author = authorOf(request, 'import')
          return handler(imports.asked(resource, all, request.params.id, author), request, reply)
        },
      })
    }

    void scope.register((upload, _options, done) => {
      acceptFiles(upload)
      route(upload, 'POST', {
        url: '',
        operationId: `read${One}Import`,
        summary: `Upload a file of ${many}`,
        description: `Changes no record. Columns are mapped to fields by their names, so an export can be imported unchanged. Accepts CSV in any of these encodings, a sheet of an Excel workbook, or JSON: a list of objects, or an object with such a list in \`rows\`. A row with a spreadsheet error in a cell is refused. At most ${MOST_ROWS.toLocaleString('en')} rows. The import is kept for ${IMPORT_HOURS} hours, only for its author.`,
        refuses: [],
        querystring: uploadQuery.querystring,
        ...{ body: FILE_BODY, response: { 201: ONE } },
        handler: async (asked, { body, query }, reply) => {
          const { name, ...choice } = uploadQuery.read(query)
          if (!body) throw invalid(`Send the file as the body, as ${EXPORT_FORMATS.join(', ')}.`)
          return reply.code(201).send(await imports.read(asked, name, body as Upload, choice))
        },
      })
      done()
    })

    route(scope, 'GET', {
      url: '/:id',
      operationId: `get${One}Import`,
      summary: 'Get an import and its progress',
      handler: imports.get,
    })

    route(scope, 'DELETE', {
      url: '/:id',
      operationId: `cancel${One}Import`,
      summary: 'Cancel an import',
      description: 'Deletes the uploaded rows. Changes that were applied stay.',
      response: { 204: { type: 'null', description: 'The import was deleted' } },
      handler: async (asked, _request, reply) => {
        await imports.remove(asked)
        return reply.code(204).send()
      },
    })

    route(scope, 'PUT', {
      url: '/:id/columns',
      operationId: `match${One}ImportColumns`,
      summary: 'Map columns to fields',
      description:
        'Sets the path of a field, or null, for each column. `by` is the field that matches rows to existing records; null makes each row a new record. `numbers` and `dates` override the detected formats. All rows must be planned again.',
      body: {
        ...bodySchema(columnsBody),
        examples: [{ columns: ['_id', null], by: '_id', numbers: 'comma' }],
      },
      handler: (asked, { body }) => imports.setColumns(asked, readBody(columnsBody, body)),
    })

    route(scope, 'POST', {
      url: '/:id/plan',
      operationId: `plan${One}Import`,
      summary: 'Plan the next rows',
      description:
        'Changes no record. Takes at most a second: repeat it until the state is planned. The formats of numbers and dates must be known first.',
      handler: imports.plan,
    })

    route(scope, 'GET', {
      url: '/:id/rows',
      operationId: `list${One}ImportRows`,
      summary: 'List the rows of the file',
      description: 'Passwords are masked.',
      ...{ querystring: rowsQuery.querystring, response: { 200: ROWS } },
      handler: (asked, { query }) => {
        const page = rowsQuery.read(query)
        const state = ROW_STATES.find((one) => one === page.asked.state)
        return imports.rows(asked, state, page)
      },
    })

    route(scope, 'PATCH', {
      url: '/:id/rows/:line',
      operationId: `mend${One}ImportRow`,
      summary: 'Edit the cells of a row',
      description:
        'Cells are named by the index of their columns, from 0. Plans the row again, and the rows that share a record or a unique value with it. A masked password stays unchanged.',
      response: { 200: ROW },
      body: { ...bodySchema(rowBody), examples: [{ cells: { 3: 'ada@example.org' } }] },
      handler: (asked, { params: { line }, body }) => {
        const at = /^[1-9]\d{0,8}$/.test(line) ? Number(line) : 0
        return imports.editRow(asked, at, readBody(rowBody, body).cells)
      },
    })

    route(scope, 'POST', {
      url: '/:id/apply',
      operationId: `apply${One}Import`,
      summary: 'Apply the plan',
      description:
        'Runs in the background, in one transaction and as one change, which can be undone. Writes all rows, or all except the refused ones. GET reports the progress and the change. An import that fails or is interrupted changes nothing.',
      refuses: [409, 429],
      response: { 202: ONE },
      body: { ...bodySchema(importApplyBody), examples: [{ leaveRefused: true }] },
      handler: async (asked, { body }, reply) => {
        const { leaveRefused = false } = readBody(importApplyBody, body ?? {})
        const { one, change } = await imports.apply(asked, leaveRefused)
        // A repeated request.
        if (change !== undefined) noteChange(reply, change)
        return reply.code(202).send(one)
      },
    })

    const sendTable = (
      request: FastifyRequest,
      reply: FastifyReply,
      [name, contents, heads, pages]: [string, string, readonly string[], Pages],
    ) => {
      const { format } = fileQuery.read(request.query)
      const about = {
        ...{ dataType: resource.page, timeZone: insight.zone() },
        generatedAt: new Date().toISOString(),
      }
      const columns = heads.map((key) => ({ key, label: key, kind: 'text' as const }))
      const body = tableFile({ title: resource.title, columns, contents }, pages, about, format)
      const file = { total: undefined, body, format, name: `${resource.page}_${name}.${format}` }
      return sendFile(request, reply, file)
    }

    route(scope, 'GET', {
      url: '/:id/failed',
      operationId: `export${One}ImportErrors`,
      summary: 'Export the refused rows',
      description: 'The rows as in the file, without passwords. The last column has the errors.',
      ...{ querystring: fileQuery.querystring, response: { 200: FILE } },
      handler: async (asked, request, reply) => {
        const { headers, file, pages } = await imports.failed(asked)
        const contents = `Rows of ${file} that could not be imported, without passwords.`
        const heads = [...headers.map((head, at) => head || `Column ${at + 1}`), 'Error']
        return sendTable(request, reply, ['problems', contents, heads, pages])
      },
    })

    route(scope, 'GET', {
      url: '/template',
      operationId: `get${One}ImportTemplate`,
      summary: 'Get an empty file with column names',
      description: `Has a column for each field of ${many} that an import can fill.`,
      ...{ querystring: fileQuery.querystring, response: { 200: FILE } },
      handler: (_asked, request, reply) => {
        const heads = all.map(({ label }) => label)
        const contents = `Add one row for each of the ${many}.`
        return sendTable(request, reply, ['template', contents, heads, noPages()])
      },
    })
  }

  for (const resource of registry.filter(isImportable))
    void app.register((scope, _options, done) => {
      // Callers without permission do not learn what is wrong with their request.
      scope.addHook('onRequest', (request, _reply, next) => {
        const rights = { ...whoOf(request), on: resource.name }
        if (!access.decide({ ...rights, action: 'create' }).isAllowed)
          access.demand({ ...rights, action: 'update' })
        next()
      })
      routesOf(scope, resource)
      done()
    })
}

async function* noPages(): Pages {}

/** Makes the routes of a scope accept only files. */
function acceptFiles(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  for (const [format, type] of Object.entries(IMPORT_TYPES) as [ImportFormat, string][])
    app.addContentTypeParser(type, (request, body, done) => {
      mayTakeLong(request.raw)
      const most = mostBytesOf(format)
      const announced = request.headers['content-length']
      const length = announced === undefined ? undefined : Number(announced)
      if (length !== undefined && length > most) done(fileTooLarge(most))
      else done(null, { format, body, length } satisfies Upload)
    })
}
