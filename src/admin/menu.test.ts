import { expect, test } from 'vitest'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { menuOf, resourceEntries } from './menu.ts'

const labels = (resources: readonly Resource[]) =>
  menuOf(resources).flatMap(({ entries }) => entries.map(({ label }) => label))

/** The links of the specification. What is not there yet is left out; what it does not name comes after. */
const SPECIFIED = [
  'Dashboard',
  'Users',
  'Missions',
  'Protocols',
  'Career Fields',
  'Mentors',
  'Analytics',
  'Settings',
]

test('SHELL-01 the menu shows what exists, in the order of the specification', () => {
  const shown = labels(registry)
  const titles = registry.map(({ title }) => title)
  expect([...shown].sort()).toEqual(['Dashboard', ...titles, 'Settings'].sort())
  expect(shown.filter((label) => SPECIFIED.includes(label))).toEqual(
    SPECIFIED.filter((label) => shown.includes(label)),
  )
  expect(shown).toEqual(expect.arrayContaining(['Dashboard', 'Users', 'Career Fields', 'Settings']))
})

test('SHELL-01 the order does not depend on the registry; a resource nobody placed stands last', () => {
  const [users] = registry
  if (!users) throw new Error('no resource')
  const named = (page: string) => ({ ...users, page, title: page })
  const mixed = ['tags', 'mentors', 'users', 'protocols', 'career-fields', 'missions'].map(named)
  expect(resourceEntries(mixed).map(({ label }) => label)).toEqual([
    'users',
    'missions',
    'protocols',
    'career-fields',
    'mentors',
    'tags',
  ])
})
