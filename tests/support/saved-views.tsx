import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect } from 'vitest'
import { PartsContext } from '#admin/crud/parts/finder.ts'
import { ResourcePage } from '#admin/crud/ResourcePage.tsx'
import { consoleParts } from '#admin/extensions/console-parts.ts'
import { forgetCapabilities } from '#admin/http/backend.ts'
import { enter, leave } from '#admin/http/session.ts'
import { resourcePages } from '#admin/pages/pages.ts'
import type { HttpError } from '#admin/providers/http-client.ts'
import { PageContext } from '#admin/ui/arrival.ts'
import { listFilters, sortPaths } from '#contract/list-query.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { openMenus } from './menus.ts'
import { memoryBackend, refineAround } from './refine.tsx'

export const ADA = {
  _id: 'ada',
  firstName: 'Ada',
  lastName: 'Admin',
  email: 'a@example.org',
  role: 'admin',
}
export const viewOf = (id: string, values: Partial<Row> = {}): Row => ({
  ...{ _id: id, id, version: 1, resource: 'users', name: `View ${id}`, query: 'role=admin' },
  ...{ shared: false, owner: 'ada' },
  ...values,
})
export const settingOf = (view: string): Row => ({
  ...{ _id: 's', id: 's', version: 1, resource: 'users', owner: 'ada', view },
})

/** The screen of a list, whose views and settings are kept in memory. */
export function openViews(
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

/** The button of the menu of views: the name of the view that is shown, else 'Views'. */
const VIEWS = /^(Views|View \d|Mine|Old|Bo’s|Chiefs)/

/** Opens the menu of views once they are read, and chooses an entry. */
const choose = async (role: string, name: string | RegExp) => {
  await waitFor(() => {
    const button = screen.getByRole('button', { name: VIEWS })
    expect(button.getAttribute('aria-haspopup')).toBe('menu')
  })
  openMenus()
  const [found] = await screen.findAllByRole(role, { name, hidden: true })
  if (found) fireEvent.click(found)
}
export const view = (name: string | RegExp) => choose('menuitemradio', name)
export const menu = (name: string | RegExp) => choose('menuitem', name)

/** The words of the button that opens the menu of views. */
export const shownView = async () =>
  (await screen.findByRole('button', { name: VIEWS })).textContent

/** Words that the list of a resource can be asked by. */
function wordsFor(resource: Resource): string {
  const filter = listFilters(resource).find(({ choices, kind }) => choices[0] && kind !== 'days')
  const [sort] = sortPaths(resource)
  return filter ? `?${filter.path}=${filter.choices[0]?.value}` : `?sort=-${sort}`
}

/** Empties the browser's storage and signs in, before each test. */
export function prepareViews(): void {
  beforeEach(() => {
    enter('t', { ...ADA, changes: true }, true)
    forgetCapabilities()
  })
  afterEach(() => {
    cleanup()
    leave()
    localStorage.clear()
  })
}

/** Saves what the list of a resource shows as a view, and opens it by the menu. */
export async function saveAndOpen(resource: Resource): Promise<void> {
  const words = wordsFor(resource)
  const { told, at, kept } = openViews(resource, { at: words })
  await menu('Save as new view…')
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText(/^Name/), { target: { value: 'Mine' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(told).toEqual(['Success: View “Mine” saved.']))
  expect(kept.views.sent[0]?.values).toMatchObject({
    ...{ resource: resource.name, name: 'Mine', query: words.slice(1), shared: false },
  })
  await waitFor(async () => expect(await shownView()).toBe('Mine'))
  expect(at()).toBe(`${words}&view=new-1`)
  await view('All')
  await waitFor(() => expect(at()).toBe(''))
  expect(await shownView()).toBe('Views')
  await view('Mine')
  await waitFor(() => expect(at()).toBe(`${words}&view=new-1`))
}
