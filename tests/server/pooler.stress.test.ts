import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { restore } from '#server/cli/backup-command.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database.ts'
import { withSetupLock } from '#server/db/migrate.ts'
import { createPool, inTransaction } from '#server/db/pool.ts'
import { findPooler, missingLimits } from '#server/db/pooler.ts'
import { createDatabase, hasOwnSessions, query, startApp, urlOf } from '../support/app.ts'
import { adminCommand } from '../support/command.ts'
import { pretendedPooler } from '../support/pretended-pooler.ts'
import { silentProxy } from '../support/silent-proxy.ts'

/* How it does behind a real PgBouncer: docs/decisions/022. */

const NAMED = { name: 'a_name', text: 'select 1' }
const COUNT_NAMES = 'select count(*)::int as n from pg_prepared_statements'
const SHOW = `select current_setting('statement_timeout') as statement,
  current_setting('lock_timeout') as lock, current_setting('jit') as jit`

const open = async (pooler?: 'transaction') => {
  const connection = { ...(await createDatabase()), ...(pooler && { pooler }) }
  return createPool({ connection, size: 1, onError: () => undefined })
}

test.runIf(hasOwnSessions)(
  'a session of our own has the settings, and keeps statements by their names',
  async () => {
    const pool = await open()
    await pool.query(NAMED)
    expect((await pool.query(COUNT_NAMES)).rows).toEqual([{ n: 1 }])
    expect((await pool.query(SHOW)).rows).toEqual([{ statement: '5s', lock: '2s', jit: 'off' }])
    await pool.end()
  },
)

test.runIf(hasOwnSessions)(
  'of a shared session nothing is kept; transactions have the limits all the same',
  async () => {
    const pool = await open('transaction')
    const [before] = (await pool.query(SHOW)).rows
    await pool.query(NAMED)
    const within = await inTransaction(pool, async (tx) => {
      await tx.query(NAMED)
      return (await tx.query(SHOW)).rows
    })
    expect(within).toEqual([{ statement: '5s', lock: '2s', jit: 'off' }])
    expect((await pool.query(COUNT_NAMES)).rows).toEqual([{ n: 0 }])
    expect((await pool.query(SHOW)).rows).toEqual([before])
    expect(before).toMatchObject({ statement: '0', lock: '0' })
    await pool.end()
  },
)

test('the whole server works without names and session settings', async () => {
  const first = await startApp()
  const server = await startApp({
    connection: { ...first.connection, pooler: 'transaction' },
    env: { DATABASE_CONNECTIONS: '4' },
  })
  const lists = Array.from({ length: 12 }, () => server.call('GET', '/users'))
  expect((await Promise.all(lists)).map(({ status }) => status)).toEqual(Array(12).fill(200))
  const made = await server.call('POST', '/career-fields', { body: { name: 'Falconry' } })
  expect(made.status).toBe(201)
  const path = '/analytics/export?dataType=users&format=csv'
  expect((await server.call('GET', path)).status).toBe(200)
  await server.insight.facts.rollUp()
  await server.close()
  await first.close()
})

test.runIf(hasOwnSessions)(
  'a database that is talked to directly has no pooler before it',
  async () => {
    expect(await findPooler(await createDatabase())).toBeUndefined()
  },
)

test('a start waits for another, though the role has the limits of requests', async () => {
  const connection = await createDatabase()
  await query(
    connection,
    `alter database ${connection.database} set lock_timeout = '50ms';
     alter database ${connection.database} set idle_in_transaction_session_timeout = '200ms'`,
  )
  const order: string[] = []
  let second: Promise<unknown> = Promise.resolve()
  await withSetupLock(connection, async () => {
    second = withSetupLock(connection, () => Promise.resolve(order.push('second')))
    await new Promise((resolve) => setTimeout(resolve, 600))
    order.push('first')
  })
  await second
  expect(order).toEqual(['first', 'second'])
})

test('no restore through a pooler: servers cannot be seen there', async () => {
  const server = await startApp()
  const folder = mkdtempSync(join(tmpdir(), 'waymark-pooler-'))
  const file = join(folder, 'a.tar.gz')
  await adminCommand(server, 'backup', file)
  const config = await readConfig({
    DATABASE_URL: urlOf(server.connection),
    DATABASE_POOLER: 'transaction',
  })
  await expect(restore([file, '--yes'], config)).rejects.toThrow(
    'the address of the database itself',
  )
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

test.each([
  // The connections that look are the only ones; of each its number and that of its question.
  {
    of: 'the database itself',
    told: (n: number) => 100 + n,
    serves: (n: number) => 100 + n,
    found: undefined,
  },
  { of: 'a session each', told: () => 7, serves: (n: number) => 100 + n, found: undefined },
  { of: 'one session for all', told: () => 7, serves: () => 100, found: 'transaction' },
  {
    of: 'sessions in turn',
    told: () => 7,
    serves: (n: number, q: number) => 100 + ((n + q) % 2),
    found: 'transaction',
  },
  {
    of: 'another session once',
    told: () => 7,
    serves: (n: number, q: number) => 100 + n + (n === 1 && q === 4 ? 7 : 0),
    found: 'transaction',
  },
])('a pooler is known by whom it asks: $of', async ({ told, serves, found }) => {
  const pooler = await pretendedPooler(told, serves)
  expect(await findPooler(pooler.connection)).toBe(found)
  await pooler.close()
})

test.runIf(hasOwnSessions)(
  'DATABASE_POOLER decides, and where limits are missing the start says how to set them',
  async () => {
    const direct = await createDatabase()
    const proxy = await silentProxy(direct)
    const opened = async (pooler?: string) => {
      const said: string[] = []
      const env = {
        DATABASE_URL: proxy.connection.connectionString,
        ...(pooler && { DATABASE_POOLER: pooler }),
      }
      const { connection } = await openDatabase(await readConfig(env), 'serve', (line) =>
        said.push(line),
      )
      return { pooler: connection.pooler, said: said.join('\n') }
    }
    expect(await opened()).toEqual({ pooler: undefined, said: '' })
    expect(await opened('off')).toEqual({ pooler: undefined, said: '' })
    const found = await opened('transaction')
    expect(found.pooler).toBe('transaction')
    expect(found.said).toContain(`alter role ${direct.user} set statement_timeout = '5s';`)
    await query(direct, `alter database ${direct.database} set statement_timeout = '5s'`)
    expect(await missingLimits(direct)).toBeUndefined()
    expect((await opened('transaction')).said).not.toContain('alter role')
    await proxy.close()
  },
)
