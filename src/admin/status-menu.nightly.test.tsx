// @vitest-environment jsdom

import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { consoleParts } from '#admin/extensions/console-parts.ts'
import { pageAddress } from '#admin/format/addresses.ts'
import { enter, leave } from '#admin/http/session.ts'
import { HttpError } from '#admin/providers/http-client.ts'
import * as recordFacts from '#admin/providers/record-facts.ts'
import { withVersions } from '#admin/providers/versioned-provider.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { registry } from '#resources/index.ts'
import { setWindow } from '../../tests/support/jsdom.ts'
import { Listed } from '../../tests/support/Listed.tsx'
import { openMenus } from '../../tests/support/menus.ts'
import { memoryBackend, refineAround } from '../../tests/support/refine.tsx'
import { PartsContext } from './crud/parts/finder.ts'
import { RecordPage } from './crud/record/RecordPage.tsx'
import { statusPath } from './crud/use-status-menu.tsx'

const withStatus = registry.filter((one) => !one.hasOwnPage && statusPath(one) !== undefined)
const named = (page: string) => registry.find((one) => one.page === page) as Resource
const users = named('users')
const mentors = named('mentors')

beforeEach(() => {
  vi.spyOn(recordFacts, 'fetchUses').mockRejectedValue(new HttpError(404))
  const user = { _id: 'me', firstName: 'A', lastName: 'O', email: 'a@example.org', role: 'admin' }
  enter('t', { ...user, changes: true }, false)
  setWindow('medium')
})
afterEach(() => {
  cleanup()
  leave()
  vi.restoreAllMocks()
})

const rowOf = (resource: Resource, id = '1'): Row => ({
  ...resource.sample,
  ...{ _id: id, id, version: 1, isActive: true },
})

/** The list of a resource with one record, or with `isOpen` the page of that record. */
function open(resource: Resource, { row = rowOf(resource), isOpen = false } = {}) {
  const { provider, sent } = memoryBackend(row)
  const list = provider.getList
  // References are found nowhere: their lists are empty.
  provider.getList = (asked) =>
    asked.resource === resource.page ? list(asked) : Promise.resolve({ data: [], total: 0 })
  provider.getMany = () => Promise.resolve({ data: [] })
  const { wrapper: Wrapper, told } = refineAround(withVersions(provider, () => resource))
  const page = isOpen ? (
    <RecordPage resource={resource} id={row.id} />
  ) : (
    <Listed resource={resource} />
  )
  const element = (
    <Wrapper>
      <PartsContext value={consoleParts}>{page}</PartsContext>
    </Wrapper>
  )
  const router = createMemoryRouter([{ path: '*', element }], {
    initialEntries: [pageAddress(resource.page, isOpen ? row.id : undefined)],
  })
  render(<RouterProvider router={router} />)
  return { sent, told, name: nameOf(resource, row) }
}

const entry = async (name: RegExp) => {
  await screen.findByRole('button', { name: /^More actions for/ })
  openMenus()
  return screen.findByRole('menuitem', { name, hidden: true })
}
const badge = async () => {
  const [found] = await screen.findAllByText('Active', { selector: '.ant-tag' })
  return found as HTMLElement
}

test.each([
  ...withStatus.map((resource) => ({ resource, isPhone: false, isOpen: false })),
  { resource: users, isPhone: true, isOpen: false },
  { resource: mentors, isPhone: false, isOpen: true },
])(
  'the status is plain text, and its menu sets it: $resource.page (phone: $isPhone, its page: $isOpen)',
  async ({ resource, isPhone, isOpen }) => {
    setWindow(isPhone ? 'phone' : 'medium')
    const { sent, told, name } = open(resource, { isOpen })
    const user = userEvent.setup()
    const status = await badge()
    expect(status.closest('button, [role=button], [tabindex]')).toBeNull()
    await user.click(status)
    expect(await screen.findByRole('button', { name: `More actions for ${name}` })).toBeDefined()
    await user.click(await entry(/^Deactivate$/))
    if (resource === users) {
      const question = await screen.findByRole('dialog', { name: /^Deactivate/ })
      expect(question.textContent).toContain(name)
      expect(question.textContent).toContain('is signed out')
      await user.click(within(question).getByRole('button', { name: 'Deactivate' }))
    }
    await waitFor(() => expect(told).toEqual([`Success: ${resource.messages.updated}`]))
    // The click on the badge wrote nothing.
    expect(sent).toEqual([{ method: 'update', id: '1', version: 1, values: { isActive: false } }])
  },
)

test('an inactive user is activated at once, without a question', async () => {
  const { sent } = open(users, { row: { ...rowOf(users), isActive: false } })
  await userEvent.click(await entry(/^Activate$/))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the user’s own account cannot be deactivated, and the menu shows why', async () => {
  const { sent } = open(users, { row: rowOf(users, 'me') })
  const item = await entry(/^Deactivate/)
  expect(item.textContent).toBe('Deactivate You cannot deactivate your own account.')
  expect(item.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(item)
  await act(() => Promise.resolve())
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent).toEqual([])
})

test('a click anywhere in a mentor’s row opens its detail, but for its name and controls', async () => {
  const { name } = open(mentors)
  const user = userEvent.setup()
  const row = (await badge()).closest('tr') as HTMLElement
  const isOpen = () => within(row).getByRole('button', { expanded: true })
  await user.click(await badge())
  expect(isOpen()).toBeDefined()
  for (const cell of within(row).getAllByRole('cell')) {
    await user.click(cell)
    await user.click(cell)
    expect(isOpen()).toBeDefined()
  }
  await user.click(within(row).getByRole('button', { name: `More actions for ${name}` }))
  await user.click(await entry(/^Deactivate$/))
  expect(isOpen()).toBeDefined()
})
