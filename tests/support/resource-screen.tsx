import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { PartsContext } from '#admin/crud/parts/finder.ts'
import { RecordPage } from '#admin/crud/record/RecordPage.tsx'
import { consoleParts } from '#admin/extensions/console-parts.ts'
import { pageAddress } from '#admin/format/addresses.ts'
import { resourcePages } from '#admin/pages/pages.ts'
import { HttpError } from '#admin/providers/http-client.ts'
import { PageContext } from '#admin/ui/arrival.ts'
import type { Action, Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { registry } from '#resources/index.ts'
import { setWindow } from './jsdom.ts'
import { Listed } from './Listed.tsx'
import { openMenus } from './menus.ts'
import { memoryBackend, refineAround } from './refine.tsx'

/** In the gate one list as a table and one as cards; all others at night. */
const GATE = ['users', 'protocols/templates']
const lists = registry.filter(({ hasOwnPage }) => !hasOwnPage)
export const SCREENS = {
  gate: lists.filter(({ name }) => GATE.includes(name)),
  nightly: lists.filter(({ name }) => !GATE.includes(name)),
}

const rowOf = (resource: Resource): Row => ({ ...resource.sample, _id: '1', id: '1', version: 1 })

/** The page of a record in memory, at its address. */
function openRecord(resource: Resource, row: Row, state?: object) {
  const { provider } = memoryBackend(row)
  provider.getMany = () => Promise.resolve({ data: [] })
  const { wrapper: Wrapper } = refineAround(provider)
  const element = (
    <Wrapper>
      <PartsContext value={consoleParts}>
        <RecordPage resource={resource} id={row.id} />
      </PartsContext>
    </Wrapper>
  )
  const router = createMemoryRouter([{ path: '*', element }], {
    initialEntries: [{ pathname: pageAddress(resource.page, row.id), state }],
  })
  render(<RouterProvider router={router} />)
  return router
}

/** Opens a letter, whose buttons stand beside it. */
async function openLetter({ inbox }: Resource, name: string) {
  if (!inbox) return
  fireEvent.click(await screen.findByRole('link', { name: new RegExp(name) }))
  await screen.findByRole('link', { name: `Reply to ${name}` })
}

/** A screen at a list in memory, and the orders in which it asked for that. */
function open(resource: Resource, ...rows: Row[]) {
  const { provider, next } = memoryBackend(...rows)
  const all = provider.getList
  const orders: string[] = []
  const faults: HttpError[] = []
  provider.getList = (asked) => {
    if (asked.resource !== resource.page) return Promise.resolve({ data: [], total: 0 })
    const [sort] = asked.sorters ?? []
    orders.push(sort ? `${sort.order === 'desc' ? '-' : ''}${sort.field}` : '')
    const fault = faults.shift()
    return fault ? Promise.reject(fault) : all(asked)
  }
  const { wrapper: Wrapper, told } = refineAround(provider)
  const page = resourcePages(registry).find(({ title }) => title === resource.title)
  if (!page) throw new Error(`${resource.file}: it has no page`)
  const element = (
    <Wrapper>
      <PartsContext value={consoleParts}>
        <PageContext value={page}>
          <Listed resource={resource} />
        </PageContext>
      </PartsContext>
    </Wrapper>
  )
  const router = createMemoryRouter([{ path: `${page.to}/:record?`, element }], {
    initialEntries: [page.to],
  })
  return {
    router,
    orders,
    told,
    next,
    /** Has the next read of the list fail. */
    fail: (fault: HttpError) => void faults.push(fault),
    show: () => render(<RouterProvider router={router} />),
  }
}

/** The texts of a sample that stand somewhere as they are: no ids, choices, units and passwords. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return /\s/.test(value) ? value.split('\n') : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const button = (name: string | RegExp) => screen.queryAllByRole('button', { name })
const press = async (name: string | RegExp) => {
  const [found] = await screen.findAllByRole('button', { name })
  if (!found) throw new Error(`There is no button ${name}`)
  fireEvent.click(found)
}

/** The tests that each resource with a list passes. Call it in a file of jsdom, inside a `describe` of the resource. */
export function testScreen(resource: Resource): void {
  beforeAll(async () => {
    // The code of the forms is read here once, and not while a test waits for its dialog.
    await import('#admin/crud/form/FormModal.tsx')
  })
  beforeEach(() => setWindow('medium'))
  afterEach(cleanup)

  const { messages } = resource
  const can = (action: Action) => resource.actions.includes(action)

  test('a failure with its message, then by Retry the title, button, columns and empty list', async () => {
    const { show, fail } = open(resource)
    fail(new HttpError(500))
    show()
    expect((await screen.findByRole('alert')).textContent).toContain(messages.loadFailed)
    expect(screen.queryByText(messages.empty)).toBeNull()
    await press('Retry')
    expect((await screen.findAllByText(messages.empty)).length).toBeGreaterThan(0)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(resource.title)
    if (resource.subtitle) expect(screen.getByText(resource.subtitle)).toBeDefined()
    const headers = screen.queryAllByRole('columnheader').map(({ textContent }) => textContent)
    // A window of this width leaves some out.
    const columns = resource.columns.filter(({ narrow }) => narrow === undefined)
    for (const { label } of resource.list ? [] : columns)
      expect(headers.filter((text) => text?.startsWith(label))).not.toEqual([])
    expect(button(messages.add)).toHaveLength(can('create') ? 2 : 0)
  })

  test('a failure shows the server’s explanation, for screens that declare it', async () => {
    const reason = 'The storage sleeps.'
    const { show, fail } = open(resource)
    fail(new HttpError(500, { message: reason }))
    show()
    const alert = await screen.findByRole('alert')
    const words = messages.loadFailedFromServer ? reason : messages.loadFailed
    expect(alert.textContent).toContain(words)
  })

  test('the page of a record shows the form’s values, and opens the form in the address', async () => {
    const row = rowOf(resource)
    const router = openRecord(resource, row)
    const name = nameOf(resource, row)
    expect(await screen.findByRole('heading', { level: 1, name })).toBeDefined()
    expect(screen.getByRole('link', { name: `Back to ${resource.title}` })).toBeDefined()
    await waitFor(() => {
      for (const text of textsIn(resource.sample)) expect(document.body.textContent).toContain(text)
    })
    expect(document.body.textContent).not.toContain('three-blue-waymarks')
    expect(button('Edit')).toHaveLength(can('edit') ? 1 : 0)
    expect(button(`More actions for ${name}`)).toHaveLength(can('delete') ? 1 : 0)
    if (!can('edit')) return
    await press('Edit')
    const form = await screen.findByRole('dialog')
    expect(form.textContent).toContain(messages.editTitle)
    expect(router.state.location.pathname).toBe(`${pageAddress(resource.page, '1')}/edit`)
    await act(() => router.navigate(-1))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(router.state.location.pathname).toBe(pageAddress(resource.page, '1'))
  })

  test.each([false, true])(
    'a row has the buttons that are declared (phone: %s)',
    async (isPhone) => {
      setWindow(isPhone ? 'phone' : 'medium')
      const row = rowOf(resource)
      open(resource, row).show()
      expect(await screen.findByText('1–1 of 1')).toBeDefined()
      const name = nameOf(resource, row)
      expect((await screen.findAllByText(name, { exact: false })).length).toBeGreaterThan(0)
      if (!isPhone) await openLetter(resource, name)
      expect(button(`Edit ${name}`)).toHaveLength(can('edit') && !isPhone ? 1 : 0)
      expect(button(`Delete ${name}`)).toHaveLength(can('delete') && !isPhone ? 1 : 0)
      if (!isPhone) return
      // All that can be done stands in one menu; a letter has a page of its own for that.
      const declared = resource.inbox
        ? []
        : [...(can('edit') ? ['Edit'] : []), ...(can('delete') ? ['Delete'] : [])]
      expect(button(`More actions for ${name}`)).toHaveLength(declared.length > 0 ? 1 : 0)
      openMenus()
      const offered = screen
        .queryAllByRole('menuitem', { hidden: true })
        .map(({ textContent }) => textContent)
      expect(offered.filter((text) => ['Edit', 'Delete'].includes(text ?? ''))).toEqual(declared)
    },
  )

  test.runIf(can('delete'))('its deletion asks, fails and succeeds with its messages', async () => {
    const row = rowOf(resource)
    const { show, next, told } = open(resource, row)
    show()
    await openLetter(resource, nameOf(resource, row))
    await press(`Delete ${nameOf(resource, row)}`)
    const question = await screen.findByRole('dialog')
    expect(question.textContent).toContain(messages.deleteQuestion)
    next(new HttpError(500))
    await press('Delete')
    await waitFor(() => expect(told).toEqual([`Error: ${messages.deleteFailed}`]))
    await press('Delete')
    await waitFor(() => expect(told.at(-1)).toBe(`Success: ${messages.deleted}`))
    await waitFor(() => expect(button(`Delete ${nameOf(resource, row)}`)).toHaveLength(0))
  })
}
