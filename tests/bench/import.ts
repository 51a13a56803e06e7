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
 * meanwhile: npm run bench -- import [users] [csv|json|xlsx]. All users are exported; then the segment of each is
 * changed by a file in CSV, and the one that was exported brings back what was. Exits with 1 when a limit is missed.
 */
const [count = '100000', given = 'csv'] = process.argv.slice(2)
const users = Number(count)
const format = given as ImportFormat
/** Above what it holds before, in MB: a workbook is unpacked in memory as a whole. */
const MOST_MORE = { csv: 200, json: 200, xlsx: 700 } as const
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
  let peak = 0
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<[T, number]> => {
    const watched = watch()
    const began = performance.now()
    const done = await work()
    const took = Math.round(performance.now() - began)
    const { most, now } = watched()
    peak = Math.max(peak, most)
    console.log(`${what.padEnd(10)}${String(took).padStart(7)} ms; at most ${most} MB, then ${now}`)
    return [done, took]
  }
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const { status, body: said } = await client.call<T>(method, path, body)
    if (status >= 400) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(said)}`)
    return said
  }

  const headers = { authorization: `Bearer ${token}` }
  const api = `${program.url}${API_BASE}`
  const exported = async (as: ImportFormat) => {
    const answer = await fetch(`${api}/users/export?format=${as}`, { headers })
    return Buffer.from(await answer.arrayBuffer())
  }
  const send = async (file: Buffer, as: ImportFormat): Promise<Import> => {
    const answer = await fetch(`${api}/users/imports?name=users.${as}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': IMPORT_TYPES[as] },
      body: new Uint8Array(file),
    })
    if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Import
  }
  let longest = 0
  const rehearse = async ({ id }: Import): Promise<Import> => {
    longest = 0
    for (;;) {
      const began = performance.now()
      const now = await call<Import>('POST', `/users/imports/${id}/plan`)
      longest = Math.max(longest, Math.round(performance.now() - began))
      if (now.state === 'planned') return now
    }
  }
  const apply = async ({ id }: Import): Promise<Import> => {
    await call('POST', `/users/imports/${id}/apply`, { leaveRefused: true })
    for (;;) {
      const now = await call<Import>('GET', `/users/imports/${id}`)
      if (now.state === 'applied') return now
      if (now.state !== 'applying') throw new Error(now.problem)
      await pause(100)
    }
  }

  const atRest = memory()
  const file = await exported(format)
  await apply(await rehearse(await send(withOthers(await exported('csv')), 'csv')))
  console.log(
    `${users} users, ${(file.length / 1_048_576).toFixed(1)} MB of ${format}, ${atRest} MB at first`,
  )
  const [read] = await timed('read', () => send(file, format))
  const [plan, rehearsed] = await timed('rehearse', () => rehearse(read))
  console.log(`          ${JSON.stringify(plan.counts)}, the longest piece ${longest} ms`)
  demands.push([`rehearsed in ${LIMITS.rehearse} ms: ${rehearsed}`, rehearsed <= LIMITS.rehearse])
  demands.push([`no piece above 2000 ms: ${longest}`, longest < 2000])
  const [done, took] = await timed('apply', () => apply(read))
  demands.push([`applied in ${LIMITS.apply} ms: ${took}`, took <= LIMITS.apply])
  const more = peak - atRest
  demands.push([`at most ${MOST_MORE[format]} MB more: ${more}`, more <= MOST_MORE[format]])
  await timed('activity', () => call('GET', '/changes?limit=10'))
  const [undone] = await timed('undo', () =>
    call<Undone>('POST', `/changes/${done.change}/undo`, {}),
  )
  const back = undone.counts?.takenBack
  demands.push([`all ${plan.counts.update} taken back: ${back}`, back === plan.counts.update])
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
function watch(): () => { most: number; now: number } {
  let most = memory()
  const timer = setInterval(() => {
    most = Math.max(most, memory())
  }, 50)
  return () => {
    clearInterval(timer)
    const now = memory()
    return { most: Math.max(most, now), now }
  }
}
