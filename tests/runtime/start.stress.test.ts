import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { isOpenToAll, scratch } from './hosting.ts'

// Starting processes takes long on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 })

const made: ReturnType<typeof scratch>[] = []
const children: ChildProcess[] = []

beforeAll(() => {
  if (!existsSync('dist/server/main.js')) throw new Error('Nothing is built. Run: npm run build')
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const place of made.splice(0)) place.remove()
})

function place() {
  const scene = scratch('a data directory')
  made.push(scene)
  return scene.dataDir
}

/** Starts the product as a user does and collects what it says. */
function start(dataDir: string, env: NodeJS.ProcessEnv = {}, words = ['npm', 'start']) {
  const child = spawn(words[0] ?? '', words.slice(1), {
    env: { ...process.env, PORT: '0', DATABASE_URL: '', DATA_DIR: dataDir, DEMO: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  const started = { child, said: '' }
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      started.said += chunk.toString()
    })
  }
  return started
}

async function address(started: ReturnType<typeof start>): Promise<string> {
  const end = Date.now() + 120_000
  for (;;) {
    const found = /http:\/\/[\w.]+:\d+/.exec(started.said)
    if (found) return found[0]
    if (Date.now() > end || started.child.exitCode !== null) throw new Error(started.said)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Every living process whose command line names the data directory. */
function processesOf(dataDir: string): string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataDir)
    } catch {
      return false
    }
  })
}

/** npm's own child, which becomes the server. */
function serverOf(npm: number | undefined): string {
  const found = readdirSync('/proc').find(
    (pid) =>
      /^\d+$/.test(pid) &&
      new RegExp(`^PPid:\\s+${npm}$`, 'm').test(readFileSync(`/proc/${pid}/status`, 'utf8')),
  )
  return found ?? ''
}

describe('npm start as root', () => {
  test('drops its privileges, also for the database, and keeps a privileged port', async ({
    skip,
  }) => {
    skip(!isOpenToAll(), 'another account needs root to become it, and a checkout it can read')
    const scene = scratch()
    made.push(scene)
    chmodSync(scene.parent, 0o755)
    const probe = createServer().listen(0, '127.0.0.1')
    await once(probe, 'listening')
    // One below 1024 that differs between runs, and that `fetch` does not refuse.
    const port = 640 + (Number(Object(probe.address()).port) % 300)
    probe.close()
    const started = start(scene.dataDir, { PORT: String(port), WAYMARK_USER: 'nobody' })
    const base = await address(started)
    expect(base).toContain(`:${port}`)
    expect((await fetch(`${base}/health/ready`)).status).toBe(200)
    const database = readFileSync(`${scene.dataDir}/postgres/postmaster.pid`, 'utf8').split('\n', 1)
    for (const pid of [String(database), serverOf(started.child.pid)]) {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      expect(status).toMatch(/^Uid:\s+65534\s+65534\s+65534\s+65534$/m)
      expect(status).toMatch(/^CapEff:\s+0+$/m)
      expect(status).toMatch(/^CapAmb:\s+0+$/m)
    }
    // A command that root starts reaches the same database.
    const doctor = start(scene.dataDir, {}, ['npm', 'run', 'admin', '--', 'doctor'])
    await once(doctor.child, 'exit')
    expect(doctor.said).toContain('ok     database')
    const ended = once(started.child, 'exit')
    started.child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })
})

describe('npm start', () => {
  // The tests share one directory: each starts on the data of the one before.
  const own = scratch('a data directory')
  const { dataDir } = own
  afterAll(() => own.remove())

  // npm forwards the terminal's Ctrl-C, so it arrives twice.
  test.each([
    ['SIGTERM', []],
    ['SIGINT', [20]],
  ] as const)(
    'ends server and database on %s, also when it comes again after %j ms',
    async (signal, repeats) => {
      const started = start(dataDir)
      const base = await address(started)
      const health = await fetch(`${base}/api/v1/health`)
      expect(await health.json()).toEqual({ status: 'healthy' })
      expect(processesOf(dataDir)).not.toEqual([])
      const ended = once(started.child, 'exit')
      started.child.kill(signal)
      for (const wait of repeats) {
        await sleep(wait)
        started.child.kill(signal)
      }
      // The open connection of `fetch` keeps the server for a while: the repeated signal meets its handlers.
      expect(await ended).toEqual([0, null])
      expect(processesOf(dataDir)).toEqual([])
    },
  )

  test('starts on existing data without the setup, and refuses a second server', async () => {
    const again = start(dataDir)
    await address(again)
    expect(again.said).not.toMatch(/Installing|Building|shown only once/i)
    const second = start(dataDir)
    const [code] = await once(second.child, 'exit')
    expect(code).toBe(1)
    expect(second.said).toMatch(/Another Waymark server \(process \d+\) is already running/)
    expect(second.said).not.toContain('    at ')
    const ended = once(again.child, 'exit')
    again.child.kill('SIGINT')
    expect((await ended)[0]).toBe(0)
    expect(processesOf(dataDir)).toEqual([])
  })

  test('killing npm also ends the server', async () => {
    const started = start(dataDir)
    const base = await address(started)
    started.child.kill('SIGKILL')
    await expect.poll(() => processesOf(dataDir)).toEqual([])
    await expect(fetch(base)).rejects.toThrow()
  })
})

describe('a server that other machines can reach', () => {
  test('warns about it, and prints all its addresses', async () => {
    const started = start(place(), { HOST: '0.0.0.0' }, ['node', 'dist/server/main.js'])
    await vi.waitFor(() => expect(started.said).toContain('Warning: '), 60_000)
    expect(started.said).toMatch(
      /Warning: Passwords and tokens are sent unencrypted: HOST is 0\.0\.0\.0/,
    )
    expect(started.said).toMatch(/"level":40.*Passwords and tokens are sent unencrypted/)
    const [local = ''] = /http:\/\/localhost:\d+/.exec(started.said) ?? []
    expect((await fetch(`${local}/api/v1/health`)).status).toBe(200)
    for (const [, other] of started.said.matchAll(/Also at {7}(\S+)/g))
      expect((await fetch(`${other}/api/v1/health`)).status).toBe(200)
    const gone = once(started.child, 'exit')
    started.child.kill('SIGTERM')
    await gone
  })
})
