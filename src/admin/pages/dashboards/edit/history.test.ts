import { expect, test } from 'vitest'
import { redone, startHistory, stepTo, undone } from './history.ts'

test('steps are undone and redone, and a new one forgets what was undone', () => {
  const start = startHistory('a')
  expect(undone(start)).toBeUndefined()
  expect(redone(start)).toBeUndefined()
  const two = stepTo(stepTo(start, 'b'), 'c')
  const back = undone(two)
  expect(back?.present).toBe('b')
  expect(back && redone(back)?.present).toBe('c')
  const other = back && stepTo(back, 'd')
  expect(other && redone(other)).toBeUndefined()
  expect(other && undone(other)?.present).toBe('b')
})

test('what is typed into one field is one step, until something else happens', () => {
  const typed = ['h', 'he', 'hey'].reduce((h, text) => stepTo(h, text, 'title'), startHistory(''))
  expect(undone(typed)?.present).toBe('')
  const elsewhere = stepTo(stepTo(typed, 'x', 'other'), 'xy', 'title')
  expect(undone(elsewhere)?.present).toBe('x')
  const resumed = undone(typed)
  expect(resumed && stepTo(resumed, 'new', 'title').past).toEqual([''])
})

test('no step is made of nothing, and the oldest of very many are forgotten', () => {
  const start = startHistory({ a: 1 })
  expect(stepTo(start, start.present)).toBe(start)
  let long = startHistory(0)
  for (let step = 1; step <= 500; step += 1) long = stepTo(long, step)
  expect(long.past).toHaveLength(200)
  expect(undone(long)?.present).toBe(499)
})
