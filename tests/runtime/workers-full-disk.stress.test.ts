import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { type Program, productEnv, startProgram } from '../bench/api/programs.ts'
import { admin } from '../support/product.ts'
import { smallDisk } from '../support/small-disk.ts'
import { type Answer, callWorker } from './worker-call.ts'

// Real processes on a machine that may be busy.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })
const patiently = { timeout: 90_000, interval: 100 }

const disk = smallDisk(260)
let program: Program | undefined
afterAll(async () => {
  await program?.stop()
  disk.remove()
})

const call = (method: string, path: string, body?: object, token = '') =>
  callWorker(`${program?.url}/api/v1${path}`, { method, token, ...(body && { body }) })

/** Asks until each of the two workers has given this status; none gives another from then on. */
async function bothGive(status: number, ask: () => Promise<Answer>): Promise<void> {
  await vi.waitFor(async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, ask))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([status]))
    expect(new Set(answers.map(({ worker }) => worker)).size).toBe(2)
  }, patiently)
}

test.skipIf(!disk.isThere)(
  'OPS-FULL with two workers a full disk is known to both: neither saves, both read and let people in, and space brings both back',
  async () => {
    if (!existsSync('dist/server/main.js')) throw new Error('Nothing is built. Run: npm run build')
    const env = { ...productEnv(join(disk.path, 'data')), WORKERS: '2' }
    program = await startProgram(['dist/server/main.js'], env)
    await bothGive(200, () => call('GET', '/health'))
    const entered = await call('POST', '/auth/login', {
      email: admin.email,
      password: admin.password,
    })
    expect(entered.status, entered.body).toBe(200)
    const { token } = JSON.parse(entered.body) as { token: string }

    let number = 0
    const saved: string[] = []
    const write = async () => {
      number += 1
      const name = `Field ${number}`
      const answer = await call('POST', '/career-fields', { name }, token)
      if (answer.status === 201) saved.push(String(JSON.parse(answer.body)._id))
      return answer
    }
    const read = () => call('GET', '/career-fields', undefined, token)
    await bothGive(201, write)

    disk.fillUpTo(12 * 1024 * 1024)
    await bothGive(507, write)
    await bothGive(200, read)
    const again = await call('POST', '/auth/login', {
      email: admin.email,
      password: admin.password,
    })
    expect(again.status, again.body).toBe(200)

    disk.empty()
    await bothGive(201, write)
    const kept = await Promise.all(
      saved.map((id) => call('GET', `/career-fields/${id}`, undefined, token)),
    )
    expect(kept.filter(({ status }) => status !== 200)).toEqual([])
  },
)
