import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { registry } from '#resources/index.ts'
import { connectAlone } from '#server/db/pool.ts'
import { findStoredFaults } from '#server/records/stored-findings.ts'
import { judge } from '../support/judge.ts'
import { signIn, startProduct } from '../support/product.ts'

/**
 * How long it takes to say what the declarations would refuse of many records: npm run bench -- data [records]
 * Half of them are users, half are missions with three steps and two references each. Ten are wrong.
 */
const records = Number(process.argv[2] ?? 100_000)
const MOST_S = 10
const MOST_MB = 150

const dataDir = mkdtempSync(join(tmpdir(), 'waymark-bench-'))
const product = await startProduct({ DATA_DIR: dataDir, DATABASE_URL: '', DEMO: 'off' })
try {
  const { token } = await signIn(product.url)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const made = await fetch(`${product.url}/api/v1/career-fields`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'Falconry', description: 'Of hawks and of patience' }),
  })
  const field: unknown = Object(await made.json())._id
  const client = await connectAlone({
    connectionString: `postgresql://waymark@localhost/waymark?host=${encodeURIComponent(join(dataDir, 'run'))}`,
  })
  const insert = (table: string, data: string) =>
    client.query(
      `insert into ${table} (id, version, created_at, updated_at, data, search_text)
       select gen_random_uuid(), 1, now(), now(), ${data}, ''
       from generate_series(1, ${records / 2}) as n`,
    )
  await insert(
    'rec_users',
    `jsonb_build_object('firstName', 'Nr', 'lastName', n::text, 'email', n || '@example.org',
       'role', case when n <= 5 then 'owner' else 'user' end, 'isActive', true, 'segment', 'student')`,
  )
  const step = (name: string) =>
    `jsonb_build_object('_id', gen_random_uuid(), 'title', '${name}', 'description', 'What to do in it',
       'type', 'text', 'order', 0)`
  await insert(
    'rec_missions',
    `jsonb_build_object('title', 'Nr ' || n, 'type', 'challenge', 'difficulty',
       case when n <= 5 then 'legendary' else 'beginner' end, 'description', repeat('What it is about. ', 20),
       'careerFields', jsonb_build_array('${field}'),
       'steps', jsonb_build_array(${step('One')}, ${step('Two')}, ${step('Three')}))`,
  )
  await client.query('analyze')

  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 20)
  const begun = performance.now()
  const spent = process.cpuUsage()
  const findings = await findStoredFaults(client, registry)
  const seconds = (performance.now() - begun) / 1000
  const { user, system } = process.cpuUsage(spent)
  clearInterval(watch)
  await client.end()

  const megabytes = (most - before) / 1024 / 1024
  for (const { resource, field: at, count } of findings)
    console.log(`found: ${resource}, ${at}: ${count}`)
  console.log(
    `${records} records looked at in ${seconds.toFixed(1)} s (${((user + system) / 1e6).toFixed(1)} s of this process's CPU, load average ${loadavg()[0]?.toFixed(1)}), with ${megabytes.toFixed(0)} MB more`,
  )
  judge([
    [`within ${MOST_S} s`, seconds <= MOST_S],
    [`with ${MOST_MB} MB more at most, however many there are`, megabytes <= MOST_MB],
    [
      'all ten wrong ones are found, and nothing else',
      findings.length === 2 && findings.every(({ count }) => count === 5),
    ],
  ])
} finally {
  await product.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
