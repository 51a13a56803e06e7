import { type ImportFormat, MOST_BYTES, MOST_JSON_BYTES, MOST_ROWS } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { createGate } from '#server/http/gate.ts'
import { invalid } from '#server/http/refusal.ts'
import { matchHeads, type TargetField } from './match-columns.ts'
import { type FileColumn, noteSigns } from './number-date-formats.ts'
import {
  type FileRow,
  type ParsedFile,
  parseCsv,
  parseJson,
  parseXlsx,
  type ReadingChoice,
  readBytes,
  shortened,
  tooManyRows,
} from './parse-file.ts'
import type { NewImport } from './stage.ts'
import { type Asked, uniqueRuleOf } from './validate-rows.ts'

/** A file that is being uploaded. */
export interface Upload {
  format: ImportFormat
  body: AsyncIterable<Buffer>
  /** In bytes, if the request has a Content-Length. */
  length: number | undefined
}

const PARSERS = { csv: parseCsv, json: parseJson, xlsx: parseXlsx }
/** The most bytes of a small file, which does not wait for large ones. */
const SMALL_FILE = 1_048_576
/** Limits the large files in memory, including those that still arrive. */
const inMemory = createGate(3, 10)
/** Large files and workbooks are parsed one at a time, because each can take much memory. Small workbooks go first. */
const parsing = createGate(1, 10, 2)
const parsingSmall = createGate(1, 20)
const MOST_SAMPLES = 3
/** The number of rows that are searched for samples. */
const SAMPLED_ROWS = 200

export function mostBytesOf(format: ImportFormat): number {
  return format === 'json' ? MOST_JSON_BYTES : MOST_BYTES
}

/** Reads a file and stores its rows. Throws 400 if it cannot be read, and 413 if it is too large. */
export async function readUpload(
  asked: Asked,
  file: string,
  { format, body, length }: Upload,
  choice: ReadingChoice,
): Promise<void> {
  const parse = async (bytes: Buffer) => {
    const parsed = await PARSERS[format](bytes, choice, asked.fields)
    await store(asked, { file, format }, parsed).finally(parsed.close)
  }
  const read = () => readBytes(body, mostBytesOf(format))
  if (length === undefined || length > SMALL_FILE)
    return inMemory(async () => {
      const bytes = await read()
      return parsing(() => parse(bytes), 1)
    })
  const bytes = await read()
  return (format === 'xlsx' ? parsing : parsingSmall)(() => parse(bytes))
}

/** Stores a parsed file, with the fields of its columns and what its cells reveal. */
async function store(
  { stage, id, resource, author, fields, passwords }: Asked,
  file: Pick<NewImport, 'file' | 'format'>,
  { headers, reading, rows }: ParsedFile,
): Promise<void> {
  const matched = matchHeads(headers, fields)
  const columns = headers.map((header, at): FileColumn => {
    const signs = { numbers: {}, dates: {} }
    return { header, field: matched[at] ?? null, sample: [], signs }
  })
  async function* sampled(): AsyncGenerator<FileRow> {
    let count = 0
    for await (const row of rows) {
      count += 1
      if (count > MOST_ROWS) throw tooManyRows()
      for (const [at, cell] of row.cells.entries()) {
        const { sample = [], signs } = columns[at] ?? {}
        if (signs && typeof cell === 'string') noteSigns(signs, cell)
        if (count > SAMPLED_ROWS || sample.length === MOST_SAMPLES) continue
        const text = shortened(String(cell).trim())
        if (text !== '' && !sample.includes(text)) sample.push(text)
      }
      yield row
    }
    if (count === 0)
      throw invalid(
        headers.length === 0 ? 'The file is empty.' : 'The file has column names but no rows.',
      )
  }
  const key = keysFor(resource, fields).find(({ needed }) =>
    needed.every((path) => matched.includes(path)),
  )
  // Any column can be mapped to a password field.
  const names = [...headers, ...reading.preview.flatMap(({ cells }) => cells)]
  const isEncrypted = passwords.length > 0 || names.some((name) => PASSWORD.test(name))
  const one = { ...file, id, resource: resource.name, ownerId: author.id ?? '', isEncrypted }
  await stage.create({ ...one, columns, by: key?.path ?? null, reading }, sampled())
}

/** The name of a column that may contain passwords, in any resource. */
export const PASSWORD = /password/i

/** Returns the fields that rows can be matched by: the id and unique ones. All `needed` paths must have columns. */
export function keysFor(resource: Resource, fields: readonly TargetField[]) {
  if (!resource.actions.includes('edit')) return []
  const paths = ['_id', ...new Set(resource.unique.map(({ path }) => path))]
  return paths.flatMap((path) => {
    const rule = uniqueRuleOf(resource, path)
    const needed = [path, ...(rule?.within ?? [])]
    const label = fields.find((one) => one.path === path)?.label
    const isUsable =
      (rule || path === '_id') && needed.every((each) => fields.some((one) => one.path === each))
    return isUsable && label !== undefined ? [{ path, label, needed }] : []
  })
}
