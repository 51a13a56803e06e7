import { expect, test } from 'vitest'
import { toDraft } from '#admin/providers/adapters/draft.ts'
import { currentRow } from '#admin/providers/versioned-provider.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { differences } from './differences.ts'

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

test('each field is told in the words of the form', () => {
  const mine = { ...toDraft(users, 'edit', row), firstName: 'Augusta' }
  const theirs = { ...row, role: 'admin', isActive: false, email: '' }
  const fields = users.fields.filter(
    ({ path }) => !['lastName', 'password', 'segment'].includes(path),
  )
  expect(differences(users, fields, mine, theirs)).toEqual([
    { path: 'firstName', label: 'First Name', theirs: 'Ada', mine: 'Augusta' },
    { path: 'email', label: 'Email', theirs: '–', mine: 'ada@example.org' },
    { path: 'role', label: 'Role', theirs: 'Admin', mine: 'User' },
    { path: 'isActive', label: 'Status', theirs: 'Inactive', mine: 'Active' },
  ])
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

test('references are told by the records behind them, lists of parts by their entries', () => {
  const missions = registry.find((one) => one.name === 'missions/templates') as Resource
  const base: Row = { ...missions.sample, _id: '1', id: '1', careerFields: ['a'], steps: [] }
  const theirs = { ...base, careerFields: ['b', 'c'], steps: [{ title: 'One' }, { title: 'Two' }] }
  const mine = { ...toDraft(missions, 'edit', base), careerFields: [], steps: [{ title: 'One' }] }
  const fields = missions.fields.filter(({ path }) => ['careerFields', 'steps'].includes(path))
  expect(differences(missions, fields, mine, theirs)).toEqual([
    {
      path: 'careerFields',
      label: 'Career Fields',
      theirs: { to: 'career-fields', ids: ['b', 'c'] },
      mine: '–',
    },
    { path: 'steps', label: 'Steps', theirs: '1. One\n2. Two', mine: '1. One' },
  ])
})

test('an entry that both hold is marked where it is not the same, wherever it stands', () => {
  const missions = registry.find((one) => one.name === 'missions/templates') as Resource
  const step = (_id: string, title: string, more: object = {}) => ({ _id, title, ...more })
  const theirs: Row = {
    ...missions.sample,
    _id: '1',
    id: '1',
    steps: [step('a', 'Pack'), step('b', 'Walk')],
  }
  const steps = [step('b', 'Walk', { description: 'Slowly.' }), step('a', 'Pack')]
  const mine = { ...toDraft(missions, 'edit', theirs), steps }
  const fields = missions.fields.filter(({ path }) => path === 'steps')
  expect(differences(missions, fields, mine, theirs)).toMatchObject([
    { theirs: '1. Pack\n2. Walk', mine: '1. Walk, changed\n2. Pack' },
  ])
})
