import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { API_BASE } from '#contract/api.ts'
import type { Undone } from '#contract/changes.ts'
import { IMPORT_TYPES, type Import, type ImportFormat } from '#contract/imports.ts'
import { csv } from '../support/imports.ts'
import { expectOk } from './lib/client.ts'
import { memoryOf, watchMemory } from './lib/process.ts'
import { atMost, holds, judge, tableHead, tableRow } from './lib/report.ts'
import { startServer } from './lib/server.ts'

/**
 * Reads, plans, applies and undoes a file of many users: npm run bench -- import [users] [csv|json|xlsx].
 * The users are exported. Another file then changes a field of each, and the exported file restores it.
 */
const [users = '100000', given = 'csv'] = process.argv.slice(2)
const format = given as ImportFormat
/** In MB above the memory at rest. A workbook is unpacked in memory. */
const MEMORY = { csv: 200, json: 200, xlsx: 700 } as const

const server = await startServer()
try {
  await server.command('demo', '--users', users)
  const atRest = memoryOf(server.pid())
  const file = await exportUsers(format)
  const other = await readFile(withOtherSegments(await exportUsers('csv')), 'csv')
  await plan(other)
  await apply(other)

  let peak = 0
  const measure = async <T>(name: string, work: () => Promise<T>) => {
    const memory = watchMemory(server.pid())
    const began = performance.now()
    const result = await work()
    const ms = performance.now() - began
    const megabytes = memory.stop()
    peak = Math.max(peak, megabytes)
    tableRow(name, ms, megabytes)
    return { result, ms }
  }
  tableHead(`${users} users, ${(file.length / 1_048_576).toFixed(1)} MB`, 'ms', 'most MB')
  tableRow('at rest', '', atRest)
  const { result: read } = await measure('read', () => readFile(file, format))
  const planned = await measure('plan', () => plan(read))
  const applied = await measure('apply', () => apply(read))
  const undo = `/changes/${applied.result.change}/undo`
  const { result: undone } = await measure('undo', () =>
    expectOk<Undone>(server, 'POST', undo, { body: {} }),
  )
  const { counts, longest } = planned.result
  judge([
    atMost('plan', planned.ms / 1000, 15, 's'),
    atMost('longest batch of the plan', longest / 1000, 2, 's'),
    atMost('apply', applied.ms / 1000, 60, 's'),
    atMost('more memory', peak - atRest, MEMORY[format], 'MB'),
    holds(`all ${counts.update} changes undone`, undone.counts?.takenBack === counts.update),
  ])
} finally {
  await server.close()
}

function request(path: string, init: RequestInit = {}, headers: Record<string, string> = {}) {
  const authorization = `Bearer ${server.token}`
  return fetch(`${server.url()}${API_BASE}${path}`, {
    ...init,
    headers: { authorization, ...headers },
  })
}

async function exportUsers(as: ImportFormat): Promise<Buffer> {
  const response = await request(`/users/export?format=${as}`)
  return Buffer.from(await response.arrayBuffer())
}

async function readFile(bytes: Buffer, as: ImportFormat): Promise<Import> {
  const init = { method: 'POST', body: new Uint8Array(bytes) }
  const headers = { 'content-type': IMPORT_TYPES[as] }
  const response = await request(`/users/imports?name=users.${as}`, init, headers)
  if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`)
  return (await response.json()) as Import
}

/** Plans all rows. Each request plans some; `longest` is the slowest in ms. */
async function plan({ id }: Import): Promise<Import & { longest: number }> {
  let longest = 0
  for (;;) {
    const began = performance.now()
    const now = await expectOk<Import>(server, 'POST', `/users/imports/${id}/plan`)
    longest = Math.max(longest, performance.now() - began)
    if (now.state === 'planned') return { ...now, longest }
  }
}

async function apply({ id }: Import): Promise<Import> {
  const path = `/users/imports/${id}`
  await expectOk(server, 'POST', `${path}/apply`, { body: { leaveRefused: true } })
  for (;;) {
    const now = await expectOk<Import>(server, 'GET', path)
    if (now.state === 'applied') return now
    if (now.state !== 'applying') throw new Error(now.problem)
    await sleep(100)
  }
}

function withOtherSegments(bytes: Buffer): Buffer {
  const rows = parse(bytes, { bom: true, columns: true }) as Record<string, string>[]
  const changed = rows.map((row) => ({
    ...row,
    segment: row.segment === 'student' ? 'graduate' : 'student',
  }))
  return Buffer.from(csv(Object.keys(rows[0] ?? {}), changed))
}
