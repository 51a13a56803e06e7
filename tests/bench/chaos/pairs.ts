import { randomUUID } from 'node:crypto'
import { ground } from './ground.ts'
import { ask, newLedger, type Target } from './load.ts'
import type { Trial } from './outcome.ts'
import { verify } from './verify.ts'

/** So many pairs are under way at once. */
const AT_ONCE = 8

interface Race {
  name: string
  /** Sends one of the pair to each server at the same moment; gives what was answered, and what stands there now. */
  run(one: Target, other: Target): Promise<{ answers: string; isRight: boolean }>
}

/** Two servers on one database are sent the same, or what excludes each other, at the same moment. */
export const pairs: Trial = async ({ pairs: wanted }) => {
  const place = await ground()
  const { connection } = place
  if (!('host' in connection)) throw new Error('The first server has a database of its own.')
  const { host, port, user, database } = connection
  // Through the socket of the first: the kernel testifies who connects.
  const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  const second = await ground({ DATABASE_URL: url })
  const outcomes = new Map<string, number>()
  const faults: string[] = []
  let done = 0
  try {
    const races = racesOf()
    const work = async () => {
      while (done < wanted) {
        const race = races[done % races.length]
        done += 1
        if (!race) return
        const { answers, isRight } = await race.run(place, second)
        const outcome = `${race.name}: ${answers}`
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
        if (!isRight) faults.push(outcome)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    const verdict = await verify(connection, newLedger(), true)
    for (const fault of faults.slice(0, 20)) console.error(`wrong: ${fault}`)
    return [
      {
        trial: `two servers on one database, ${wanted} raced pairs`,
        figures: [
          `${faults.length} wrong outcomes`,
          ...[...outcomes].sort().map(([outcome, times]) => `${outcome} x ${times}`),
        ],
        demands: [
          ['pairs: every outcome right', faults.length === 0],
          [
            'pairs: nothing doubled, no history with gaps, figures as recounted',
            verdict.doubled + verdict.gaps + verdict.figures.length === 0,
          ],
        ],
      },
    ]
  } finally {
    await second.close()
    await place.close()
  }
}

function racesOf(): readonly Race[] {
  const add = (to: Target, name: string, key = randomUUID()) =>
    ask(to, 'POST', '/career-fields', { body: { name, description: 'as made' }, key })
  const made = async (to: Target) => {
    const { body, version } = await add(to, `Field ${randomUUID()}`)
    return { path: `/career-fields/${String(body._id)}`, version }
  }
  const put = (to: Target, path: string, description: string, version?: number) =>
    ask(to, 'PUT', path, { body: { description }, version })
  const sorted = (...said: { status: number }[]) =>
    said
      .map(({ status }) => status)
      .sort()
      .join('/')
  return [
    {
      name: 'PUT of one version',
      async run(one, other) {
        const { path, version } = await made(one)
        const said = await Promise.all([
          put(one, path, 'A', version),
          put(other, path, 'B', version),
        ])
        const now = await ask(one, 'GET', path)
        const winner = said[0].status === 200 ? 'A' : 'B'
        const answers = sorted(...said)
        return { answers, isRight: answers === '200/412' && now.body.description === winner }
      },
    },
    {
      name: 'the same name',
      async run(one, other) {
        const name = `Field ${randomUUID()}`
        const said = await Promise.all([add(one, name), add(other, name)])
        const answers = sorted(...said)
        return { answers, isRight: answers === '201/409' }
      },
    },
    {
      name: 'one key',
      async run(one, other) {
        const [name, key] = [`Field ${randomUUID()}`, randomUUID()]
        const said = await Promise.all([add(one, name, key), add(other, name, key)])
        const ids = new Set(said.filter(({ status }) => status === 201).map(({ body }) => body._id))
        const again = await add(one, name, key)
        ids.add(again.body._id)
        const answers = sorted(...said)
        return { answers, isRight: ids.size === 1 && again.status === 201 }
      },
    },
    {
      name: 'DELETE and PUT',
      async run(one, other) {
        const { path } = await made(one)
        const said = await Promise.all([ask(one, 'DELETE', path), put(other, path, 'B')])
        const now = await ask(one, 'GET', path)
        const answers = said.map(({ status }) => status).join('/')
        const isRight = ['204/200', '204/404'].includes(answers) && now.status === 404
        return { answers, isRight }
      },
    },
    {
      name: 'DELETE twice',
      async run(one, other) {
        const { path } = await made(one)
        const answers = sorted(
          ...(await Promise.all([ask(one, 'DELETE', path), ask(other, 'DELETE', path)])),
        )
        return { answers, isRight: answers === '204/404' }
      },
    },
  ]
}
