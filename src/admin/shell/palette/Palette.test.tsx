// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { enter, leave } from '#admin/http/session.ts'
import { menuOf } from '#admin/pages/pages.ts'
import * as search from '#admin/providers/search.ts'
import { PageContext } from '#admin/ui/arrival.ts'
import { PageHead } from '#admin/ui/PageHead.tsx'
import { setSingleKeys } from '#admin/ui/shortcuts.ts'
import { registry } from '#resources/index.ts'
import { memoryBackend, refineAround } from '../../../../tests/support/refine.tsx'
import { Keys } from '../Keys.tsx'
import { close } from '../opened.ts'
import { SearchOpener } from '../SearchOpener.tsx'
import { readRecent } from './recent.ts'

const searchAll = vi.spyOn(search, 'searchAll')

beforeAll(() => import('./Palette.tsx'))

const ada = { _id: 'u1', firstName: 'Ada', lastName: 'L', email: 'ada@example.org', role: 'admin' }
const users = registry.filter(({ name }) => name === 'users')
const foundUsers = (...names: string[]): search.FoundAll => ({
  missing: [],
  groups: users.map((resource) => ({
    resource,
    records: names.map((name) => ({ id: name, name, line: `${name}@example.org` })),
    hasMore: false,
  })),
})
beforeEach(() => {
  localStorage.clear()
  enter('token', ada, true)
  searchAll.mockReset().mockResolvedValue({ groups: [], missing: [] })
})
afterEach(() => {
  close('palette')
  close('keys')
  cleanup()
  leave()
  setSingleKeys(true)
})

/** Answers that wait, by the text that was asked with: a slow machine asks with some on the way to it as well. */
function askedByText() {
  const answers = new Map<string, (found: search.FoundAll) => void>()
  searchAll.mockImplementation(
    (_, text: string) => new Promise<search.FoundAll>((resolve) => answers.set(text, resolve)),
  )
  return answers
}

/** The keys and the opener over an empty page, at an address. */
function open(at = '/admin', resources = registry) {
  const { wrapper: Wrapper } = refineAround(memoryBackend().provider)
  const element = (
    <Wrapper>
      <SearchOpener />
      <Keys groups={menuOf(resources, [])} resources={resources} />
      <PageContext value={{ to: at, title: `Title of ${at}` }}>
        <PageHead />
      </PageContext>
    </Wrapper>
  )
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [at] })
  render(<RouterProvider router={router} />)
  return router
}
const patient = { timeout: 10_000 }
const field = () => screen.findByRole('combobox', { name: 'Search or jump to' }, patient)
const group = (name: string) => screen.findByRole('group', { name }, patient)
const options = (within_: HTMLElement) =>
  within(within_)
    .getAllByRole('option')
    .map(({ textContent }) => textContent)

describe('NAV-01 the palette', () => {
  test('opens by Ctrl+K, "/" and its field, and leads to a page by keyboard alone', async () => {
    const router = open()
    await userEvent.keyboard('{Control>}k{/Control}')
    await userEvent.type(await field(), 'miss{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/missions'))
    expect(screen.queryByRole('dialog')).toBeNull()
    await userEvent.keyboard('/')
    expect(await field()).toBe(document.activeElement)
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await userEvent.click(screen.getByRole('button', { name: 'Search or jump to' }))
    expect(await field()).toBe(document.activeElement)
  })

  test('offers records of the server, whose answers never overtake each other', async () => {
    const answers = askedByText()
    const router = open()
    await userEvent.keyboard('/')
    await userEvent.type(await field(), 'zo')
    await waitFor(() => expect(answers.has('zo')).toBe(true))
    await userEvent.type(await field(), 'fia')
    await waitFor(() => expect(answers.has('zofia')).toBe(true))
    answers.get('zofia')?.(foundUsers('Zofia'))
    expect(options(await group('Users'))).toEqual(['ZofiaZofia@example.org'])
    answers.get('zo')?.(foundUsers('Zoe'))
    await userEvent.keyboard('{ArrowDown}')
    expect(options(await group('Users'))).toEqual(['ZofiaZofia@example.org'])
    expect(await screen.findByText('1 result')).toBeDefined()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/users/Zofia'))
  })

  test('what is known stays while the next answer is under way', async () => {
    const answers = askedByText()
    open()
    await userEvent.keyboard('/')
    await userEvent.type(await field(), 'zo')
    await waitFor(() => expect(answers.has('zo')).toBe(true))
    answers.get('zo')?.(foundUsers('Zofia', 'Zoran'))
    await group('Users')
    await userEvent.type(await field(), 'r')
    expect(options(await group('Users'))).toEqual(['ZoranZoran@example.org'])
    expect(screen.getByText('Searching…')).toBeDefined()
  })

  test('where nothing is found, nothing is said to be highlighted', async () => {
    open()
    await userEvent.keyboard('{Control>}k{/Control}')
    const field = await screen.findByRole('combobox')
    await waitFor(() => expect(field.getAttribute('aria-activedescendant')).not.toBe(''))
    await userEvent.type(field, 'qqqq')
    await screen.findByText(/^Nothing found for/)
    expect(screen.queryByRole('option')).toBeNull()
    expect(field.getAttribute('aria-activedescendant')).toBe('')
    await userEvent.clear(field)
    const [first] = await screen.findAllByRole('option')
    expect(field.getAttribute('aria-activedescendant')).toBe(first?.id)
  })

  test('a search that fails says so, and pages still stand; Retry asks again', async () => {
    searchAll.mockRejectedValue(new Error('down'))
    open()
    await userEvent.keyboard('/')
    await userEvent.type(await field(), 'users')
    const alert = await screen.findByRole('alert', {}, patient)
    expect(alert.textContent).toContain('Records could not be searched.')
    expect(options(await group('Pages'))).toEqual(['Users'])
    searchAll.mockResolvedValue(foundUsers('Usersson'))
    await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(options(await group('Users'))).toEqual(['UserssonUsersson@example.org'])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('actions are those of the role: what it may not add is not offered', async () => {
    open(
      '/admin',
      registry.map((one) => (one.name === 'users' ? { ...one, actions: [] } : one)),
    )
    await userEvent.keyboard('/')
    await userEvent.type(await field(), 'add')
    const offered = options(await group('Actions'))
    expect(offered).toContain('Add Mission')
    expect(offered).not.toContain('Add User')
    await userEvent.clear(await field())
    await userEvent.type(await field(), 'switch theme')
    expect(options(await group('Actions'))).toContain('Theme: dark')
  })

  test('a page that was opened lately is called as in the menu', async () => {
    open('/admin/users')
    cleanup()
    open('/admin/missions')
    await userEvent.keyboard('/')
    await field()
    expect(options(await group('Recent'))).toEqual(['Users'])
  })

  test('without a text it offers what was opened lately; whoever signs out leaves nothing', async () => {
    open('/admin/users/7')
    cleanup()
    open('/admin/users')
    expect(readRecent().map(({ to }) => to)).toEqual(['/admin/users', '/admin/users/7'])
    await userEvent.keyboard('/')
    await field()
    expect(options(await group('Recent'))).toEqual(['Title of /admin/users/7Users'])
    leave('Your session has ended.')
    enter('token', ada, true)
    expect(readRecent()).toHaveLength(2)
    leave()
    enter('token', ada, true)
    expect(readRecent()).toEqual([])
  })
})
