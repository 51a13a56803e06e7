import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addressOf, admin, NODE_FLAGS } from '../support/product.ts'
import { runs, scratch } from './hosting.ts'
import { type Answer, callWorker } from './worker-call.ts'

// Real processes on a machine that may be busy.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

/** Wrong passwords of one address. */
const GUESSES = 4
const TOKEN = 'metrics-for-nobody-else'
const PERSON = { firstName: 'Ada', lastName: 'Cairnwright', email: 'ada.cairnwright@example.org' }
const scene = scratch()
let server: ChildProcess
let base = ''
let said = ''

beforeAll(async () => {
  if (!existsSync('dist/server/main.js')) throw new Error('Nothing is built. Run: npm run build')
  server = spawn(process.execPath, [...NODE_FLAGS, 'dist/server/main.js'], {
    env: {
      ...process.env,
      ...{ PORT: '0', DATABASE_URL: '', DATA_DIR: scene.dataDir, DEMO: 'off', WORKERS: '2' },
      ...{ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, METRICS_TOKEN: TOKEN },
      SIGN_IN_FAILURES_PER_ADDRESS: `${GUESSES}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  server.stdout?.on('data', (chunk: Buffer) => {
    said += chunk
  })
  base = await addressOf(server)
  await until('both workers serve', async () => (await servedBy()).size === 2)
})
afterAll(async () => {
  await stop()
  scene.remove()
})

async function stop(): Promise<number | null> {
  if (server.exitCode === null) {
    const gone = once(server, 'exit')
    server.kill('SIGTERM')
    await gone
  }
  return server.exitCode
}

/** Waits until something holds; a busy machine starts a worker in half a minute. */
async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  await vi.waitFor(async () => expect(await holds(), what).toBe(true), {
    timeout: 90_000,
    interval: 50,
  })
}

/** The processes that the first one started, but for the database's. */
function workers(): number[] {
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .filter((pid) => textOf(`/proc/${pid}/stat`).split(') ')[1]?.split(' ')[1] === `${server.pid}`)
    .filter((pid) => textOf(`/proc/${pid}/cmdline`).includes('--worker'))
    .map(Number)
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const call = (path: string, asked?: Parameters<typeof callWorker>[1]) =>
  callWorker(`${base}${path}`, asked)

const signIn = (password: string, email = admin.email) =>
  call('/api/v1/auth/login', { method: 'POST', body: { email, password } })

async function servedBy(): Promise<Set<string>> {
  const answers = await Promise.all(Array.from({ length: 6 }, () => call('/api/v1/health')))
  return new Set(answers.map(({ worker }) => worker))
}

test.runIf(process.platform === 'linux')(
  'OPS-01 two workers serve one port: sessions and limits hold across them, metrics are sums, a killed one is replaced, an end cuts nobody',
  async () => {
    expect(workers()).toHaveLength(2)

    // A session that one has made is known to both.
    const entered = await signIn(admin.password)
    expect(entered.status, entered.body).toBe(200)
    const { token } = JSON.parse(entered.body) as { token: string }
    const seen = await Promise.all(
      Array.from({ length: 6 }, () => call('/api/v1/users?limit=1', { token })),
    )
    expect(seen.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(new Set(seen.map(({ worker }) => worker)).size).toBe(2)

    // What one has written, the other counts at once.
    const total = async () =>
      (await Promise.all([1, 2].map(() => call('/api/v1/users?search=Cairnwright', { token }))))
        .map(({ body }) => JSON.parse(body))
        .map(({ count }) => count)
    expect(await total()).toEqual([0, 0])
    const made = await call('/api/v1/auth/register', {
      method: 'POST',
      token,
      body: { ...PERSON, password: 'eleven-cairns-downhill' },
    })
    expect(made.status, made.body).toBe(201)
    await expect.poll(total).toEqual([1, 1])

    // An address has so many guesses in a quarter of an hour, whoever of them is asked and however long each takes.
    // Each worker by itself would let all of these through.
    const guesses: Answer[] = []
    for (let at = 0; at < GUESSES + 2; at += 1)
      guesses.push(await signIn('wrong', `nobody-${at}@example.org`))
    expect(guesses.map(({ status }) => status)).toEqual([...Array(GUESSES).fill(401), 429, 429])
    for (const one of [guesses.slice(0, GUESSES), guesses.slice(GUESSES)])
      expect(new Set(one.map(({ worker }) => worker)).size).toBe(2)

    // One reading tells of both.
    const counted = async () => {
      const { body } = await call('/metrics', { token: TOKEN })
      const [, n] =
        /_count\{method="GET",route="\/api\/v1\/health",status="2xx"\} (\d+)/.exec(body) ?? []
      return { health: Number(n), series: body.match(/^[^#\n]/gm)?.length ?? 0 }
    }
    const before = (await counted()).health
    for (let at = 0; at < 10; at += 1) await call('/api/v1/health')
    await expect.poll(async () => (await counted()).health).toBe(before + 10)
    expect((await counted()).series).toBeLessThanOrEqual(300)

    // One that is killed is replaced, and what it had counted stays.
    const [one = 0] = workers()
    process.kill(one, 'SIGKILL')
    await until('another serves', async () => (await servedBy()).size === 2)
    expect(workers()).toHaveLength(2)
    expect(workers()).not.toContain(one)
    expect(said).toContain('A worker ended (SIGKILL); another takes its place.')
    expect((await counted()).health).toBeGreaterThanOrEqual(before + 10)
    expect((await call('/api/v1/users?limit=1', { token })).status).toBe(200)

    // One that is ended in good order finishes what it has, and so do all: nobody is cut.
    const resting = new Agent({ keepAlive: true, maxSockets: 4 })
    const cuts: string[] = []
    let answers = 0
    let isOver = false
    const ask = async (agent: Agent | undefined) => {
      while (!isOver)
        await call('/api/v1/users?limit=5', { token, ...(agent && { agent }) }).then(
          ({ status }) => {
            answers += 1
            if (status !== 200) cuts.push(String(status))
          },
          (error: NodeJS.ErrnoException) => {
            if (error.code !== 'ECONNREFUSED') cuts.push(String(error.code))
            else isOver = true
          },
        )
    }
    const load = Promise.all([resting, resting, resting, undefined].map(ask))
    await until('requests are answered', () => answers > 50)
    const [other = 0] = workers()
    process.kill(other, 'SIGTERM')
    await until('it is gone', () => !runs(other))
    await until('another serves', async () => (await servedBy()).size === 2)
    expect(cuts).toEqual([])
    const all = workers()
    expect(await stop()).toBe(0)
    isOver = true
    await load
    resting.destroy()
    expect(cuts).toEqual([])
    expect(all.filter(runs)).toEqual([])
  },
)

test('EDGE-02 what stands against the start is said once, and nothing is left', async () => {
  const dataDir = scratch()
  const refused = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      ...process.env,
      ...{ PORT: '0', DATABASE_URL: '', DATA_DIR: dataDir.dataDir, DEMO: 'off', WORKERS: '9' },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let words = ''
  refused.stderr.on('data', (chunk: Buffer) => {
    words += chunk
  })
  expect(await once(refused, 'exit')).toEqual([1, null])
  expect(words).toContain('WORKERS must be at most 8 without DATABASE_URL')
  dataDir.remove()
})
