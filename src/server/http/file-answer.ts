import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { EXPORT_FORMATS, type ExportFormat, TOTAL_ROWS_HEADER } from '#contract/analytics.ts'
import type { Context } from '#server/services.ts'
import { bearerToken, callerFacts, ownerOf, roleOf } from './authorise.ts'

type Format = ExportFormat | 'jsonl'
const CONTENT_TYPES: Readonly<Record<Format, string>> = {
  jsonl: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
/** How often a long export checks its caller's permission. */
const RECHECK_MS = 2000

/** A file to send. */
export interface Export {
  /** The number of rows, if known in advance. */
  total: number | undefined
  /** The content. A stream is destroyed if reading the data fails. Destroying it closes its connection. */
  body: Readable | Buffer
}

/** The query parameter of the file's format. */
export const FORMAT = z.enum(EXPORT_FORMATS, {
  error: `The format must be one of ${EXPORT_FORMATS.join(', ')}.`,
})

const file = { format: 'binary' }
/** The response of a route that sends a file, for its OpenAPI description. */
export const FILE = {
  description: 'The file',
  content: {
    [CONTENT_TYPES.csv]: { schema: file },
    [CONTENT_TYPES.json]: { schema: { type: 'object', additionalProperties: true } },
    [CONTENT_TYPES.xlsx]: { schema: file },
  },
}

/** How files format times and texts, for the OpenAPI description of each export. */
export const INERT = `Times in CSV and JSON are in UTC, those in a workbook in the reporting time zone. Texts in CSV files get an apostrophe before each of = + - @ that a spreadsheet could read as a formula: at the start of the text and after each ; , | TAB or line end, also behind invisible characters and quotes. To restore a text, remove one apostrophe at each such place. The header ${TOTAL_ROWS_HEADER} has the number of rows, if it is known. At most two exports of rows run at once. A transfer that breaks off is not a complete file.`

/**
 * Creates the function that responds with a file. It stops a long export if the caller signs out or loses permission.
 */
export function createFileAnswer({ store, security }: Pick<Context, 'store' | 'security'>) {
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    file: { body: Readable | Buffer; total?: number | undefined; format: Format; name: string },
  ): FastifyReply => {
    const { body, total, format, name } = file
    const owner = ownerOf(request)
    if (body instanceof Readable) {
      body.once('error', (err) => request.log.error({ err }, 'export failed'))
      const timer = setInterval(() => {
        store.callers.owner(bearerToken(request) ?? '').then(
          (now) => (now && roleOf(now) === roleOf(owner) ? undefined : body.destroy()),
          // If the database is away, the export fails by itself.
          () => undefined,
        )
      }, RECHECK_MS)
      body.once('close', () => clearInterval(timer))
    }
    const count = total !== undefined && { count: total }
    security.note('exported', { ...callerFacts(request, owner), what: name, ...count })
    reply
      .type(CONTENT_TYPES[format])
      .header('content-disposition', `attachment; filename="${name}"`)
    if (total !== undefined) reply.header(TOTAL_ROWS_HEADER, total)
    return reply.send(body)
  }
}
