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
  /** Below the imports of its resource. */
  url: string
  refuses?: readonly (409 | 429)[]
  handler(asked: Asked, request: FastifyRequest<OneRow>, reply: FastifyReply): unknown
}

const ID = object({ id: { type: 'string' } })
const LINE = object({ id: { type: 'string' }, line: { type: 'string' } })
const NO_NAME = 'name is required: what the file is called.'
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
  ).describe('Of CSV and JSON; detected when absent'),
  separator: oneOf('separator', IMPORT_SEPARATOR_NAMES).describe('Of CSV'),
  sheet: z
    .string()
    .max(200, 'sheet may have at most 200 characters.')
    .optional()
    .describe('Of a workbook: the name of the sheet to read'),
  headLine: z
    .string()
    .regex(/^[1-9]\d{0,6}$/, 'headLine must be the number of a line, from 1.')
    .transform(Number)
    .optional()
    .describe('Of CSV and workbooks: the line with the column names'),
})
const rowsQuery = createLogQuery({
  state: wordParameter('state', ROW_STATES, 'Only rows in this state'),
})
const fileQuery = createQuery({ format: FORMAT })
const ONE = { ...answerSchema(importSchema), description: 'The import' }
const ROW = { ...answerSchema(importRowSchema), description: 'The row' }
const ROWS = { ...answerSchema(importRowPageSchema), description: 'A page of rows' }
const binary = { schema: { format: 'binary' } }
const FILE_BODY = {
  content: Object.fromEntries(Object.values(IMPORT_TYPES).map((type) => [type, binary])),
}

/** Imports of files into each resource with a list (IMP-01, decision 037). */
export function importRoutes(app: FastifyInstance, context: Context): void {
  const { registry, access, insight } = context
  const imports = createImports(context, (err) => app.log.error({ err }, 'import failed'))
  // Before the pools close.
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
        // A HEAD of a file would cost as much as the file.
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
        summary: `Read a file of ${many}`,
        description: `Changes no record. Columns are matched by their names, so that an export can be imported as it is. CSV in any of these encodings, a sheet of an Excel workbook, or JSON: a list of objects, or an object with such \`rows\`. Cells with an error of a spreadsheet refuse their row. At most ${MOST_ROWS.toLocaleString('en')} rows. Kept for ${IMPORT_HOURS} hours, only for its author.`,
        refuses: [],
        querystring: uploadQuery.querystring,
        ...{ body: FILE_BODY, response: { 201: ONE } },
        handler: async (asked, { body, query }, reply) => {
          const { name, ...choice } = uploadQuery.read(query)
          if (!body)
            throw invalid(`Send the file as its own body, as ${EXPORT_FORMATS.join(', ')}.`)
          return reply.code(201).send(await imports.read(asked, name, body as Upload, choice))
        },
      })
      done()
    })

    route(scope, 'GET', {
      url: '/:id',
      operationId: `get${One}Import`,
      summary: 'The progress of an import',
      handler: imports.get,
    })

    route(scope, 'DELETE', {
      url: '/:id',
      operationId: `cancel${One}Import`,
      summary: 'Cancel an import',
      description: 'Deletes what was read of the file. What was applied stays.',
      response: { 204: { type: 'null', description: 'It is deleted' } },
      handler: async (asked, _request, reply) => {
        await imports.remove(asked)
        return reply.code(204).send()
      },
    })

    route(scope, 'PUT', {
      url: '/:id/columns',
      operationId: `match${One}ImportColumns`,
      summary: 'Set the fields of columns',
      description:
        'For each column the path of a field, or null. Also how a row finds the record to update, null when each row is a new record, and how numbers and dates are written, when it is not as detected. All rows have to be planned again.',
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
        'Changes no record. Takes at most a second: repeat it until the state is planned. Refused until it is known how numbers and dates are written.',
      handler: imports.plan,
    })

    route(scope, 'GET', {
      url: '/:id/rows',
      operationId: `list${One}ImportRows`,
      summary: 'The rows of the file',
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
      summary: 'Edit cells of a row',
      description:
        'By the index of their columns, from 0. The row is planned again, with the rows that share a record or a unique value with it. A masked password stays unchanged.',
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
        'In the background, in one transaction and as one change, which can be undone: all rows, or all but the refused ones. GET reports the progress and the change. An import that fails or is interrupted changes nothing.',
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
      operationId: `export${One}ImportProblems`,
      summary: 'The refused rows as a file',
      description:
        'As they are in the file, without passwords, with the errors of each in the last column.',
      ...{ querystring: fileQuery.querystring, response: { 200: FILE } },
      handler: async (asked, request, reply) => {
        const { headers, file, pages } = await imports.failed(asked)
        const contents = `Rows of ${file} that could not be imported, without passwords.`
        const heads = [...headers.map((head, at) => head || `Column ${at + 1}`), 'Problem']
        return sendTable(request, reply, ['problems', contents, heads, pages])
      },
    })

    route(scope, 'GET', {
      url: '/template',
      operationId: `get${One}ImportTemplate`,
      summary: 'An empty file with column names',
      description: `A column for each field of ${many} that an import can fill.`,
      ...{ querystring: fileQuery.querystring, response: { 200: FILE } },
      handler: (_asked, request, reply) => {
        const heads = all.map(({ label }) => label)
        const contents = `A row for each of the ${many} goes below.`
        return sendTable(request, reply, ['template', contents, heads, noPages()])
      },
    })
  }

  for (const resource of registry.filter(isImportable))
    void app.register((scope, _options, done) => {
      // Roles without the right do not learn what is wrong with their request.
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

/** Makes the routes of a scope accept files, and nothing else. */
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
