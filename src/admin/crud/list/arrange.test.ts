import { expect, test } from 'vitest'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { ACTIONS, arrange, DETAIL } from './arrange.ts'

const users = registry.find(({ page }) => page === 'users') as Resource
const shown = ({ columnVisibility, columnOrder }: ReturnType<typeof arrange>) =>
  columnOrder.filter((id) => columnVisibility[id])

test('LIST-08 columns stand as declared, or as they were chosen and ordered; the name always does', () => {
  expect(shown(arrange(users, {}))).toEqual([
    'Name',
    'email',
    'role',
    'isActive',
    'createdAt',
    'lastLogin',
  ])
  expect(shown(arrange(users, { columns: ['role', 'Name'] }))).toEqual(['role', 'Name'])
  expect(shown(arrange(users, { columns: ['lastLogin', 'email'] }))).toEqual([
    'Name',
    'lastLogin',
    'email',
  ])
})

test('LIST-08 what is pinned stands at the start, the buttons at the end', () => {
  expect(arrange(users, {}).columnPinning).toEqual({ start: [], end: [ACTIONS] })
  const { columnPinning } = arrange(users, {
    columns: ['Name', 'email', 'role'],
    pinned: ['role', 'lastLogin'],
  })
  expect(columnPinning).toEqual({ start: [DETAIL, 'role'], end: [ACTIONS] })
})
