import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { EXPORT_FORMATS } from '#contract/analytics.ts'
import { IMPORT_TYPES, type ImportFormat, MOST_BYTES } from '#contract/imports.ts'
import { mayTakeLong } from '#server/http/arrival.ts'
import { fileTooLarge, invalid } from '#server/http/refusal.ts'

const FORMATS = new Map(
  Object.entries(IMPORT_TYPES).map(([one, type]) => [type as string, one as ImportFormat]),
)
const binary = { schema: { type: 'string', format: 'binary' } }
/** What the description says of such a body. */
export const FILE_BODY = {
  content: Object.fromEntries([...FORMATS.keys()].map((type) => [type, binary])),
}

/** Lets the routes of this scope take files as they come in, and nothing else. */
export function takeFiles(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  for (const type of FORMATS.keys())
    app.addContentTypeParser(type, (request, payload, done) => {
      const length = Number(request.headers['content-length'] ?? 0)
      mayTakeLong(request.raw)
      if (length > MOST_BYTES) done(fileTooLarge(MOST_BYTES))
      else done(null, payload)
    })
}

/** The file of a request and its format. Throws 400 when there is none. */
export function fileIn(request: FastifyRequest): { format: ImportFormat; bytes: Readable } {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';', 1)
  const format = FORMATS.get(type.trim().toLowerCase())
  if (!format || !(request.body instanceof Readable))
    throw invalid(`Send the file as its own body, as ${EXPORT_FORMATS.join(', ')}.`)
  return { format, bytes: request.body }
}
