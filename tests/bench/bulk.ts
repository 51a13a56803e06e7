import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Undone } from '#contract/changes.ts'
import { type Demand, judge } from '../support/judge.ts'
import { signIn } from '../support/product.ts'
import { loadUsers, productEnv, startProgram } from './api/programs.ts'
import { beside } from './changes/beside.ts'
import { apply, clientOf, planAll } from './changes/client.ts'

/**
 * How long a set of many users takes to be planned, applied and taken back, and what others feel meanwhile:
 * npm run bench -- bulk [users] [requests a second of the others]. They read lists and records and save one, each on
 * time whether the answers keep up or not. Exits with 1 when a limit is missed.
 */
const [users = 10_000, rate = 50] = process.argv.slice(2).map(Number)
const LIMITS = { plan: 1000, apply: 5000, undo: 5000, p99: 100 } as const
const ALONE_MS = 5000

const dataDir = mkdtempSync(join(tmpdir(), 'waymark-bench-'))
const env = productEnv(dataDir)
const program = await startProgram(['dist/server/main.js'], env)
try {
  loadUsers('.', env, users)
  const { token } = await signIn(program.url)
  const client = clientOf(program.url, token)
  const one = await client.call<{ _id: string }>('POST', '/career-fields', { name: 'Beside it' })
  const others = { url: program.url, token, rate, fieldId: one.body._id }
  const demands: Demand[] = []
  const during = async <T>(
    what: string,
    limit: number | undefined,
    work: () => Promise<T>,
  ): Promise<T> => {
    const atWork = await beside(others)
    const began = performance.now()
    const done = await work()
    const took = Math.round(performance.now() - began)
    const waits = await atWork.end()
    const p99 = at(waits, 0.99)
    console.log(
      `${what.padEnd(10)}${String(took).padStart(7)} ms; others: ${waits.length} requests, p50 ${at(waits, 0.5)}, p99 ${p99}, most ${at(waits, 1)} ms`,
    )
    if (limit === undefined) return done
    demands.push([`${what} in ${limit} ms: ${took}`, took <= limit])
    demands.push([`others below ${LIMITS.p99} ms at p99 meanwhile: ${p99}`, p99 < LIMITS.p99])
    return done
  }

  console.log(`${users} users, ${rate} other requests a second`)
  await during('alone', undefined, () => pause(ALONE_MS))
  // The first of each is slower: code and plans are warm after it.
  for (const round of ['cold', 'warm']) {
    console.log(round)
    const isActive = { action: 'update', values: { isActive: false } }
    const order = await during('plan', LIMITS.plan, () =>
      planAll(client, 'users', isActive, 'role=user'),
    )
    const applied = await during('apply', LIMITS.apply, () => apply(client, order))
    if (applied.status !== 200) throw new Error(JSON.stringify(applied.body))
    const undone = await during('undo', LIMITS.undo, () =>
      client.call<Undone>('POST', `/changes/${applied.body.id}/undo`, {}),
    )
    const { changed } = applied.body.counts
    demands.push([`all ${changed} taken back`, undone.body.takenBack.length === changed])
  }
  judge(demands)
} finally {
  await program.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

function at(waits: readonly number[], share: number): number {
  const sorted = [...waits].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
