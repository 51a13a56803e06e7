import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { quote } from '#server/db/json-sql.ts'
import type { Month } from './recount-steps.ts'

const COLUMNS = 'at, id, type, user_id, subject_id, session_id, feature, amount, token_id'

/**
 * Writes the events of a month into `events-YYYY-MM.csv.gz` in a directory, and beside it what proves it: how many, and
 * the SHA-256 of the file. Both stand under their names only when they are whole and on the disk.
 */
export async function archiveMonth(
  client: Client,
  directory: string,
  { name, since, until }: Month,
): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const file = `events-${name}.csv.gz`
  const path = join(directory, file)
  await rm(`${path}.part`, { force: true })
  const hash = createHash('sha256')
  const noting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  const rows = client.query(
    copyTo(
      `copy (select ${COLUMNS} from events
         where at >= timestamptz ${quote(since)} and at < timestamptz ${quote(until)} order by at, id)
       to stdout with (format csv, header)`,
    ),
  )
  await pipeline(rows, createGzip(), noting, createWriteStream(`${path}.part`, { mode: 0o600 }))
  await toDisk(`${path}.part`)
  const proof = { file, month: name, events: rows.rowCount ?? 0, sha256: hash.digest('hex') }
  await writeFile(`${path}.json`, `${JSON.stringify(proof, null, 2)}\n`, { mode: 0o600 })
  await toDisk(`${path}.json`)
  await rename(`${path}.part`, path)
  await toDisk(directory)
}

async function toDisk(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
