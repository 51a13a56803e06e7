import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { BackupError } from './backup-error.ts'
import { sha256 } from './file-writer.ts'
import {
  CHECKSUMS,
  type Checksums,
  MANIFEST,
  type Manifest,
  readChecksums,
  readManifest,
  rowsIn,
  tableOfPart,
} from './manifest.ts'

/** What is done with a file as it is read, a part at a time. */
export interface BackupVisitor {
  manifest?(manifest: Manifest): Promise<void>
  part?(table: string, body: Buffer): Promise<void>
}

/** More than any part is: one row may be larger than what parts are cut at. */
const MOST_BYTES = 1024 ** 3
const CHUNK_BYTES = 256 * 1024

/**
 * Reads a whole file and compares everything with its checksums. What the visitor was given is proved only when this
 * has ended well. Throws BackupError for a file that is cut, changed, of another program or of a newer format.
 */
export async function readBackup(path: string, visitor: BackupVisitor = {}): Promise<Manifest> {
  const seen: Checksums = { manifest: '', parts: [] }
  const rows = new Map<string, number>()
  let manifest: Manifest | undefined
  let checksums: Checksums | undefined

  const take = async (name: string, body: Buffer) => {
    if (!manifest) {
      if (name !== MANIFEST) throw new BackupError('This file is no backup of Waymark.')
      manifest = readManifest(body)
      seen.manifest = sha256(body)
      for (const table of manifest.tables) rows.set(table.name, 0)
      await visitor.manifest?.(manifest)
      return
    }
    if (checksums) throw new BackupError(`The backup goes on after its end (${name}).`)
    if (name === CHECKSUMS) {
      checksums = readChecksums(body)
      return
    }
    const table = tableOfPart(name)
    const before = table === undefined ? undefined : rows.get(table)
    if (table === undefined || before === undefined)
      throw new BackupError(`The backup holds something that its manifest does not name (${name}).`)
    const part = { name, rows: rowsIn(body), sha256: sha256(body) }
    seen.parts.push(part)
    rows.set(table, before + part.rows)
    await visitor.part?.(table, body)
  }

  await eachEntry(path, take)
  if (!manifest) throw new BackupError('This file is no backup of Waymark.')
  if (!checksums) throw new BackupError('The backup was cut: its end is missing.')
  compare(checksums, seen)
  const wrong = manifest.tables.find((table) => rows.get(table.name) !== table.rows)
  if (wrong)
    throw new BackupError(
      `The backup was changed: ${wrong.name} has ${rows.get(wrong.name)} rows in place of ${wrong.rows}.`,
    )
  return manifest
}

function compare(said: Checksums, seen: Checksums): void {
  if (said.manifest !== seen.manifest)
    throw new BackupError('The backup was changed: its manifest is not the one it was made with.')
  const found = new Map(seen.parts.map((part) => [part.name, part]))
  for (const { name, rows, sha256: hash } of said.parts) {
    const part = found.get(name)
    if (!part) throw new BackupError(`The backup was changed: ${name} is missing.`)
    if (part.sha256 !== hash || part.rows !== rows)
      throw new BackupError(`The backup was changed: ${name} is not what it was.`)
  }
  if (said.parts.length !== seen.parts.length)
    throw new BackupError('The backup was changed: it holds parts that are not its own.')
}

/** Hands over one entry after the other, as they stand in the file. */
async function eachEntry(
  path: string,
  take: (name: string, body: Buffer) => Promise<void>,
): Promise<void> {
  const archive = extract()
  let entries = 0
  const unpacking = pipeline(
    createReadStream(path, { highWaterMark: CHUNK_BYTES }),
    createGunzip({ chunkSize: CHUNK_BYTES }),
    archive,
  )
  // The loop below fails with the same error, or ends it by one of its own.
  unpacking.catch(() => undefined)
  try {
    for await (const entry of archive) {
      const { name, size = 0 } = entry.header
      if (size > MOST_BYTES) throw new BackupError(`The backup holds too much at once (${name}).`)
      const chunks: Buffer[] = []
      for await (const chunk of entry) chunks.push(chunk)
      entries += 1
      await take(name, Buffer.concat(chunks))
    }
    await unpacking
  } catch (error) {
    throw asBackupError(error, path, entries)
  }
}

function asBackupError(error: unknown, path: string, entries: number): unknown {
  const { code, message } = Object(error) as { code?: string; message?: string }
  if (code === 'ENOENT') return new BackupError(`There is no file ${path}.`)
  if (code === 'EACCES' || code === 'EISDIR' || code === 'EPERM')
    return new BackupError(`${path} cannot be read (${code}).`)
  const isUnpacking = code?.startsWith('Z_') || /tar|unexpected end|premature/i.test(message ?? '')
  if (error instanceof BackupError || !isUnpacking) return error
  if (entries === 0) return new BackupError(`${path} is no backup of Waymark, or is damaged.`)
  if (code === 'Z_BUF_ERROR' || /unexpected end|premature/i.test(message ?? ''))
    return new BackupError('The backup was cut: its end is missing.')
  return new BackupError('The backup was changed or is damaged.')
}
