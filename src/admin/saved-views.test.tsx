// @vitest-environment jsdom

import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { hasCapability } from '#admin/http/backend.ts'
import { enter } from '#admin/http/session.ts'
import { HttpError } from '#admin/providers/http-client.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { openMenus } from '../../tests/support/menus.ts'
import {
  ADA,
  menu,
  openViews as open,
  prepareViews,
  saveAndOpen,
  settingOf,
  shownView,
  view,
  viewOf,
} from '../../tests/support/saved-views.tsx'

prepareViews()
const users = registry.find(({ name }) => name === 'users') as Resource

test('the current list is saved as a view, and opened from the menu', () => saveAndOpen(users))

test('a list that differs from its view is saved, saved as a new view, or reset', async () => {
  const { at, go, kept } = open(users, { views: [viewOf('7')], at: '?role=admin&view=7' })
  await waitFor(async () => expect(await shownView()).toBe('View 7'))
  await go('?role=user&view=7')
  await waitFor(async () => expect(await shownView()).toBe('View 7 (changed)'))
  await menu('Reset')
  await waitFor(() => expect(at()).toBe('?role=admin&view=7'))
  await go('?role=user&view=7')
  await menu('Save changes')
  await waitFor(() => expect(kept.views.stored.get('7')).toMatchObject({ query: 'role=user' }))
  await waitFor(async () => expect(await shownView()).toBe('View 7'))
})

test('the menu of a view renames it, shares it, makes it the default, and deletes it', async () => {
  const { at, kept, told } = open(users, { views: [viewOf('7')], at: '?role=admin&view=7' })
  await waitFor(async () => expect(await shownView()).toBe('View 7'))
  await menu('Share with everyone')
  await waitFor(() => expect(kept.views.stored.get('7')).toMatchObject({ shared: true }))
  await menu('Set as default view')
  await waitFor(() => expect(kept['list-settings'].stored.size).toBe(1))
  expect([...kept['list-settings'].stored.values()]).toMatchObject([
    { resource: 'users', view: '7' },
  ])
  await menu('Rename…')
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText(/^Name/), { target: { value: ' ' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await within(dialog).findByText('Name is required.')).toBeDefined()
  fireEvent.change(within(dialog).getByLabelText(/^Name/), { target: { value: 'Chiefs' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(async () => expect(await shownView()).toBe('Chiefs'))
  await menu('Delete view')
  await waitFor(() => expect(told.at(-1)).toBe('Success: View “Chiefs” deleted.'))
  expect(kept.views.stored.size).toBe(0)
  await waitFor(() => expect(at()).not.toContain('view=7'))
})

test('a list opens with its default view, and without one on request', async () => {
  const { at } = open(users, { views: [viewOf('7')], settings: [settingOf('7')] })
  await waitFor(() => expect(at()).toBe('?role=admin&view=7'))
  await waitFor(async () => expect(await shownView()).toBe('View 7'))
  await view('All')
  await waitFor(() => expect(at()).toBe('?view=all'))
  expect(await shownView()).toBe('Views')
})

test('another user’s view is shown without the owner’s actions, a hidden one not at all', async () => {
  enter('t', { ...ADA, role: 'analyst', changes: true, access: ANALYST }, true)
  const views = [viewOf('8', { owner: 'bo', shared: true, name: 'Bo’s' }), viewOf('7')]
  const { go } = open(users, { views, at: '?role=admin&view=8' })
  await waitFor(async () => expect(await shownView()).toBe('Bo’s'))
  const items = (role = 'menuitem') => {
    openMenus()
    return screen.queryAllByRole(role, { hidden: true }).map(({ textContent }) => textContent)
  }
  expect(items('menuitemradio')).toEqual(['All', 'View 7', 'Bo’s'])
  await waitFor(() => expect(items()).toContain('Set as default view'))
  expect(items()).not.toContain('Delete view')
  expect(items()).not.toContain('Stop sharing')
  await go('?role=user&view=unknown')
  await waitFor(async () => expect(await shownView()).toBe('Views'))
})

const ANALYST = {
  open: ['analyst'],
  resources: Object.fromEntries(
    ['users', 'views', 'list-settings'].map((name) => [
      name,
      { actions: ['read', 'create', 'update', 'delete'], hidden: [], locked: [], only: {} },
    ]),
  ),
}

test('a backend without views has no menu of them, and gets no second request', async () => {
  const { asked } = open(users, { fault: new HttpError(404) })
  await waitFor(() => expect(hasCapability('/views')).toBe(false))
  expect(asked).toContain('views')
  cleanup()
  const again = open(users, { fault: new HttpError(404) })
  await screen.findAllByText('Amara Okafor')
  // In the frame after the rows they would be asked for.
  await new Promise((done) => requestAnimationFrame(done))
  expect(again.asked).toEqual(['users'])
  expect(screen.queryByRole('button', { name: 'Views' })).toBeNull()
  enter('t', ADA, true)
})
