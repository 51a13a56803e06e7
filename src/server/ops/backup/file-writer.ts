import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { CHECKSUMS, type Checksums, MANIFEST, type Manifest, rowsIn } from './manifest.ts'

const squeeze = promisify(gzip)
/** Measured in docs/benchmarks/backup.md: higher levels take much longer for little. */
const LEVEL = 3
/** What ends an archive: two empty blocks. */
const END_BYTES = 1024

/**
 * A backup's file while it is written: a tar archive of which each entry is a gzip member of its own, so that several
 * are compressed beside each other and no more than those are in memory. Ordinary tar and gunzip read it.
 */
export interface BackupWriter {
  /** Several may be under way. */
  add(name: string, body: Buffer): Promise<void>
  /** Writes the checksums and sees that the disk has everything. Gives the file's bytes. */
  finish(): Promise<number>
  /** Lets go of the file, whole or not. */
  close(): Promise<void>
}

/** Begins a file that is not there yet, for its owner alone. */
export async function createBackupFile(path: string, manifest: Manifest): Promise<BackupWriter> {
  const file = await open(path, 'wx', 0o600)
  const first = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  const checksums: Checksums = { manifest: sha256(first), parts: [] }
  let bytes = 0
  let last: Promise<void> = Promise.resolve()

  /** Entries stand in the order in which they are ready. */
  const write = (packed: Buffer) => {
    last = last.then(() => writeAll(file, packed))
    bytes += packed.length
    return last
  }
  const entry = async (name: string, body: Buffer) => {
    const archive = await archived(name, body)
    await write(await squeeze(archive.subarray(0, -END_BYTES), { level: LEVEL }))
  }

  try {
    await entry(MANIFEST, first)
  } catch (error) {
    await file.close()
    throw error
  }
  return {
    async add(name, body) {
      checksums.parts.push({ name, rows: rowsIn(body), sha256: sha256(body) })
      await entry(name, body)
    },
    async finish() {
      const body = Buffer.from(`${JSON.stringify(checksums)}\n`)
      await write(await squeeze(await archived(CHECKSUMS, body), { level: LEVEL }))
      await file.sync()
      return bytes
    },
    async close() {
      await last.catch(() => undefined)
      await file.close()
    },
  }
}

/** An archive of one file, its end included. */
async function archived(name: string, body: Buffer): Promise<Buffer> {
  const archive = pack()
  archive.entry({ name, mode: 0o600 }, body)
  archive.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of archive) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten
}

export function sha256(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex')
}
