import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { API_BASE } from '#contract/api.ts'
import { FORM_PATHS, LEAST_FILL_MS, STAMP, STAMP_HEADER, TRAP } from '#contract/forms.ts'
import { judge } from '../support/judge.ts'
import { signIn, startProduct } from '../support/product.ts'

/**
 * Whether a flood of the public forms slows the rest: npm run bench -- forms [seconds] [posts] [users]
 * Posts of every kind are sent on time, from many addresses and from one, while the users list is asked
 * for as often as in the half minutes before and after. Prints numbers; exits with 1 when the list's p99
 * is above twice that of before and 10 ms, or when more was stored than the limits let through. What
 * stands after tells whether the machine was busy with other things.
 */
const [seconds = 60, posts = 1000, users = 10_000] = process.argv.slice(2).map(Number)
const READS_A_SECOND = 50
/** Seconds of reading alone, before and after. */
const QUIET = 30
const PER_ADDRESS = 20
const IN_TOTAL = 600
const PERCENT = 100
/** Posts under one stamp; the server takes one more. */
const USES = 4

const dataDir = mkdtempSync(join(tmpdir(), 'waymark-bench-'))
const env = {
  DATA_DIR: dataDir,
  DATABASE_URL: '',
  DEMO: 'off',
  TRUST_PROXY: '127.0.0.1',
  FORM_POSTS_PER_ADDRESS: String(PER_ADDRESS),
  FORM_POSTS_IN_TOTAL: String(IN_TOTAL),
}
const product = await startProduct(env)
const base = `${product.url}${API_BASE}`
try {
  execFileSync(process.execPath, ['dist/server/command.js', 'demo', '--users', String(users)], {
    env: { ...process.env, ...env },
  })
  const { token } = await signIn(product.url)
  const stamps = await takeStamps(Math.ceil(posts / USES))
  const load = () => `load average ${loadavg()[0]?.toFixed(1)}`
  const read = (number: number) => readUsers(token, number)

  await atRate(5 * READS_A_SECOND, READS_A_SECOND, read)
  console.log(`users list, ${READS_A_SECOND} a second of ${users} (${load()} before it all)`)
  const before = await timesOf(QUIET, read)
  console.log(`before   ${sayTimes(before)}`)
  const statuses = new Map<string, number>()
  const [during] = await Promise.all([
    timesOf(seconds, read),
    atRate(posts, posts / seconds, async (number) => {
      const { kind, status } = await postOne(number, stamps[Math.floor(number / USES)] ?? '')
      const key = `${kind} ${status}`
      statuses.set(key, (statuses.get(key) ?? 0) + 1)
    }),
  ])
  console.log(`during   ${sayTimes(during)}   ${posts} posts in ${seconds} s (${load()})`)
  const after = await timesOf(QUIET, read)
  console.log(`after    ${sayTimes(after)}   (${load()})`)
  for (const [key, count] of [...statuses].sort()) console.log(`  ${key.padEnd(28)}${count}`)
  const rows = (await countOf('messages', token)) + (await countOf('waitlist', token))
  const accepted = statuses.get('good 200') ?? 0
  const alone = statuses.get('good, from one address 200') ?? 0
  console.log(`stored   ${rows} rows`)
  judge([
    ['p99 at most twice that of before and 10 ms', at(during, 0.99) <= 2 * at(before, 0.99) + 10],
    ['stored is what was accepted, and nothing else', rows === accepted + alone],
    ['no more than the limit of all together', rows <= IN_TOTAL],
    ['no more of one address than its limit', alone <= PER_ADDRESS],
  ])
} finally {
  await product.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** Starts each piece of work at its time, whether those before have ended or not. */
async function atRate(
  count: number,
  rate: number,
  work: (number: number, due: number) => Promise<void>,
): Promise<void> {
  const began = performance.now()
  await Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const due = began + (number * 1000) / rate
      await pause(due - performance.now())
      await work(number, due)
    }),
  )
}

/** Milliseconds from when each read was due, ascending. */
async function timesOf(
  duration: number,
  read: (number: number) => Promise<void>,
): Promise<number[]> {
  const times: number[] = []
  await atRate(duration * READS_A_SECOND, READS_A_SECOND, async (number, due) => {
    await read(number)
    times.push(performance.now() - due)
  })
  return times.sort((a, b) => a - b)
}

async function readUsers(token: string, number: number): Promise<void> {
  const response = await fetch(`${base}/users?page=${1 + (number % PERCENT)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  await response.arrayBuffer()
}

/** Of a hundred posts 75 are good, 10 of them from one address; the rest are junk of four kinds. */
async function postOne(number: number, stamp: string): Promise<{ kind: string; status: number }> {
  const of = number % PERCENT
  const email = `person${number}@example.org`
  const message = { name: 'Somebody', email, subject: 'A question', message: 'x'.repeat(800) }
  const own = `198.18.${Math.floor(number / 250)}.${number % 250}`
  const [kind, body, address] =
    of < 65
      ? ['good', { ...message, [STAMP]: stamp }, own]
      : of < 75
        ? ['good, from one address', { ...message, [STAMP]: stamp }, '198.51.100.7']
        : of < 82
          ? ['in the trap', { ...message, [STAMP]: stamp, [TRAP]: 'https://spam.example' }, own]
          : of < 89
            ? ['without a stamp', message, own]
            : of < 96
              ? ['with wrong fields', { ...message, email: 'x', [STAMP]: stamp }, own]
              : ['too large', { ...message, message: 'x'.repeat(100_000) }, own]
  const path = kind === 'good' && of % 2 === 0 ? FORM_PATHS.waitlist : FORM_PATHS.contact
  const response = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  })
  await response.arrayBuffer()
  return { kind, status: response.status }
}

/** Each to another address: what is refused is counted as well. */
async function takeStamps(count: number): Promise<string[]> {
  const stamps: string[] = []
  for (let number = 0; number < count; number += 1) {
    const from = `198.19.${Math.floor(number / 250)}.${number % 250}`
    const headers = { 'x-forwarded-for': from }
    const refused = await fetch(`${base}${FORM_PATHS.contact}`, { method: 'POST', headers })
    await refused.arrayBuffer()
    stamps.push(refused.headers.get(STAMP_HEADER) ?? '')
  }
  await pause(LEAST_FILL_MS)
  return stamps
}

async function countOf(list: 'messages' | 'waitlist', token: string): Promise<number> {
  const response = await fetch(`${base}/${list}?limit=1`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return Number(Object(await response.json()).pagination.total)
}

function at(times: readonly number[], share: number): number {
  return times[Math.ceil(times.length * share) - 1] ?? 0
}

function sayTimes(times: readonly number[]): string {
  return `p50 ${at(times, 0.5).toFixed(1)} ms, p99 ${at(times, 0.99).toFixed(1)} ms`
}
