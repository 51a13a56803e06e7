// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Sort } from '#contract/list-query.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { setWindow } from '../../../../tests/support/jsdom.ts'
import { MeasuredArea } from '../../../../tests/support/MeasuredArea.tsx'
import type { ResourceList } from './use-resource-list.ts'

const named = (page: string) => registry.find((one) => one.page === page) as Resource
const users = named('users')
const fields = named('career-fields')

const person = (id: string, firstName: string): Row => ({
  ...users.sample,
  id,
  _id: id,
  firstName,
  lastName: 'Okafor',
  email: `${firstName.toLowerCase()}@example.org`,
})
const rows = [person('1', 'Ada'), person('2', 'Ben')]

/** A list as it came: whatever is not said is a list at rest. */
const listOf = (given: Partial<ResourceList> = {}): ResourceList => {
  const shown = given.rows ?? rows
  return {
    search: '',
    filters: {},
    sort: [],
    page: 1,
    pages: 1,
    rows: shown,
    total: shown.length,
    limit: 10,
    isLeast: false,
    answer: {},
    isPending: false,
    isOld: false,
    isFetching: false,
    error: undefined,
    goTo: vi.fn(),
    searchOf: () => '',
    resize: vi.fn(),
    searchFor: vi.fn(),
    filterBy: vi.fn(),
    clear: vi.fn(),
    showDeleted: vi.fn(),
    sortBy: vi.fn(),
    words: '',
    view: undefined,
    showView: vi.fn(),
    retry: vi.fn(),
    ...given,
  }
}

const runs = { all: [], begin: vi.fn(), send: vi.fn(), end: vi.fn(), isRunning: () => false }
const handlers = { add: vi.fn(), edit: vi.fn(), remove: vi.fn(), runs }
function area(resource: Resource, list: ResourceList, newId?: string) {
  const row = list.rows.find(({ id }) => id === newId)
  const fresh = { row, isBack: false, rows: list.rows, note: vi.fn(), forget: vi.fn() }
  return (
    <MemoryRouter>
      <MeasuredArea resource={resource} list={list} fresh={fresh} {...handlers} />
    </MemoryRouter>
  )
}
const show = (resource: Resource, list = listOf(), newId?: string) =>
  render(area(resource, list, newId))

beforeEach(() => {
  setWindow('medium')
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const header = (name: RegExp) => screen.getByRole('columnheader', { name })
/** What React says of keys that are alike, and of all else. */
const complaints = () => vi.spyOn(console, 'error').mockImplementation(() => {})

test('USER-02 the table has its caption, a header for each column, and the buttons of each row', () => {
  show(users)
  const table = screen.getByRole('table', { name: users.title })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((one) => one.textContent),
  ).toEqual([...users.columns.map(({ label }) => label), 'Actions'])
  expect(
    within(table)
      .getAllByRole('columnheader')
      .every((one) => one.getAttribute('scope') === 'col'),
  ).toBe(true)
  expect(within(table).getByRole('button', { name: 'Edit Ada Okafor' })).toBeDefined()
  // REC-01: the name leads to the record.
  const name = within(table).getByRole('link', { name: 'Ada Okafor' })
  expect(name.getAttribute('href')).toBe('/admin/users/1')
  expect(table.querySelectorAll('col')).toHaveLength(users.columns.length + 1)
})

describe('LIST-03 a header sorts', () => {
  const asked = async (sort: readonly Sort[], keys?: string, label = /^Last Login/) => {
    const list = listOf({ sort })
    show(users, list)
    const button = within(header(label)).getByRole('button')
    const user = userEvent.setup()
    if (keys) {
      button.focus()
      await user.keyboard(keys)
    } else await user.click(button)
    return vi.mocked(list.sortBy).mock.calls
  }
  const up = { path: 'lastLogin', descending: false }
  const down = { path: 'lastLogin', descending: true }
  const markOf = (label: RegExp) => header(label).querySelector('svg')?.getAttribute('data-order')

  test('up at first, then down, then in the own order again', async () => {
    expect(await asked([])).toEqual([[[up]]])
    cleanup()
    expect(await asked([up])).toEqual([[[down]]])
    cleanup()
    expect(await asked([down])).toEqual([[[]]])
  })

  test('from another order up, by Enter and by the space bar', async () => {
    const other = [{ path: 'email', descending: true }]
    expect(await asked(other, '{Enter}')).toEqual([[[up]]])
    cleanup()
    expect(await asked(other, ' ')).toEqual([[[up]]])
  })

  test('the own order is shown as such, and its header turns it round and back', async () => {
    const older = { path: 'createdAt', descending: false }
    expect(await asked([], undefined, /^Created/)).toEqual([[[older]]])
    expect(header(/^Created/).getAttribute('aria-sort')).toBe('descending')
    expect(document.querySelectorAll('[aria-sort]')).toHaveLength(1)
    cleanup()
    expect(await asked([older], undefined, /^Created/)).toEqual([[[]]])
    cleanup()
    expect(await asked([{ ...older, descending: true }], undefined, /^Created/)).toEqual([
      [[older]],
    ])
  })

  test('no order is shown of deleted records, whose own is another', () => {
    show(users, listOf({ deleted: true }))
    expect(document.querySelectorAll('[aria-sort]')).toHaveLength(0)
  })

  test('each header that sorts has its mark, and no other; the order is said at the one that has it', () => {
    show(users, listOf({ sort: [down, { path: 'email', descending: false }] }))
    expect(header(/^Last Login/).getAttribute('aria-sort')).toBe('descending')
    expect([/^Last Login/, /^Email/, /^Created/, /^Role/].map(markOf)).toEqual([
      'desc',
      'none',
      'none',
      undefined,
    ])
    expect(document.querySelectorAll('[aria-sort]')).toHaveLength(1)
  })

  test('the rows stand as the server sent them', () => {
    show(users, listOf({ sort: [{ path: 'firstName', descending: true }] }))
    expect(
      screen
        .getAllByRole('button', { name: /^Edit/ })
        .map((one) => one.ariaLabel ?? one.getAttribute('aria-label')),
    ).toEqual(['Edit Ada Okafor', 'Edit Ben Okafor'])
  })
})

describe('MEN-01 a row opens its detail', () => {
  const opening: Resource = { ...users, detail: users.columns.slice(1, 2) }
  const opener = (name: string) => screen.getByRole('button', { name: `Details of ${name}` })
  const isOpen = (name: string) => opener(name).getAttribute('aria-expanded')

  test.each([false, true])('one at a time, by its button (phone: %s)', async (isPhone) => {
    setWindow(isPhone ? 'phone' : 'medium')
    const user = userEvent.setup()
    show(opening)
    expect(isOpen('Ada Okafor')).toBe('false')
    await user.click(opener('Ada Okafor'))
    expect(isOpen('Ada Okafor')).toBe('true')
    const detail = document.getElementById(opener('Ada Okafor').getAttribute('aria-controls') ?? '')
    expect(detail?.textContent).toContain('ada@example.org')
    await user.click(opener('Ben Okafor'))
    expect([isOpen('Ada Okafor'), isOpen('Ben Okafor')]).toEqual(['false', 'true'])
    await user.click(opener('Ben Okafor'))
    expect(isOpen('Ben Okafor')).toBe('false')
  })

  test('by a click anywhere on the row, but not on its other buttons', async () => {
    const user = userEvent.setup()
    show(opening)
    await user.click(screen.getByRole('button', { name: 'Edit Ada Okafor' }))
    expect(handlers.edit).toHaveBeenCalledWith(rows[0])
    expect(isOpen('Ada Okafor')).toBe('false')
    await user.click(screen.getByText('ada@example.org'))
    expect(isOpen('Ada Okafor')).toBe('true')
  })

  test('stays open when the list is read again', async () => {
    const user = userEvent.setup()
    const { rerender } = show(opening)
    await user.click(opener('Ben Okafor'))
    rerender(
      area(opening, listOf({ rows: [person('9', 'New'), ...rows.map((row) => ({ ...row }))] })),
    )
    expect([isOpen('New Okafor'), isOpen('Ben Okafor')]).toEqual(['false', 'true'])
  })
})

test.each([false, true])(
  'columns of one label and one path are told apart (phone: %s)',
  (isPhone) => {
    setWindow(isPhone ? 'phone' : 'medium')
    const error = complaints()
    const twice: Resource = { ...users, columns: [...users.columns, ...users.columns] }
    show(twice)
    expect(screen.getAllByText('ada@example.org').length).toBeGreaterThan(1)
    expect(error).not.toHaveBeenCalled()
  },
)

test('a new record is marked in its first cell', () => {
  show(users, listOf(), '2')
  const marked = screen.getByText('New').closest('tr')
  expect(marked?.textContent).toContain('ben@example.org')
  // For a moment it glows.
  expect(marked?.getAttribute('data-fresh')).toBe('true')
  expect(document.querySelectorAll('[data-fresh="true"]')).toHaveLength(1)
})

describe('while nothing is there', () => {
  test('ten rows of bones hold the place under the true headers', () => {
    show(users, listOf({ rows: [], isPending: true }))
    const table = screen.getByRole('table')
    expect(table.getAttribute('aria-busy')).toBe('true')
    expect(table.querySelectorAll('tbody tr')).toHaveLength(10)
    expect(header(/^Email/)).toBeDefined()
  })

  test('an empty list says so, and offers the first record', async () => {
    show(fields, listOf({ rows: [] }))
    await userEvent.click(screen.getByRole('button', { name: fields.messages.add }))
    expect(screen.getByText(fields.messages.empty)).toBeDefined()
    expect(handlers.add).toHaveBeenCalled()
  })

  test('a search without a match offers to clear it', async () => {
    const list = listOf({ rows: [], search: 'zz', filters: { role: 'admin' } })
    show(users, list)
    await userEvent.click(screen.getByRole('button', { name: 'Clear search and filters' }))
    expect(list.clear).toHaveBeenCalled()
  })

  test('a failure is told in the table, with Retry', async () => {
    const list = listOf({ rows: [], error: 'Failed to fetch page data. Please try again.' })
    show(users, list)
    await userEvent.click(within(screen.getByRole('table')).getByRole('button', { name: 'Retry' }))
    expect(list.retry).toHaveBeenCalled()
  })
})
