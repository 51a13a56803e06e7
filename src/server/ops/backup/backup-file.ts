import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { appendFile, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer, json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip, gzipSync } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import * as z from 'zod'

/** A backup cannot be created, read or restored. The message tells the operator why. */
export class BackupError extends Error {
  override name = 'BackupError'
}

const PRODUCT = 'waymark'
/** The version of the file's layout. It increases when earlier versions can no longer read the file. */
const FORMAT = 4
/** In format 3 each table has one entry. */
const READABLE = [3, FORMAT] as const
const MANIFEST = 'manifest.json'
const CHECKSUM = 'sha256'
/** Rows are buffered in memory until an entry has about this size. */
const ENTRY_BYTES = 8 * 1024 * 1024
/** Measured in docs/benchmarks.md: higher levels take much longer and save little. */
const LEVEL = 3

/** Names become part of SQL statements, so only names that need no quotes are accepted. */
const name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)
const type = z
  .string()
  .regex(
    /^(uuid|text|jsonb|boolean|date|bytea|smallint|integer|bigint|double precision|numeric|character varying\(\d+\)|timestamp\(\d\) with(out)? time zone|timestamp with(out)? time zone)(\[\])?( collate "C")?$/,
  )

const manifestSchema = z.object({
  product: z.literal(PRODUCT),
  format: z.literal(READABLE),
  /** The version of the program that made the file. */
  version: z.string(),
  madeAt: z.iso.datetime(),
  postgresql: z.string(),
  migrations: z
    .array(z.object({ id: z.int().min(1), name: z.string(), checksum: z.string() }))
    .min(1),
  /** In the order of the file. Generated columns are excluded, because PostgreSQL recomputes them. */
  tables: z.array(
    z.object({
      name,
      columns: z.array(z.object({ name, type })).min(1),
      rows: z.int().min(0),
    }),
  ),
})

export type Manifest = z.output<typeof manifestSchema>
type Rows = Iterable<Buffer> | AsyncIterable<Buffer>

/**
 * Writes a backup: a tar.gz of the manifest and the rows of each table in COPY's text format, with the SHA-256 of
 * everything before it as the last entry.
 */
export async function writeBackupFile(
  path: string,
  made: Omit<Manifest, 'product' | 'format'>,
  rowsOf: (table: string) => Rows,
): Promise<Manifest> {
  const manifest: Manifest = { product: PRODUCT, format: FORMAT, ...made }
  const archive = pack()
  const add = (name: string, content: Buffer | string) =>
    new Promise<void>((resolve, reject) => {
      archive.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()))
    })
  const fill = async () => {
    await add(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`)
    for (const { name } of manifest.tables) {
      let parts = 0
      for await (const rows of inParts(rowsOf(name))) {
        parts += 1
        await add(`data/${name}${parts > 1 ? `.${parts}` : ''}.copy`, rows)
      }
    }
    // Not finalized, because the checksum follows.
    archive.push(null)
  }
  await Promise.all([
    pipeline(
      archive,
      createGzip({ level: LEVEL }),
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    ),
    fill().catch((error) => {
      archive.destroy(error)
      throw error
    }),
  ])
  await appendFile(path, await tailFor(await hashOf(path)), { flush: true })
  return manifest
}

/** Collects whole rows into parts of about ENTRY_BYTES, because the header of an entry has its size. */
async function* inParts(rows: Rows): AsyncGenerator<Buffer> {
  let part: Buffer[] = []
  let size = 0
  for await (const chunk of rows) {
    size += chunk.length
    const end = size < ENTRY_BYTES ? 0 : chunk.lastIndexOf('\n') + 1
    if (end > 0) {
      yield Buffer.concat([...part, chunk.subarray(0, end)])
      part = []
      size = chunk.length - end
    }
    part.push(chunk.subarray(end))
  }
  yield Buffer.concat(part)
}

/** Returns the last entry and the end of the archive, not compressed, so that their size is known. */
async function tailFor(hash: string): Promise<Buffer> {
  const archive = pack()
  archive.entry({ name: CHECKSUM }, hash)
  archive.finalize()
  return gzipSync(await buffer(archive), { level: 0 })
}

/** A header, the checksum, and the two blocks of an archive's end, with 15 gzip bytes before and 8 after them. */
const TAIL_BYTES = 15 + 4 * 512 + 8

async function hashOf(path: string, bytes = Number.POSITIVE_INFINITY): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { end: bytes - 1 })) hash.update(chunk)
  return hash.digest('hex')
}

/**
 * Reads a whole file and compares it with its checksum. Throws BackupError for a file that is truncated, modified, of
 * another program or of another format.
 */
export async function verifyBackup(path: string): Promise<Manifest> {
  const manifest = await readManifest(path)
  const end = Math.max(1, (await stat(path)).size - TAIL_BYTES)
  const tail = await buffer(createReadStream(path, { start: end }))
  const archive = tail.subarray(15, -8)
  if (archive.indexOf(CHECKSUM) !== 0)
    throw new BackupError('The backup is truncated: its end is missing.')
  const noted = archive.toString('latin1', 512, 512 + 64)
  if (noted !== (await hashOf(path, end)) || !tail.equals(gzipSync(archive, { level: 0 })))
    throw new BackupError('The backup was modified or is damaged.')
  return manifest
}

async function readManifest(path: string): Promise<Manifest> {
  let content: unknown
  try {
    for await (const [entryName, body] of entriesOf(path)) {
      if (entryName === MANIFEST) content = await json(body)
      break
    }
  } catch (error) {
    const { code } = Object(error) as { code?: string }
    if (code === 'ENOENT') throw new BackupError(`The file ${path} does not exist.`)
    if (code === 'EACCES' || code === 'EISDIR' || code === 'EPERM')
      throw new BackupError(`${path} cannot be read (${code}).`)
    throw new BackupError(`${path} is not a Waymark backup, or is damaged.`)
  }
  const { product, format, version } = Object(content)
  if (product !== PRODUCT) throw new BackupError('This file is not a Waymark backup.')
  if (!READABLE.includes(format))
    throw new BackupError(
      `This backup is from another version (${version}; its format is ${format}, this version reads ${READABLE.join(' and ')}). Restore it with that version.`,
    )
  const { success, data, error } = manifestSchema.safeParse(content)
  if (success) return data
  const [issue] = error.issues
  throw new BackupError(
    `The backup's manifest cannot be read (${issue?.path.join('.')}: ${issue?.message}).`,
  )
}

/**
 * Yields the rows of a verified file, in order. A table can occur several times, each time with other rows. Read each
 * stream to its end.
 */
export async function* tablesIn(path: string): AsyncGenerator<[table: string, rows: Readable]> {
  for await (const [entryName, content] of entriesOf(path)) {
    const table = /^data\/(\w+)(\.\d+)?\.copy$/.exec(entryName)?.[1]
    if (table) yield [table, content]
    else content.resume()
  }
}

async function* entriesOf(path: string): AsyncGenerator<[name: string, content: Readable]> {
  const archive = extract()
  const unpacking = pipeline(createReadStream(path), createGunzip(), archive)
  // The loop below fails with the same error.
  unpacking.catch(() => undefined)
  for await (const content of archive) yield [content.header.name, content as unknown as Readable]
  await unpacking
}
