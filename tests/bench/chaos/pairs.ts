import { randomUUID } from 'node:crypto'
import type { Target } from '../lib/client.ts'
import { startServer } from '../lib/server.ts'
import { ask, Ledger, type Outcome } from './ledger.ts'

const AT_ONCE = 8

/** Two servers on one database get the same or contradicting requests at the same moment. */
export async function pairs(count: number): Promise<Outcome> {
  const first = await startServer()
  const { connection } = first
  if (!('host' in connection)) throw new Error('The first server has no database of its own.')
  const { host, port, user, database } = connection
  const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  const second = await startServer({ DATABASE_URL: url })
  const faults: string[] = []
  const answers = new Map<string, number>()
  let started = 0
  try {
    const names = Object.keys(RACES)
    const work = async () => {
      while (started < count) {
        const name = names[started % names.length] ?? ''
        started += 1
        const { statuses, isRight } = (await RACES[name]?.(first, second)) ?? { statuses: '' }
        const outcome = `${name}: ${statuses}`
        answers.set(outcome, (answers.get(outcome) ?? 0) + 1)
        if (!isRight) faults.push(outcome)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    const ledger = new Ledger()
    faults.push(...(await ledger.compare(connection)))
    return {
      figures: [...answers].sort().map(([outcome, times]) => `${outcome}, ${times} times`),
      limits: ledger.limits('pairs', faults),
    }
  } finally {
    await second.close()
    await first.close()
  }
}

type Race = (one: Target, other: Target) => Promise<{ statuses: string; isRight: boolean }>

const RACES: Readonly<Record<string, Race>> = {
  async 'PUT of one version'(one, other) {
    const { path, version } = await add(one)
    const put = (to: Target, description: string) =>
      ask(to, 'PUT', path, { body: { description }, version })
    const both = await Promise.all([put(one, 'A'), put(other, 'B')])
    const now = await ask(one, 'GET', path)
    const statuses = sorted(both)
    const winner = both[0].status === 200 ? 'A' : 'B'
    return { statuses, isRight: statuses === '200/412' && now.body.description === winner }
  },
  async 'POST of one name'(one, other) {
    const name = `Field ${randomUUID()}`
    const statuses = sorted(await Promise.all([add(one, name), add(other, name)]))
    return { statuses, isRight: statuses === '201/409' }
  },
  async 'POST with one key'(one, other) {
    const [name, key] = [`Field ${randomUUID()}`, randomUUID()]
    const both = await Promise.all([add(one, name, key), add(other, name, key)])
    const again = await add(one, name, key)
    const ids = new Set([...both, again].filter(({ status }) => status === 201).map(idOf))
    return { statuses: sorted(both), isRight: again.status === 201 && ids.size === 1 }
  },
  async 'DELETE and PUT'(one, other) {
    const { path } = await add(one)
    const put = ask(other, 'PUT', path, { body: { description: 'B' } })
    const both = await Promise.all([ask(one, 'DELETE', path), put])
    const now = await ask(one, 'GET', path)
    const statuses = both.map(({ status }) => status).join('/')
    return { statuses, isRight: /^204\/(200|404)$/.test(statuses) && now.status === 404 }
  },
  async 'DELETE twice'(one, other) {
    const { path } = await add(one)
    const both = await Promise.all([ask(one, 'DELETE', path), ask(other, 'DELETE', path)])
    const statuses = sorted(both)
    return { statuses, isRight: statuses === '204/404' }
  },
}

async function add(to: Target, name = `Field ${randomUUID()}`, key = randomUUID()) {
  const made = await ask(to, 'POST', '/career-fields', { body: { name, description: 'new' }, key })
  return { ...made, path: `/career-fields/${idOf(made)}` }
}

function idOf({ body }: { body: Record<string, unknown> }): string {
  return String(body._id)
}

function sorted(answers: readonly { status: number }[]): string {
  return answers
    .map(({ status }) => status)
    .sort()
    .join('/')
}
