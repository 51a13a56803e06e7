import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { EXPORT_FORMATS, type ExportFormat } from '#contract/analytics.ts'
import {
  columnsBody,
  IMPORT_ENCODINGS,
  IMPORT_HOURS,
  IMPORT_SEPARATORS,
  IMPORT_TYPES,
  IMPORTS,
  type Import,
  type ImportFormat,
  type ImportSeparator,
  importApplyBody,
  MOST_ROWS,
  ROW_STATES,
  rowBody,
} from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { explainIssues, humanise } from '#model/words.ts'
import { type Pages, tableFile } from '#server/exports/export-file.ts'
import { createLogQuery, wordParameter } from '#server/history/log-query.ts'
import { mayTakeLong } from '#server/http/arrival.ts'
import { authorOf, noteChange } from '#server/http/author.ts'
import { whoOf } from '#server/http/authorise.ts'
import { createFileAnswer, FILE, FORMAT } from '#server/http/file-answer.ts'
import { asName, bodySchema, object } from '#server/http/json-schema.ts'
import { createQuery, refusal } from '#server/http/query.ts'
import { fileTooLarge, invalid } from '#server/http/refusal.ts'
import type { Context } from '#server/http/route-context.ts'
import { importAnswer, importRowAnswer, importRowsAnswer } from './import-answers.ts'
import { createImports, type Imports } from './imports.ts'
import { isImportable } from './match-columns.ts'
import { mostBytesOf } from './parse-file.ts'

interface One {
  Params: { id: string }
}

const ID = object({ id: { type: 'string' } })
const LINE = object({ id: { type: 'string' }, line: { type: 'string' } })
const NAME = z
  .string({ error: 'name is required: what the file is called.' })
  .regex(/\S/, 'name is required: what the file is called.')
  .max(200, 'name may have at most 200 characters.')
const ENCODINGS = IMPORT_ENCODINGS.map(({ value }) => value)
const SEPARATORS = Object.keys(IMPORT_SEPARATORS) as ImportSeparator[]
const LINE_RULE = 'headLine must be the number of a line, from 1.'
const given = createQuery({
  name: NAME.describe('What the file is called'),
  encoding: z
    .enum(ENCODINGS, { error: `encoding must be one of ${ENCODINGS.join(', ')}.` })
    .optional()
    .describe('Of CSV and JSON; where absent, what the file shows'),
  separator: z
    .enum(SEPARATORS, { error: `separator must be one of ${SEPARATORS.join(', ')}.` })
    .optional()
    .describe('Of CSV'),
  sheet: z
    .string()
    .max(200, 'sheet may have at most 200 characters.')
    .optional()
    .describe('Of a workbook: the name of the sheet to read'),
  headLine: z
    .string()
    .regex(/^[1-9]\d{0,6}$/, LINE_RULE)
    .transform(Number)
    .optional()
    .describe('Of CSV and workbooks: the line whose cells are the column names'),
})
const paged = createLogQuery({
  state: wordParameter('state', ROW_STATES, 'Rows in this state alone'),
})

const UNTIL = `It is kept for ${IMPORT_HOURS} hours, for its author alone.`

/** Files into records: read, validated and applied as one change (IMP-01, decision 037). */
export function importRoutes(app: FastifyInstance, context: Context): void {
  const { store, stage, registry, access, changes, security, insight } = context
  const imports = createImports({
    ...{ store, stage, access, changes, security, zone: insight.zone },
    tell: (err) => app.log.error({ err }, 'An import failed.'),
  })
  // Before the pools close: what is being applied is taken back.
  app.addHook('preClose', () => imports.stop())
  const send = createFileAnswer(store.callers, security)
  for (const resource of registry)
    if (isImportable(resource))
      void app.register((scope, _options, done) => {
        // Rights come before the form of a question.
        scope.addHook('onRequest', async (request) => imports.demand(resource, whoOf(request)))
        routesOf(scope, context, resource, imports, send)
        done()
      })
}

function routesOf(
  app: FastifyInstance,
  context: Context,
  resource: Resource,
  imports: Imports,
  send: ReturnType<typeof createFileAnswer>,
): void {
  const path = `${resource.api.path}${IMPORTS}`
  const [One, many] = [asName(resource.label.one), resource.label.many.toLowerCase()]
  const tags = [resource.title]
  const config = { access: 'console' } as const
  const author = (request: FastifyRequest) => authorOf(request, 'import')

  void app.register((upload, _options, done) => {
    takeFiles(upload)
    upload.post(
      path,
      {
        config,
        schema: {
          ...{ tags, operationId: `read${One}Import`, summary: `Read a file of ${many}` },
          description: `Changes no record. Its columns are matched by what their heads say, so that an export can be read as it is. CSV in any of these encodings, a sheet of an Excel workbook, or JSON: a list of objects, or an object with such \`rows\`. A cell that holds an error of a spreadsheet refuses its row. At most ${MOST_ROWS.toLocaleString('en')} rows. ${UNTIL}`,
          querystring: given.querystring,
          body: FILE_BODY,
          response: { 201: { ...importAnswer, description: 'What was read of it' } },
        },
      },
      async (request, reply) => {
        const asked = given.read(request.query)
        const one = await imports.read(resource, { ...asked, ...fileIn(request) }, author(request))
        return reply.code(201).send(one)
      },
    )
    done()
  })

  app.get<One>(
    `${path}/:id`,
    {
      config,
      schema: {
        ...{ tags, operationId: `get${One}Import`, summary: 'How far an import is', params: ID },
        response: { 200: { ...importAnswer, description: 'The import' } },
      },
    },
    (request) => imports.get(resource, request.params.id, author(request)),
  )

  app.delete<One>(
    `${path}/:id`,
    {
      config: { ...config, refuses: [409] },
      schema: {
        ...{ tags, operationId: `cancel${One}Import`, summary: 'Cancel an import', params: ID },
        description: 'Nothing that was read of the file is kept. What was applied stays.',
        response: { 204: { type: 'null', description: 'It is gone' } },
      },
    },
    async (request, reply) => {
      await imports.remove(resource, request.params.id, author(request))
      return reply.code(204).send()
    },
  )

  app.put<One>(
    `${path}/:id/columns`,
    {
      config: { ...config, refuses: [409] },
      schema: {
        ...{ tags, operationId: `match${One}ImportColumns`, summary: 'Say what columns fill' },
        description:
          'For each column the path of a field, or null; and by what a row finds the record that it changes, or null when every row is a new one; and how numbers and dates are written, where that is not as their cells show. All rows are rehearsed anew.',
        params: ID,
        body: {
          ...bodySchema(columnsBody),
          examples: [{ columns: ['_id', null], by: '_id', numbers: 'comma' }],
        },
        response: { 200: { ...importAnswer, description: 'The import, in the state read' } },
      },
    },
    (request) =>
      imports.setColumns(
        resource,
        request.params.id,
        parsed(columnsBody, request.body),
        author(request),
      ),
  )

  app.post<One>(
    `${path}/:id/plan`,
    {
      config: { ...config, refuses: [409] },
      schema: {
        ...{ tags, operationId: `plan${One}Import`, summary: 'Rehearse the next rows' },
        description:
          'Writes no record. Takes a second at most: to be asked again until the state is planned. Refused while it is not known how numbers or dates are written.',
        params: ID,
        response: { 200: { ...importAnswer, description: 'How far it is now' } },
      },
    },
    (request) => imports.plan(resource, request.params.id, author(request)),
  )

  app.get<One>(
    `${path}/:id/rows`,
    {
      config,
      schema: {
        ...{ tags, operationId: `list${One}ImportRows`, summary: 'The rows of the file' },
        description: 'Passwords are masked.',
        params: ID,
        querystring: paged.querystring,
        response: { 200: { ...importRowsAnswer, description: 'A page of them' } },
      },
    },
    (request) => {
      const { page, limit, asked } = paged.read(request.query)
      const state = ROW_STATES.find((one) => one === asked.state)
      return imports.rows(resource, request.params.id, { state, page, limit }, author(request))
    },
  )

  app.patch<{ Params: { id: string; line: string } }>(
    `${path}/:id/rows/:line`,
    {
      config: { ...config, refuses: [409] },
      schema: {
        ...{ tags, operationId: `mend${One}ImportRow`, summary: 'Mend cells of a row' },
        description:
          'By the places of their columns, from 0. The row is rehearsed anew, with those that it has to do with. A password that is sent back as it is shown stays.',
        params: LINE,
        body: { ...bodySchema(rowBody), examples: [{ cells: { 3: 'ada@example.org' } }] },
        response: { 200: { ...importRowAnswer, description: 'The row as it is now' } },
      },
    },
    (request) => {
      const { id, line } = request.params
      const at = /^[1-9]\d{0,8}$/.test(line) ? Number(line) : 0
      const { cells } = parsed(rowBody, request.body)
      return imports.fixRow(resource, id, at, cells, author(request))
    },
  )

  importFileRoutes(app, context, resource, imports, send)

  app.post<One>(
    `${path}/:id/apply`,
    {
      config: { ...config, refuses: [409, 429] },
      schema: {
        ...{ tags, operationId: `apply${One}Import`, summary: 'Write what was rehearsed' },
        description:
          'In the background, in one transaction and as one change, which can be taken back: all rows, or all but the refused ones. GET says how far it is, and names the change. What fails or is interrupted changes nothing.',
        params: ID,
        body: { ...bodySchema(importApplyBody), examples: [{ leaveRefused: true }] },
        response: { 202: { ...importAnswer, description: 'It is being written' } },
      },
    },
    async (request, reply) => {
      const { leaveRefused = false } = parsed(importApplyBody, request.body ?? {})
      const { id } = request.params
      const { one, change } = await imports.apply(resource, id, leaveRefused, author(request))
      return told(reply.code(202), one, change)
    },
  )
}

/** Of a request that was sent again the change is known already. */
function told(reply: FastifyReply, one: Import, change: string | undefined) {
  if (change !== undefined) noteChange(reply, change)
  return reply.send(one)
}

/** Throws 400 with a sentence for each part of a body that is wrong. */
function parsed<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const { success, data, error } = schema.safeParse(body)
  if (success) return data
  throw refusal(explainIssues(error.issues, body, (path) => humanise(path) || 'The body'))
}

interface TextTable {
  heads: readonly string[]
  contents: string
  pages: Pages
  name: string
  wanted: ExportFormat
}

const format = createQuery({ format: FORMAT })

/** What an import gives back as files: a template to fill, and the rows that it could not take. */
function importFileRoutes(
  app: FastifyInstance,
  { insight }: Context,
  resource: Resource,
  imports: Imports,
  send: ReturnType<typeof createFileAnswer>,
): void {
  const path = `${resource.api.path}${IMPORTS}`
  const [One, many] = [asName(resource.label.one), resource.label.many.toLowerCase()]
  const tags = [resource.title]
  const config = { access: 'console' } as const

  // Without HEAD: it would cost as much as the file.
  app.get<{ Params: { id: string } }>(
    `${path}/:id/failed`,
    {
      exposeHeadRoute: false,
      config,
      schema: {
        ...{
          tags,
          operationId: `export${One}ImportProblems`,
          summary: 'The refused rows as a file',
        },
        description:
          'As they stand in the file, but without passwords, with what is wrong with each in the last column.',
        params: ID,
        querystring: format.querystring,
        response: { 200: FILE },
      },
    },
    async (request, reply) => {
      const { format: wanted } = format.read(request.query)
      const { headers, file, pages } = await imports.failed(
        resource,
        request.params.id,
        authorOf(request, 'import'),
      )
      const contents = `Rows of ${file} that could not be imported, without passwords.`
      const heads = [...headers.map((head, at) => head || `Column ${at + 1}`), 'Problem']
      return sendTable(request, reply, { heads, contents, pages, name: 'problems', wanted })
    },
  )

  // Without HEAD: it would cost as much as the file.
  app.get(
    `${path}/template`,
    {
      exposeHeadRoute: false,
      config,
      schema: {
        ...{ tags, operationId: `get${One}ImportTemplate`, summary: 'A file with heads alone' },
        description: `A column for all that a file may say of ${many}, as an import reads it.`,
        querystring: format.querystring,
        response: { 200: FILE },
      },
    },
    (request, reply) => {
      const { format: wanted } = format.read(request.query)
      const heads = imports.fieldsOf(resource).map(({ label }) => label)
      const contents = `A row for each of the ${many} goes below.`
      return sendTable(request, reply, {
        heads,
        contents,
        pages: nothing(),
        name: 'template',
        wanted,
      })
    },
  )

  /** Rows of texts as a file. */
  const sendTable = (
    request: FastifyRequest,
    reply: FastifyReply,
    { heads, contents, pages, name, wanted }: TextTable,
  ) => {
    const about = {
      dataType: resource.page,
      timeZone: insight.zone(),
      generatedAt: new Date().toISOString(),
    }
    const columns = heads.map((head) => ({ key: head, label: head, kind: 'text' as const }))
    const body = tableFile({ title: resource.title, columns, contents }, pages, about, wanted)
    const file = `${resource.page}_${name}.${wanted}`
    return send(request, reply, { total: undefined, body, format: wanted, name: file })
  }
}

async function* nothing(): Pages {}

const FORMATS = new Map(
  Object.entries(IMPORT_TYPES).map(([one, type]) => [type as string, one as ImportFormat]),
)
const binary = { schema: { format: 'binary' } }
/** What the description says of such a body. */
const FILE_BODY = {
  content: Object.fromEntries([...FORMATS.keys()].map((type) => [type, binary])),
}

/** Lets the routes of this scope take files as they come in, and nothing else. */
function takeFiles(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  for (const [type, format] of FORMATS)
    app.addContentTypeParser(type, (request, payload, done) => {
      const length = Number(request.headers['content-length'] ?? 0)
      mayTakeLong(request.raw)
      if (length > mostBytesOf(format)) done(fileTooLarge(mostBytesOf(format)))
      else done(null, payload)
    })
}

/** The file of a request and its format. Throws 400 when there is none. */
function fileIn(request: FastifyRequest): { format: ImportFormat; bytes: Readable } {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';', 1)
  const format = FORMATS.get(type.trim().toLowerCase())
  if (!format || !(request.body instanceof Readable))
    throw invalid(`Send the file as its own body, as ${EXPORT_FORMATS.join(', ')}.`)
  return { format, bytes: request.body }
}
