import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { API_BASE } from '#contract/api.ts'
import { judge } from '../support/judge.ts'
import { signIn } from '../support/product.ts'
import { load, medianOf, type Reading } from './api/load.ts'
import { loadUsers, postmasterIn, productEnv, startProgram } from './api/programs.ts'

/**
 * How many requests a second one worker answers and how many two, in turns: npm run bench -- workers [users]
 * [seconds]. Needs `wrk`, and Linux. On more than two cores, also as many workers as there are.
 */
const users = Number(process.argv[2] ?? 10_000)
const seconds = Number(process.argv[3] ?? 4)
const ROUNDS = 3
/** What a machine that does other things besides may make of it. */
const SLACK = 0.95
const ASKED = [
  ['users, a page', '/users?limit=10&page=2'],
  ['users, a search', '/users?limit=10&search=an'],
  ['the overview', '/admin/system-overview'],
] as const

const folder = mkdtempSync(join(tmpdir(), 'waymark-bench-workers-'))
const counts = [...new Set([1, 2, ...(availableParallelism() > 2 ? [availableParallelism()] : [])])]
const readings = new Map<string, Reading[]>()
try {
  for (let round = 1; round <= ROUNDS; round += 1)
    for (const count of counts) await measure(count, round === 1 && count === 1)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

console.log(
  `\n${users} users, ${availableParallelism()} cores that wrk and PostgreSQL share, medians of ${ROUNDS} rounds of ${seconds} s, 32 connections\n`,
)
console.log('| Asked | Workers | Requests/s | Half within ms | 99 of 100 within ms | Failed |')
console.log('| --- | --- | --- | --- | --- | --- |')
for (const [name] of ASKED)
  for (const count of counts) {
    const { rate, p50, p99, failed } = medianOf(readings.get(`${name} ${count}`) ?? [])
    console.log(`| ${name} | ${count} | ${Math.round(rate)} | ${p50} | ${p99} | ${failed} |`)
  }
if (availableParallelism() <= 2) console.log('\nMore than two cores were not tried here.')
const rateOf = (name: string, count: number) =>
  medianOf(readings.get(`${name} ${count}`) ?? []).rate
judge(
  ASKED.map(([name]) => [
    `${name}: two workers are no slower than one`,
    rateOf(name, 2) >= SLACK * rateOf(name, 1),
  ]),
)

/** All that is asked, of a server with so many workers on the one database. */
async function measure(count: number, isFirst: boolean): Promise<void> {
  const dataDir = join(folder, 'data')
  const env = { ...productEnv(dataDir), WORKERS: String(count), SIGN_INS_PER_ACCOUNT: '1000' }
  const product = await startProgram(['dist/server/main.js'], env)
  try {
    if (isFirst) loadUsers('.', env, users)
    const { token } = await signIn(product.url)
    await untilServed(product.url, count)
    const headers = { authorization: `Bearer ${token}` }
    const postmaster = postmasterIn(dataDir)
    for (const [name, path] of ASKED) {
      const target = { ...product, headers, paths: [`${API_BASE}${path}`], postmaster }
      const key = `${name} ${count}`
      readings.set(key, [...(readings.get(key) ?? []), load(target, seconds, folder)])
    }
  } finally {
    await product.stop()
  }
}

/** The first worker says where it is; the others start behind it. Each begins the ids of its requests in its own way. */
async function untilServed(url: string, count: number): Promise<void> {
  const seen = new Set<string>()
  while (seen.size < count) {
    const { headers } = await fetch(`${url}${API_BASE}/health`, {
      headers: { connection: 'close' },
    })
    seen.add(headers.get('x-request-id')?.split('-')[0] ?? '')
  }
}
