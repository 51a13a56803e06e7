import { expect, test } from 'vitest'
import { HttpError } from './http-client.ts'
import { type Found, lookWhether, save, type Way } from './versioned-write.ts'

/** A record of two numbers. Who changed one of them does not want the other's change of the same. */
interface Pair {
  version: number
  a: number
  b: number
}
type Change = Partial<Pick<Pair, 'a' | 'b'>>

const base: Pair = { version: 1, a: 1, b: 1 }
const stale = (current?: object) =>
  new HttpError(412, { ...(current && { current: { ...current } }) })
const lost = new HttpError(0)

/** A server that answers one after the other, the last for ever; what it was sent, and what a read finds. */
function world(answers: (HttpError | 'ok')[], stored: Found<Pair> = 'unknown') {
  const sent: [version: number, change: Change][] = []
  let reads = 0
  const way: Way<Pair, Change> = {
    send({ version }, change) {
      sent.push([version, change])
      const answer = answers[Math.min(sent.length, answers.length) - 1]
      return answer instanceof HttpError ? Promise.reject(answer) : Promise.resolve({})
    },
    currentOf: (_base, error) => error.current as Pair | undefined,
    read() {
      reads++
      return Promise.resolve(stored)
    },
    rebase(before, change, theirs) {
      const keys = ['a', 'b'] as const
      const mine = keys.filter((key) => change[key] !== undefined)
      if (mine.every((key) => change[key] === theirs[key])) return { change, is: 'saved' }
      const isClash = mine.some((key) => before[key] !== theirs[key] && change[key] !== theirs[key])
      return { change, is: isClash ? 'clash' : 'open' }
    },
  }
  return { way, sent, reads: () => reads }
}

test('FORM-02 a save that nobody stands against is sent once', async () => {
  const { way, sent } = world(['ok'])
  expect(await save(base, { a: 2 }, way)).toEqual({ kind: 'saved' })
  expect(sent).toEqual([[1, { a: 2 }]])
})

test('FORM-02 what the 412 carries is merged with and sent as a change of it, without a read', async () => {
  const { way, sent, reads } = world([stale({ version: 2, a: 1, b: 7 }), 'ok'])
  expect(await save(base, { a: 2 }, way)).toEqual({ kind: 'saved' })
  expect(sent.map(([version]) => version)).toEqual([1, 2])
  expect(reads()).toBe(0)
})

test('FORM-02 a 412 that carries nothing has the record read', async () => {
  const { way, sent } = world([stale(), 'ok'], { version: { version: 5, a: 1, b: 7 } })
  expect(await save(base, { a: 2 }, way)).toEqual({ kind: 'saved' })
  expect(sent.map(([version]) => version)).toEqual([1, 5])
})

test('FORM-02 a server that calls every version stale is asked three times, then it is a clash', async () => {
  const theirs = { version: 2, a: 1, b: 7 }
  const { way, sent } = world([stale(theirs)])
  const done = await save(base, { a: 2 }, way)
  expect(done).toMatchObject({ kind: 'clash', theirs, change: { a: 2 } })
  expect(sent).toHaveLength(3)
})

test('FORM-02 what both changed is told at once, with the version it was compared with', async () => {
  const theirs = { version: 2, a: 9, b: 1 }
  const { way, sent } = world([stale(theirs)])
  expect(await save(base, { a: 2 }, way)).toMatchObject({ kind: 'clash', base, theirs })
  expect(sent).toHaveLength(1)
})

test('somebody who saved the same saved it', async () => {
  const { way, sent } = world([stale({ version: 2, a: 2, b: 1 })])
  expect(await save(base, { a: 2 }, way)).toEqual({ kind: 'saved' })
  expect(sent).toHaveLength(1)
})

test.each([
  ['FORM-03 a 404', [new HttpError(404)], 'unknown', 'gone'],
  ['FORM-03 a 412, and nothing to read', [stale()], 'gone', 'gone'],
  ['a 412 of which nothing can be found out', [stale()], 'unknown', 'failed'],
  ['a refusal', [new HttpError(400)], 'unknown', 'failed'],
  ['a server out of order', [new HttpError(500)], 'unknown', 'failed'],
  ['nothing sent', [new HttpError(0, { outcome: 'unsent' })], 'unknown', 'failed'],
  ['FORM-04 no answer, and none to a read', [lost], 'unknown', 'unknown'],
  ['FORM-04 no answer, and the record is gone', [lost], 'gone', 'gone'],
  ['FORM-04 no answer, and it is stored', [lost], { version: { version: 2, a: 2, b: 7 } }, 'saved'],
  ['FORM-04 no answer, and it is not', [lost], { version: base }, 'unsaved'],
  ['FORM-04 no answer, and another is', [lost], { version: { version: 2, a: 9, b: 1 } }, 'clash'],
] as const)('%s: sent once', async (_, answers, stored, kind) => {
  const { way, sent } = world([...answers], stored)
  expect(await save(base, { a: 2 }, way)).toMatchObject({ kind })
  expect(sent).toHaveLength(1)
})

test('FORM-04 looking again sends nothing', async () => {
  const { way, sent } = world([lost], { version: { version: 2, a: 2, b: 1 } })
  expect(await lookWhether(base, { a: 2 }, way, lost)).toEqual({ kind: 'saved' })
  expect(sent).toEqual([])
})
