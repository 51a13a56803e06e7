import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ExportFormat } from '#contract/analytics.ts'
import { IMPORTS } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { type Pages, tableFile } from '#server/exports/export-file.ts'
import type { Author } from '#server/history/write.ts'
import { type createFileAnswer, FILE, FORMAT } from '#server/http/file-answer.ts'
import { asName, object } from '#server/http/json-schema.ts'
import { createQuery } from '#server/http/query.ts'
import type { Context } from '#server/http/route-context.ts'
import { fillablesOf } from './fillable.ts'
import type { Imports } from './imports.ts'

interface TextTable {
  heads: readonly string[]
  contents: string
  pages: Pages
  name: string
  wanted: ExportFormat
}

const ID = object({ id: { type: 'string' } })
const format = createQuery({ format: FORMAT })

/** What an import gives back as files: a template to fill, and the rows that it could not take. */
export function importFileRoutes(
  app: FastifyInstance,
  { insight }: Context,
  resource: Resource,
  {
    imports,
    send,
    author,
  }: {
    imports: Imports
    send: ReturnType<typeof createFileAnswer>
    author: (request: FastifyRequest) => Author
  },
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
        author(request),
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
      const heads = fillablesOf(resource).map(({ label }) => label)
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
