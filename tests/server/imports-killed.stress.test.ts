import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { API_BASE } from '#contract/api.ts'
import { IMPORT_TYPES, type Import } from '#contract/imports.ts'
import type { Connection } from '#server/db/pool.ts'
import { ADMIN, createDatabase, PASSWORD, query, startApp, urlOf } from '../support/app.ts'
import { applied, read } from '../support/imports.ts'
import { addressOf } from '../support/product.ts'

/** Two batches, so that the server can be killed between them. */
const ROWS = 4000
const PATIENCE = { timeout: 240_000 }
const FILE = ['name', ...Array.from({ length: ROWS }, (_, at) => `Field ${at}`)].join('\n')
const PATH = 'career-fields'

let child: ChildProcess | undefined
afterEach(() => {
  child?.kill('SIGKILL')
})

/** A server in a process of its own, from the sources, with an admin signed in. */
async function startProcess(connection: Connection) {
  child = spawn(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'src/server/main.ts'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: {
      ...process.env,
      ...{ DATABASE_URL: urlOf(connection), HOST: '127.0.0.1', PORT: '0', DEMO: 'off' },
      ...{ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: PASSWORD },
      // The socket of the tests' database is their own user's.
      ...(process.getuid?.() === 0 && { WAYMARK_USER: 'root' }),
    },
  })
  const url = `${await addressOf(child)}${API_BASE}`
  const json = { 'content-type': 'application/json' }
  const signedIn = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(ADMIN),
  })
  const { token } = (await signedIn.json()) as { token: string }
  return async (method: string, path: string, body?: string, type = 'application/json') => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': type }) }
    const answer = await fetch(`${url}${path}`, { method, headers, ...(body && { body }) })
    return (await answer.json()) as Import
  }
}

/** Kills the process and its children. */
async function kill(): Promise<void> {
  if (!child?.pid) throw new Error('There is no process.')
  const gone = once(child, 'exit')
  process.kill(-child.pid, 'SIGKILL')
  await gone
}

async function countsIn(connection: Connection) {
  const [row] = await query<object>(
    connection,
    `select (select count(*)::int from rec_career_fields) as records,
      (select count(*)::int from changes where via = 'import') as changes`,
  )
  return row
}

test(
  'a server killed while it applies an import leaves nothing of it, and the import can be applied again',
  PATIENCE,
  async () => {
    const connection = await createDatabase()
    const call = await startProcess(connection)
    const one = await call('POST', `/${PATH}/imports?name=a.csv`, FILE, IMPORT_TYPES.csv)
    const place = `/${PATH}/imports/${one.id}`
    for (let now = one; now.state !== 'planned'; ) now = await call('POST', `${place}/plan`)
    expect((await call('POST', `${place}/apply`, '{}')).state).toBe('applying')
    for (let now = one; now.state !== 'applying' || now.done === 0; ) {
      now = await call('GET', place)
      expect(now.state, 'it has not ended yet').toBe('applying')
    }
    await kill()

    const server = await startApp({ connection })
    await query(connection, "update imports set applying_at = now() - interval '1 minute'")
    let after = await read<Import>(server, place)
    for (; after.state === 'applying'; after = await read<Import>(server, place)) await pause(50)
    expect(after).toMatchObject({ state: 'planned', problem: expect.stringMatching(/interrupted/) })
    expect(await countsIn(connection)).toEqual({ records: 0, changes: 0 })
    const done = await applied(server, after, { path: PATH })
    expect(done).toMatchObject({ state: 'applied', rows: ROWS })
    expect(await countsIn(connection)).toEqual({ records: ROWS, changes: 1 })

    const undone = await server.call('POST', `/changes/${done.change}/undo`)
    expect(undone.body.counts).toEqual({ takenBack: ROWS, kept: 0, refused: 0 })
    expect((undone.body.takenBack as object[]).length).toBe(1000)
    const { body: list } = await server.call('GET', '/changes?limit=2')
    expect(list.changes).toMatchObject([
      { via: 'undo', counts: [{ action: 'delete', count: ROWS }] },
      { via: 'import', counts: [{ action: 'create', count: ROWS }], records: [{}, {}, {}] },
    ])
    await server.close()
  },
)
