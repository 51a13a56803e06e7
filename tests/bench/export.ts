import { setTimeout as sleep } from 'node:timers/promises'
import { EXPORT_FORMATS, EXPORT_PATH, type ExportFormat } from '#contract/analytics.ts'
import { API_BASE } from '#contract/api.ts'
import { rowsOf } from '../support/raw-rows.ts'
import { readUsers } from './lib/load.ts'
import { memoryOf, watchMemory } from './lib/process.ts'
import { atMost, holds, judge, type Limit, tableHead, tableRow } from './lib/report.ts'
import { startServer } from './lib/server.ts'
import { percentile } from './lib/stats.ts'

/** Exports many events in each format while another client reads users: npm run bench -- export [rows] */
const rows = Number(process.argv[2] ?? 1_000_000)
/** In MB above the memory at rest. */
const MEMORY = { csv: 100, json: 100, xlsx: 150 } as const

const server = await startServer()
try {
  await fill()
  const warmUp = readUsers(server, 50)
  await sleep(4000)
  await warmUp.end()
  const atRest = memoryOf(server.pid())
  tableHead('format', 'rows/s', 'seconds', 'size MB', 'growth MB', "others' p99 ms")
  const limits: Limit[] = []
  for (const format of EXPORT_FORMATS) {
    const memory = watchMemory(server.pid())
    const others = readUsers(server, 50)
    const began = performance.now()
    const { bytes, lines } = await takeExport(format)
    const seconds = (performance.now() - began) / 1000
    const p99 = percentile(await others.end(), 0.99)
    const growth = memory.stop() - atRest
    tableRow(format, rows / seconds, seconds, bytes / 1_000_000, growth, p99)
    limits.push(
      atMost(`${format}, more memory`, growth, MEMORY[format], 'MB'),
      atMost(`${format}, others' p99`, p99, 250, 'ms'),
    )
    if (format === 'csv') limits.push(holds(`csv has ${rows} rows`, lines === rows + 1))
  }
  judge(limits)
} finally {
  await server.close()
}

/** Events of 2025 about a hundred missions, and users for the other client. */
async function fill(): Promise<void> {
  const insert = (table: string, data: string, count: number) =>
    rowsOf(
      server.connection,
      `insert into ${table} (id, version, created_at, updated_at, data, search_text)
       select gen_random_uuid(), 1, now(), now(), ${data}, lower('n' || n) from generate_series(1, ${count}) n`,
    )
  const user = `jsonb_build_object('firstName', 'Nr ' || n, 'lastName', 'Bench', 'role', 'user',
    'isActive', true, 'segment', 'student', 'email', n || '@example.org')`
  await insert('rec_users', user, 5000)
  await insert(
    'rec_missions',
    `jsonb_build_object('title', 'Benchmark mission, number ' || n)`,
    100,
  )
  await rowsOf(
    server.connection,
    `insert into events (id, type, user_id, at, subject_id, session_id, feature, amount)
     select gen_random_uuid(), 'mission_progressed', gen_random_uuid(),
       timestamptz '2025-01-01' + make_interval(secs => n * 31536000.0 / ${rows}),
       m.ids[1 + n % 100], gen_random_uuid(), 'mission player', n % 101
     from generate_series(0, ${rows - 1}) n, (select array_agg(id) as ids from rec_missions) m`,
  )
  await rowsOf(server.connection, 'vacuum (analyze)')
}

/** Reads an export to its end. Throws when it breaks off. */
async function takeExport(format: ExportFormat): Promise<{ bytes: number; lines: number }> {
  const range = 'startDate=2025-01-01&endDate=2025-12-31'
  const response = await fetch(
    `${server.url()}${API_BASE}${EXPORT_PATH}?dataType=events&format=${format}&${range}`,
    { headers: { authorization: `Bearer ${server.token}` } },
  )
  if (!response.ok || !response.body) throw new Error(await response.text())
  let bytes = 0
  let lines = 0
  for await (const chunk of response.body) {
    bytes += chunk.length
    if (format === 'csv') for (const byte of chunk) if (byte === 10) lines += 1
  }
  return { bytes, lines }
}
