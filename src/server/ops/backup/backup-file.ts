import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip, gzipSync } from 'node:zlib'
import { extract } from 'tar-stream'
import * as z from 'zod'

/** A backup cannot be made, read or restored. The message says why, in words for the operator. */
export class BackupError extends Error {
  override name = 'BackupError'
}

const PRODUCT = 'waymark'
/** The version of the file's layout. It grows when older programs can no longer read the file. */
const FORMAT = 3
const MANIFEST = 'manifest.json'
const CHECKSUM = 'sha256'
const BLOCK_BYTES = 512
/** Measured in docs/benchmarks.md: higher levels take much longer and save little. */
const LEVEL = 3

/** Names become part of SQL statements, so only those that need no quotes are accepted. */
const name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)
const type = z
  .string()
  .regex(
    /^(uuid|text|jsonb|boolean|date|bytea|smallint|integer|bigint|double precision|numeric|character varying\(\d+\)|timestamp\(\d\) with(out)? time zone|timestamp with(out)? time zone)(\[\])?( collate "C")?$/,
  )

const manifestSchema = z.object({
  product: z.literal(PRODUCT),
  format: z.literal(FORMAT),
  /** The version of the program that made the file. */
  version: z.string(),
  madeAt: z.iso.datetime(),
  postgresql: z.string(),
  migrations: z
    .array(z.object({ id: z.int().min(1), name: z.string(), checksum: z.string() }))
    .min(1),
  /** In the order of the file. Generated columns are not among the columns: PostgreSQL computes them again. */
  tables: z.array(
    z.object({
      name,
      columns: z.array(z.object({ name, type })).min(1),
      rows: z.int().min(0),
    }),
  ),
})

export type Manifest = z.output<typeof manifestSchema>
type Rows = (table: string) => Iterable<Buffer> | AsyncIterable<Buffer>
type NewManifest = Omit<Manifest, 'product' | 'format'>

/**
 * Writes a backup: a tar.gz of the manifest and one entry a table, in COPY's text format, with the SHA-256 of
 * everything before it as the last entry. Returns the manifest and the file's size in bytes.
 */
export async function writeBackupFile(
  path: string,
  made: NewManifest,
  rowsOf: Rows,
): Promise<{ manifest: Manifest; bytes: number }> {
  const manifest: Manifest = { product: PRODUCT, format: FORMAT, ...made }
  const file = await open(path, 'wx', 0o600)
  let bytes = 0
  const append = async (chunk: Buffer) => {
    await file.writeFile(chunk)
    bytes += chunk.length
  }
  try {
    const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
    await append(gzipSync(entry(MANIFEST, text)))
    for (const table of manifest.tables) {
      const start = bytes
      const name = `data/${table.name}.copy`
      let size = 0
      await append(stored(tarHeader(name, size)))
      await pipeline(
        async function* () {
          for await (const chunk of rowsOf(table.name)) {
            size += chunk.length
            yield chunk
          }
          yield padding(size)
        },
        createGzip({ level: LEVEL }),
        async (compressed: AsyncIterable<Buffer>) => {
          for await (const chunk of compressed) await append(chunk)
        },
      )
      // A header has the size of its entry, so it is written again when the rows have been counted.
      const header = stored(tarHeader(name, size))
      for (let done = 0; done < header.length; ) {
        const { bytesWritten } = await file.write(header, done, header.length - done, start + done)
        done += bytesWritten
      }
    }
    await append(tailFor(await hashOf(path, bytes)))
    await file.sync()
    return { manifest, bytes }
  } finally {
    await file.close()
  }
}

/** Without compression the bytes of a header always take the same space in the file. */
function stored(bytes: Buffer): Buffer {
  return gzipSync(bytes, { level: 0 })
}

/** The last entry and the end of the archive. */
function tailFor(hash: string): Buffer {
  return stored(Buffer.concat([entry(CHECKSUM, Buffer.from(hash)), Buffer.alloc(2 * BLOCK_BYTES)]))
}

function entry(path: string, body: Buffer): Buffer {
  return Buffer.concat([tarHeader(path, body.length), body, padding(body.length)])
}

function padding(size: number): Buffer {
  return Buffer.alloc(-size & (BLOCK_BYTES - 1))
}

/** A header in the ustar format. Sizes of 8 GiB and more are binary, as GNU tar and tar-stream read them. */
function tarHeader(path: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK_BYTES)
  header.write(path)
  header.write('0000600\0'.concat('0000000\0'.repeat(2)), 100)
  const octal = size.toString(8).padStart(11, '0')
  if (octal.length === 11) header.write(octal, 124)
  else header.writeUInt8(0x80, 124) && header.writeBigUInt64BE(BigInt(size), 128)
  header.write(`${'0'.repeat(11)}\0${' '.repeat(8)}0`, 136)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

async function hashOf(path: string, bytes: number): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { end: bytes - 1 })) hash.update(chunk)
  return hash.digest('hex')
}

/**
 * Reads a whole file and compares it with its checksum. Throws BackupError for a file that is cut, changed, of another
 * program or of another format.
 */
export async function verifyBackup(path: string): Promise<Manifest> {
  const manifest = await readManifest(path)
  const empty = tailFor('0'.repeat(64))
  const header = tarHeader(CHECKSUM, 64)
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const end = size - empty.length
    const tail = Buffer.alloc(empty.length)
    await file.read(tail, 0, tail.length, end)
    if (tail.indexOf(header) !== empty.indexOf(header))
      throw new BackupError('The backup was cut: its end is missing.')
    if (!tail.equals(tailFor(await hashOf(path, end))))
      throw new BackupError('The backup was changed or is damaged.')
    return manifest
  } finally {
    await file.close()
  }
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
    if (code === 'ENOENT') throw new BackupError(`There is no file ${path}.`)
    if (code === 'EACCES' || code === 'EISDIR' || code === 'EPERM')
      throw new BackupError(`${path} cannot be read (${code}).`)
    throw new BackupError(`${path} is no backup of Waymark, or is damaged.`)
  }
  const { product, format, version } = Object(content)
  if (product !== PRODUCT) throw new BackupError('This file is no backup of Waymark.')
  if (format !== FORMAT)
    throw new BackupError(
      `This backup was made by another version (${version}; its format is ${format}, this program reads ${FORMAT}). Restore it with that version.`,
    )
  const { success, data, error } = manifestSchema.safeParse(content)
  if (success) return data
  const [issue] = error.issues
  throw new BackupError(
    `The backup's manifest cannot be read (${issue?.path.join('.')}: ${issue?.message}).`,
  )
}

/** The tables of a verified file with their rows, in the file's order. Each is to be read to its end. */
export async function* tablesIn(path: string): AsyncGenerator<[table: string, rows: Readable]> {
  for await (const [entryName, content] of entriesOf(path)) {
    const table = /^data\/(\w+)\.copy$/.exec(entryName)?.[1]
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
