import { expect, test } from 'vitest'
import { toDraft } from '#model/draft.ts'
import type { Resource } from '#model/resource.ts'
import type { Row } from '#model/spec.ts'
import { registry } from '#resources/index.ts'
import { currentRow, differences } from './differences.ts'

const users = registry.find((one) => one.name === 'users') as Resource
const row: Row = {
  _id: '1',
  id: '1',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.org',
  role: 'user',
  isActive: true,
}

test('each field that differs is told in the words of the form', () => {
  const mine = { ...toDraft(users, 'edit', row), firstName: 'Augusta' }
  const theirs = { ...row, role: 'admin', isActive: false, email: '' }
  expect(differences(users, mine, theirs)).toEqual([
    { label: 'First Name', theirs: 'Ada', mine: 'Augusta' },
    { label: 'Email', theirs: '–', mine: 'ada@example.org' },
    { label: 'Role', theirs: 'Admin', mine: 'User' },
    { label: 'Status', theirs: 'Inactive', mine: 'Active' },
  ])
})

test('what the form does not show makes no difference', () => {
  expect(differences(users, toDraft(users, 'edit', row), { ...row, version: 9 })).toEqual([])
})

test('what a 412 answers is laid over the row, and read as tolerantly', () => {
  expect(currentRow(users, row, { firstName: 'Theirs', isActive: 'false', version: 4 })).toEqual({
    ...row,
    firstName: 'Theirs',
    isActive: false,
    version: 4,
  })
  expect(currentRow(users, row, 'gone')).toBeUndefined()
})
