import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip, gzipSync } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { TABS } from '#contract/insight/analytics.ts'
import type { Connection } from '#server/store/pool.ts'
import { query, type TestApp } from './app.ts'

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

/** What ten screens ask for, without what is of the moment: who signed in when, and how long an answer took. */
export async function screens(server: TestApp, ids: { mission: string }, token: string) {
  const paths = [
    '/users?sort=lastName&limit=100',
    '/users?search=nr&role=user&sort=-createdAt',
    '/missions/templates?limit=100',
    `/missions/templates/${ids.mission}`,
    `/missions/templates/${ids.mission}/uses`,
    `/missions/templates/${ids.mission}/people`,
    '/protocols/templates',
    '/mentors',
    '/career-fields',
    '/changes?limit=100&resource=missions/templates',
    '/admin/dashboards',
    '/admin/widget-data?widgetType=userStats&timeRange=last30days',
    '/admin/widget-data?widgetType=missionStats&timeRange=last30days',
    ...TABS.map((tab) => `/analytics/${tab}?startDate=2024-01-01&endDate=2024-10-30`),
  ]
  const answers: Record<string, unknown> = {}
  for (const path of paths) {
    const { status, body, text } = await server.call('GET', path, { token })
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
    answers[path] = lasting(body)
  }
  return answers
}

const OF_THE_MOMENT = new Set(['asOf', 'lastLogin', 'until'])

function lasting(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, one: unknown) => (OF_THE_MOMENT.has(key) ? undefined : one)),
  )
}

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
