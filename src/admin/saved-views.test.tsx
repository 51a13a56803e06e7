// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { PartsContext } from '#admin/crud/parts/finder.ts'
import { ResourcePage } from '#admin/crud/ResourcePage.tsx'
import { forget, found } from '#admin/http/backend.ts'
import { HttpError } from '#admin/http/http.ts'
import { enter } from '#admin/http/session.ts'
import { resourcePages } from '#admin/pages/pages.ts'
import { consoleParts } from '#admin/parts/console-parts.ts'
import { PageContext } from '#admin/ui/arrival.ts'
import { listFilters, sortPaths } from '#contract/list-query.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { memoryBackend, refineAround } from '../../tests/support/refine.tsx'

vi.hoisted(() => {
  const query = { matches: false, addEventListener() {}, removeEventListener() {} }
  vi.stubGlobal('matchMedia', () => query)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
beforeAll(async () => {
  // Its file is fetched when it is needed.
  await import('#admin/crud/views/own.ts')
  window.scrollTo = () => undefined
  Element.prototype.scrollIntoView = () => undefined
  const plain = window.getComputedStyle(document.body)
  vi.stubGlobal('getComputedStyle', () => plain)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('No network')))
})
beforeEach(() => {
  enter('t', { ...ADA, changes: true }, true)
  forget()
})
afterEach(() => {
  cleanup()
  localStorage.clear()
})

const ADA = {
  _id: 'ada',
  firstName: 'Ada',
  lastName: 'Admin',
  email: 'a@example.org',
  role: 'admin',
}
const named = (name: string) => registry.find((one) => one.name === name) as Resource
const users = named('users')
const viewOf = (id: string, values: Partial<Row> = {}): Row => ({
  ...{ _id: id, id, version: 1, resource: 'users', name: `View ${id}`, query: 'role=admin' },
  ...{ shared: false, owner: 'ada' },
  ...values,
})
const settingOf = (view: string): Row => ({
  ...{ _id: 's', id: 's', version: 1, resource: 'users', owner: 'ada', view },
})

/** The screen of a list, whose views and settings are kept in memory. */
function open(
  resource: Resource,
  { views = [], settings = [], at = '', fault }: Partial<Setup> = {},
) {
  const list = memoryBackend({ ...resource.sample, _id: '1', id: '1', version: 1 })
  const kept = { views: memoryBackend(...views), 'list-settings': memoryBackend(...settings) }
  const asked: string[] = []
  const isKept = (name: string): name is keyof typeof kept => name in kept
  const of = (name: string) => (isKept(name) ? kept[name] : list).provider
  const provider = {
    ...list.provider,
    getList: (params: Parameters<typeof list.provider.getList>[0]) => {
      asked.push(params.resource)
      if (isKept(params.resource) && fault) return Promise.reject(fault)
      return of(params.resource).getList(params)
    },
    create: (params: Parameters<typeof list.provider.create>[0]) =>
      of(params.resource).create({
        ...params,
        variables: { owner: 'ada', ...Object(params.variables) },
      } as never),
    update: (params: Parameters<typeof list.provider.update>[0]) =>
      of(params.resource).update(params),
    deleteOne: (params: Parameters<typeof list.provider.deleteOne>[0]) =>
      of(params.resource).deleteOne(params),
  } as typeof list.provider
  const { wrapper: Wrapper, told } = refineAround(provider)
  const page = resourcePages(registry).find(({ title }) => title === resource.title)
  if (!page) throw new Error(`${resource.file}: it has no page`)
  const element = (
    <Wrapper>
      <PartsContext value={consoleParts}>
        <PageContext value={page}>
          <ResourcePage resource={resource} />
        </PageContext>
      </PartsContext>
    </Wrapper>
  )
  const router = createMemoryRouter([{ path: `${page.to}/:record?`, element }], {
    initialEntries: [`${page.to}${at}`],
  })
  render(<RouterProvider router={router} />)
  return {
    told,
    asked,
    kept,
    at: () => router.state.location.search,
    go: (search: string) => router.navigate(`${page.to}${search}`),
    back: () => router.navigate(-1),
  }
}

interface Setup {
  views: Row[]
  settings: Row[]
  at: string
  fault: HttpError
}

const tab = (name: string | RegExp) => screen.findByRole('tab', { name })
const press = async (name: string | RegExp, role = 'button') =>
  fireEvent.click(await screen.findByRole(role, { name }))
const menu = async (item: string | RegExp) => {
  const [found] = await screen.findAllByRole('menuitem', { name: item, hidden: true })
  if (found) fireEvent.click(found)
}
const chosen = async () =>
  (await screen.findAllByRole('tab', { selected: true })).map(({ textContent }) => textContent)

/** Words that the list of a resource can be asked by. */
function wordsFor(resource: Resource): string {
  const filter = listFilters(resource).find(({ choices, kind }) => choices[0] && kind !== 'days')
  const [sort] = sortPaths(resource)
  return filter ? `?${filter.path}=${filter.choices[0]?.value}` : `?sort=-${sort}`
}

for (const resource of registry.filter(({ hasOwnPage }) => !hasOwnPage))
  test(`VIEW-01 ${resource.name}: what the list shows is saved as a view, and opened by its tab`, async () => {
    const words = wordsFor(resource)
    const { told, at, kept } = open(resource, { at: words })
    await press('Save view…')
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(within(dialog).getByLabelText(/^Name/), { target: { value: 'Mine' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(told).toEqual(['Success: View “Mine” saved.']))
    expect(kept.views.sent[0]?.values).toMatchObject({
      ...{ resource: resource.name, name: 'Mine', query: words.slice(1), shared: false },
    })
    expect(await chosen()).toEqual(['Mine'])
    expect(at()).toBe(`${words}&view=new-1`)
    fireEvent.click(await tab('All'))
    await waitFor(() => expect(at()).toBe(''))
    expect(await chosen()).toEqual(['All'])
    fireEvent.click(await tab('Mine'))
    await waitFor(() => expect(at()).toBe(`${words}&view=new-1`))
  })

test('VIEW-01 a list that is not as its view has it is saved, saved anew, or put back', async () => {
  const { at, go, kept } = open(users, { views: [viewOf('7')], at: '?role=admin&view=7' })
  expect(await chosen()).toEqual(['View 7'])
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
  await go('?role=user&view=7')
  await press('Reset')
  await waitFor(() => expect(at()).toBe('?role=admin&view=7'))
  await go('?role=user&view=7')
  await press('Save changes')
  await waitFor(() => expect(kept.views.stored.get('7')).toMatchObject({ query: 'role=user' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull())
  await go('?view=7')
  expect(await screen.findByRole('button', { name: 'Save as new view…' })).toBeDefined()
})

test('VIEW-01 the menu of a view renames, shares, makes it the first, and deletes it', async () => {
  const { at, kept, told } = open(users, { views: [viewOf('7')], at: '?role=admin&view=7' })
  await tab('View 7')
  await menu('Share with everybody')
  expect(await tab('View 7 Shared')).toBeDefined()
  await menu('Open this list with it')
  expect(await tab('View 7 Shared Opens first')).toBeDefined()
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
  expect(await tab(/^Chiefs/)).toBeDefined()
  await menu('Delete view')
  await waitFor(() => expect(told.at(-1)).toBe('Success: View “Chiefs” deleted.'))
  expect(kept.views.stored.size).toBe(0)
  await waitFor(() => expect(at()).not.toContain('view=7'))
})

test('VIEW-01 a list opens with the view that was chosen for it, and is asked for once', async () => {
  const first = open(users, { views: [viewOf('7')], settings: [settingOf('7')] })
  await waitFor(() => expect(first.at()).toBe('?role=admin&view=7'))
  cleanup()
  // The browser knows it by now.
  const { asked, at } = open(users, { views: [viewOf('7')], settings: [settingOf('7')] })
  await waitFor(() => expect(at()).toBe('?role=admin&view=7'))
  expect(await chosen()).toEqual(['View 7Opens first'.replace('Opens first', '')])
  expect(asked.filter((name) => name === 'users')).toHaveLength(1)
  fireEvent.click(await tab('All'))
  await waitFor(() => expect(at()).toBe('?view=all'))
  expect(await chosen()).toEqual(['All'])
})

test('VIEW-01 a view of another person is shown without what only its owner may, one that nobody may see not at all', async () => {
  enter('t', { ...ADA, role: 'analyst', changes: true, access: ANALYST }, true)
  const views = [viewOf('8', { owner: 'bo', shared: true, name: 'Bo’s' }), viewOf('7')]
  const { go } = open(users, { views, at: '?role=admin&view=8' })
  const names = (await screen.findAllByRole('tab')).map(({ textContent }) => textContent)
  expect(names).toEqual(['All', 'View 7', 'Bo’s'])
  const items = () =>
    screen.queryAllByRole('menuitem', { hidden: true }).map(({ textContent }) => textContent)
  await waitFor(() => expect(items()).toContain('Open this list with it'))
  expect(items()).not.toContain('Delete view')
  expect(items()).not.toContain('Stop sharing')
  await go('?role=user&view=unknown')
  await waitFor(async () => expect(await chosen()).toEqual(['All']))
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

test('VIEW-01 what a view asks for and its list no longer knows is told, and left out', async () => {
  const lost = viewOf('9', { name: 'Old', query: 'role=admin&shoeSize_from=44' })
  const { at } = open(users, { views: [lost] })
  fireEvent.click(await tab('Old'))
  await waitFor(() => expect(at()).toBe('?role=admin&view=9'))
  const text = 'This view filters by Shoe Size, which is no longer there.'
  expect(await screen.findByText(text)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull()
})

test('VIEW-01 WIRE-07 a backend without views has no tabs, and is not asked again', async () => {
  const { asked } = open(users, { fault: new HttpError(404) })
  await waitFor(() => expect(found('/views')).toBe(false))
  expect(asked).toContain('views')
  cleanup()
  const again = open(users, { fault: new HttpError(404) })
  await screen.findAllByText('Amara Okafor')
  // In the frame after the rows they would be asked for.
  await new Promise((done) => requestAnimationFrame(done))
  expect(again.asked).toEqual(['users'])
  expect(screen.queryByRole('tab')).toBeNull()
  enter('t', ADA, true)
})
