import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip, gzipSync } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import type { Connection } from '#server/db/pool.ts'
import { query } from './app.ts'

/** What stands beside the rows: indexes, triggers, keys, and what migrations were run. */
export const schemaOf = (connection: Connection) =>
  query(
    connection,
    `select 'index' as kind, c.relname as name, pg_get_indexdef(i.indexrelid) as made,
       obj_description(c.oid, 'pg_class') as note
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = 'public'::regnamespace
     union all select 'trigger', tgname, pg_get_triggerdef(oid), null from pg_trigger where not tgisinternal
     union all select 'rule', conname, pg_get_constraintdef(oid), null from pg_constraint
       where connamespace = 'public'::regnamespace and contype <> 'n'
     union all select 'function', proname, prosrc, null from pg_proc where proname like '%\\_columns'
     union all select 'migration', id::text, name, null from migrations
     order by 1, 2, 3`,
  )

/** The entries of a backup, to make another of them. */
export async function entriesIn(path: string) {
  const entries: { name: string; body: Buffer }[] = []
  const archive = extract()
  const reading = pipeline(createReadStream(path), createGunzip(), archive)
  for await (const entry of archive) {
    const chunks: Buffer[] = []
    for await (const chunk of entry) chunks.push(chunk)
    entries.push({ name: entry.header.name, body: Buffer.concat(chunks) })
  }
  await reading
  return entries
}

/** Writes entries as a backup is written. Gives its path. */
export async function writeEntries(
  path: string,
  entries: readonly { name: string; body: Buffer }[],
) {
  const archive = pack()
  for (const { name, body } of entries) archive.entry({ name }, body)
  archive.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of archive) chunks.push(chunk)
  await writeFile(path, gzipSync(Buffer.concat(chunks)))
  return path
}
