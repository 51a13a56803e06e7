import { expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { amountOf } from './amount.ts'
import { describe as described } from './describe.ts'
import type { Resource } from './resource.ts'
import { textOf } from './text-of.ts'

const named = (name: string) => registry.find((one) => one.name === name) as Resource
const missions = named('missions/templates')
const protocols = named('protocols/templates')

test.each([
  [1, 'weeks', '1 week'],
  ['1', 'hours', '1 hour'],
  [2, 'weeks', '2 weeks'],
  [1.5, 'hours', '1.5 hours'],
  [0.5, 'days', '0.5 days'],
  [1, 'constructor', '1 constructor'],
  [1, 'ms', '1 ms'],
  [3, '', '3'],
  ['about 1', 'weeks', 'about 1 weeks'],
])('%s of %s is %s', (value, unit, text) => {
  expect(amountOf(value, unit)).toBe(text)
})

test('each unit that a mission or protocol can have is known in the singular', () => {
  for (const { create } of [missions, protocols]) {
    const choices = described(create, 'estimatedDuration.unit')?.choices ?? []
    expect(choices.length).toBeGreaterThan(0)
    for (const { value } of choices) expect(amountOf(1, value)).toBe(`1 ${value.replace(/s$/, '')}`)
  }
})

test('the list of missions uses the singular for one, and an incomplete duration breaks nothing', () => {
  const column = missions.columns.find(({ label }) => label === 'Duration')
  const shown = (estimatedDuration: unknown) =>
    column && textOf(missions, column, { _id: 'm', id: 'm', estimatedDuration })
  expect(shown({ value: 1, unit: 'weeks' })).toBe('1 week')
  expect(shown({ value: 3, unit: 'weeks' })).toBe('3 weeks')
  expect(shown({ value: 3, unit: null })).toBe('3')
  expect(shown({ unit: 'weeks' })).toBe('')
  expect(shown(null)).toBe('')
})
