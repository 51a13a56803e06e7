import { expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { describe as described } from './describe.ts'
import type { Resource } from './resource.ts'
import { textOf } from './text-of.ts'
import { amountOf, countOf, humanise, plural, titled } from './words.ts'

test.each([
  ['estimatedDuration.value', 'Estimated duration value'],
  ['steps.1.title', 'Step 2 title'],
  ['phases.0.milestones.2.title', 'Phase 1 milestone 3 title'],
  ['entries.0', 'Entry 1'],
  ['careerFields.0', 'Career field 1'],
  ['createdAt', 'Created at'],
])('%s is called %s', (path, words) => {
  expect(humanise(path)).toBe(words)
})

test.each([
  ['estimatedDuration.unit', 'Estimated Duration Unit'],
  ['someAIMentorId', 'Some AI Mentor ID'],
  ['steps.1.isAHint', 'Step 2 Is A Hint'],
  ['created_at', 'Created At'],
  ['idea', 'Idea'],
])('the label of %s is %s', (path, words) => {
  expect(titled(path)).toBe(words)
})

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

test.each([
  [0, '0 records'],
  [1, '1 record'],
  [2, '2 records'],
  [1.5, '1.5 records'],
])('%s is written as %s', (count, text) => {
  expect(countOf(count, 'record')).toBe(text)
})

test('an irregular plural can be passed', () => {
  expect(countOf(2, 'entry', 'entries')).toBe('2 entries')
  expect(plural(1, 'was', 'were')).toBe('was')
})
