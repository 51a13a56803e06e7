import { expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import type { Column } from './columns.ts'
import type { Row } from './declaration.ts'
import type { Resource } from './resource.ts'
import { nameOf, textOf } from './text-of.ts'

const users = registry.find((one) => one.name === 'users') as Resource
const person = users.columns[0] as Column
const row = (values: object): Row => ({ _id: '1', id: '1', ...values })

test('a record’s name follows its declaration', () => {
  expect(nameOf(users, row({ firstName: 'Ada', lastName: 'Lovelace' }))).toBe('Ada Lovelace')
})

test.each([
  [{ firstName: 'Ada' }, 'Ada'],
  [{ firstName: null, lastName: 'Lovelace' }, 'Lovelace'],
  [{ name: 'Countess' }, 'Countess'],
  [{}, 'User'],
])('an incomplete record %j is named %s, never undefined', (values, name) => {
  expect(nameOf(users, row(values))).toBe(name)
})

test('a column function that throws leaves its cell empty', () => {
  const column: Column = {
    kind: 'of',
    label: 'Length',
    absent: 'N/A',
    of: (one: { duration: { value: number } }) => String(one.duration.value),
  }
  expect(textOf(users, column, row({}))).toBe('')
})

test('objects never show as [object Object]', () => {
  const email = users.columns[1] as Column
  expect(textOf(users, email, row({ email: { at: 'home' } }))).toBe('')
  expect(textOf(users, email, row({ email: ['a', 'b'] }))).toBe('a, b')
  expect(textOf(users, person, row({ firstName: 'A', lastName: 'B' }))).toBe('A B')
})
