import { join } from 'node:path'
import { API_BASE } from '#contract/api.ts'
import { connectAlone } from '#server/db/pool.ts'
import { judge } from '../support/judge.ts'
import { signIn } from '../support/product.ts'
import { OLD_COMMIT, startOldProduct } from './api/old-product.ts'
import { productEnv, startProgram } from './api/programs.ts'

/**
 * What those who work feel while a new version starts beside the running one and changes the tables of many
 * users: npm run bench -- upgrade [users]. The running one is the product of an old commit.
 */
const users = Number(process.argv[2] ?? 200_000)
const LOOPS = 4
const AFTERWARDS_MS = 3000

interface Felt {
  answers: number
  failed: number
  longestMs: number
}

const old = await startOldProduct(users)
const database = `postgresql://waymark@localhost/waymark?host=${encodeURIComponent(join(old.dataDir, 'run'))}`
const client = await connectAlone({ connectionString: database })
let isOver = false
try {
  console.log(`${users} users in the product at ${OLD_COMMIT}`)
  const work = [use('the running version', old.program.url)]
  const begun = Date.now()
  const fresh = await startProgram(['dist/server/main.js'], {
    ...productEnv(old.dataDir),
    DATA_DIR: join(old.dataDir, 'unused'),
    DATABASE_URL: database,
  })
  try {
    console.log(`the new version is ready after ${since(begun)} s`)
    work.push(use('the new version', fresh.url))
    while (await isChanging()) await pause(500)
    console.log(`every table is changed after ${since(begun)} s`)
    await pause(AFTERWARDS_MS)
    isOver = true
    const felt = await Promise.all(work)
    const [{ wrong } = { wrong: -1 }] = (
      await client.query<{ wrong: number }>(
        `select count(*)::int as wrong from rec_users
         where text_role is distinct from data ->> 'role' or text_email is distinct from data ->> 'email'
           or boolean_is_active is distinct from (data ->> 'isActive')::boolean`,
      )
    ).rows
    judge([
      ['no answer of 5xx, and none lost', felt.every(({ failed }) => failed === 0)],
      ['every column says what its record says', wrong === 0],
    ])
  } finally {
    isOver = true
    await fresh.stop()
  }
} finally {
  await client.end()
  await old.stop()
}

/** Lists, searches, writes and asks who is signed in, until it is over. Prints what was felt. */
async function use(name: string, url: string): Promise<Felt> {
  const { token } = await signIn(url)
  const base = `${url}${API_BASE}`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const felt: Felt = { answers: 0, failed: 0, longestMs: 0 }
  const ask = async (path: string, change?: object) => {
    const asked = performance.now()
    const answer = await fetch(`${base}${path}`, {
      headers,
      ...(change && { method: 'PUT', body: JSON.stringify(change) }),
    }).catch(() => undefined)
    const body: unknown = await answer?.json().catch(() => undefined)
    felt.answers += 1
    if (!answer || answer.status >= 500) felt.failed += 1
    felt.longestMs = Math.max(felt.longestMs, performance.now() - asked)
    return body
  }
  const loop = async (number: number) => {
    for (let turn = 0; !isOver; turn += 1) {
      const page = 1 + ((turn * 7 + number) % 90)
      const list = Object(await ask(`/users?page=${page}`)) as { users?: { _id: string }[] }
      const [user] = list.users ?? []
      if (user) await ask(`/users/${user._id}`, { segment: turn % 2 ? 'student' : 'graduate' })
      await ask('/users?search=kowal')
      await ask('/profile')
      await pause(50)
    }
  }
  await Promise.all(Array.from({ length: LOOPS }, (_, number) => loop(number)))
  const { answers, failed, longestMs } = felt
  console.log(
    `${name}: ${answers} answers, ${failed} failed, the longest ${longestMs.toFixed(0)} ms`,
  )
  return felt
}

async function isChanging(): Promise<boolean> {
  const { rows } = await client.query<{ n: number }>(
    `select (select count(*) from field_columns where not is_filled)
       + (select count(*) from pg_index i join pg_class c on c.oid = i.indrelid
          where c.relname like 'rec\\_%' and not i.indisvalid)
       + (select count(*) from pg_stat_progress_create_index) as n`,
  )
  return Number(rows[0]?.n) > 0
}

function since(begun: number): string {
  return ((Date.now() - begun) / 1000).toFixed(1)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
