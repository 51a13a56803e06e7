import { expect, test } from 'vitest'
import { HOME, LOGIN, pageAddress } from '#admin/format/addresses.ts'
import { SET_PASSWORD_PAGE } from '#contract/auth.ts'
import { PAGES } from '#model/check/taken.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { pageAt, pagesOf, quickPages, refineResources, resourcePages } from './pages.ts'

const labels = (resources: readonly Resource[]) =>
  refineResources(resources, resources).flatMap(({ meta }) =>
    meta?.hide ? [] : String(meta?.label),
  )

/** The links of the specification. What it does not name stands between. */
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

test('the menu shows what exists, in the order of the specification', () => {
  const shown = labels(registry)
  // What the console keeps for its own screens has no page.
  const titles = registry.filter(({ hasNoPage }) => !hasNoPage).map(({ title }) => title)
  expect([...shown].sort()).toEqual(
    ['Dashboard', ...titles, 'Analytics', 'Activity', 'Settings'].sort(),
  )
  expect(shown.filter((label) => SPECIFIED.includes(label))).toEqual(SPECIFIED)
  expect(shown.slice(0, 2)).toEqual(['Dashboard', 'Custom dashboards'])
})

const [first] = registry
if (!first) throw new Error('no resource')
const mixed = ['tags', 'mentors', 'users', 'protocols', 'career-fields', 'missions'].map(
  (page) => ({
    ...first,
    page,
    title: page,
  }),
)

test('the order does not depend on the registry; an unlisted resource comes last', () => {
  expect(resourcePages(mixed).map(({ title }) => title)).toEqual([
    'users',
    'missions',
    'protocols',
    'career-fields',
    'mentors',
    'tags',
  ])
})

test('users, missions, protocols and mentors come first', () => {
  const entries = quickPages(mixed)
  const four = ['users', 'missions', 'protocols', 'mentors']
  expect(entries.map(({ to }) => to).slice(0, 4)).toEqual(four.map((page) => `/admin/${page}`))
  expect(entries.map(({ title }) => title).slice(4)).toEqual(['tags', 'career-fields'])
})

test.each([
  ['/admin', '/admin'],
  ['/admin/', '/admin'],
  ['/admin/users', '/admin/users'],
  ['/admin/users/42', '/admin/users'],
])('the address %s belongs to the page %s', (address, page) => {
  expect(pageAt(address)).toBe(page)
})

test('every resource of the menu has a sign of its own', () => {
  const icons = resourcePages(registry).map(({ icon }) => icon)
  expect(new Set(icons).size).toBe(icons.length)
})

test('no resource can take the name of a custom page: the checks know all of them', () => {
  const own = [LOGIN, SET_PASSWORD_PAGE, ...pagesOf([]).map(({ to }) => to)].filter(
    (to) => to !== HOME,
  )
  expect(own.sort()).toEqual(PAGES.map((name) => pageAddress(name)).sort())
})
