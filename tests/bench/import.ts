import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { API_BASE } from '#contract/api.ts'
import type { Undone } from '#contract/changes.ts'
import { IMPORT_TYPES, type Import, type ImportFormat } from '#contract/imports.ts'
import { csv } from '../support/imports.ts'
import { type Demand, judge } from '../support/judge.ts'
import { signIn } from '../support/product.ts'
import { loadUsers, productEnv, startProgram } from './api/programs.ts'
import { clientOf } from './changes/client.ts'

/**
 * How long a file of many users takes to be read, rehearsed, applied and taken back, and what the server's memory does
 * meanwhile: npm run bench -- import [users] [csv|json|xlsx]. All users are exported; as CSV the segment of each is
 * changed, and the file imported; as another format it is imported as it is, which changes nothing. Exits with 1 when
 * a limit is missed.
 */
const [count = '100000', given = 'csv'] = process.argv.slice(2)
const users = Number(count)
const format = given as ImportFormat
/** Of 100,000; fewer have as much. */
const LIMITS = { rehearse: 15_000, apply: 60_000 } as const

const dataDir = mkdtempSync(join(tmpdir(), 'waymark-bench-'))
const env = productEnv(dataDir)
const program = await startProgram(['dist/server/main.js'], env)
try {
  loadUsers('.', env, users)
  const { token } = await signIn(program.url)
  const client = clientOf(program.url, token)
  const demands: Demand[] = []
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<[T, number]> => {
    const watched = watch()
    const began = performance.now()
    const done = await work()
    const took = Math.round(performance.now() - began)
    console.log(`${what.padEnd(10)}${String(took).padStart(7)} ms; ${watched()}`)
    return [done, took]
  }
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const { status, body: said } = await client.call<T>(method, path, body)
    if (status >= 400) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(said)}`)
    return said
  }

  const headers = { authorization: `Bearer ${token}` }
  const api = `${program.url}${API_BASE}`
  const exported = await fetch(`${api}/users/export?format=${format}`, { headers })
  const whole = Buffer.from(await exported.arrayBuffer())
  const file = format === 'csv' ? withOthers(whole) : whole
  console.log(`${users} users, ${(file.length / 1_048_576).toFixed(1)} MB of ${format}`)
  console.log(`at rest   ${memory()} MB`)

  const [read] = await timed('read', async () => {
    const type = { 'content-type': IMPORT_TYPES[format] }
    const answer = await fetch(`${api}/users/imports?name=users.${format}`, {
      method: 'POST',
      headers: { ...headers, ...type },
      body: new Uint8Array(file),
    })
    if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Import
  })
  const place = `/users/imports/${read.id}`
  let longest = 0
  const [plan, rehearsed] = await timed('rehearse', async () => {
    for (;;) {
      const began = performance.now()
      const now = await call<Import>('POST', `${place}/plan`)
      longest = Math.max(longest, Math.round(performance.now() - began))
      if (now.state === 'planned') return now
    }
  })
  console.log(`          ${JSON.stringify(plan.counts)}, the longest piece ${longest} ms`)
  demands.push([`rehearsed in ${LIMITS.rehearse} ms: ${rehearsed}`, rehearsed <= LIMITS.rehearse])
  demands.push([`no piece above 2000 ms: ${longest}`, longest < 2000])
  if (format === 'csv') {
    const [done, took] = await timed('apply', async () => {
      await call('POST', `${place}/apply`, { leaveRefused: true })
      for (;;) {
        const now = await call<Import>('GET', place)
        if (now.state !== 'applying') return now
        await pause(100)
      }
    })
    if (done.state !== 'applied') throw new Error(done.problem)
    demands.push([`applied in ${LIMITS.apply} ms: ${took}`, took <= LIMITS.apply])
    await timed('activity', () => call('GET', '/changes?limit=10'))
    const [undone] = await timed('undo', () =>
      call<Undone>('POST', `/changes/${done.change}/undo`, {}),
    )
    const back = undone.counts?.takenBack
    demands.push([`all ${plan.counts.update} taken back: ${back}`, back === plan.counts.update])
  } else demands.push([`nothing of ${plan.rows} would change`, plan.counts.unchanged === plan.rows])
  judge(demands)
} finally {
  await program.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** The same file with another segment for each. */
function withOthers(bytes: Buffer): Buffer {
  const rows = parse(bytes, { bom: true, columns: true }) as Record<string, string>[]
  const changed = rows.map((row) => ({
    ...row,
    segment: row.segment === 'student' ? 'graduate' : 'student',
  }))
  return Buffer.from(csv(Object.keys(rows[0] ?? {}), changed))
}

/** What the server holds in memory now, in MB. */
function memory(): number {
  const status = readFileSync(`/proc/${program.pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}

/** Looks at the memory until it is asked for the most of it. */
function watch(): () => string {
  let most = memory()
  const timer = setInterval(() => {
    most = Math.max(most, memory())
  }, 50)
  return () => {
    clearInterval(timer)
    return `at most ${Math.max(most, memory())} MB, then ${memory()} MB`
  }
}
