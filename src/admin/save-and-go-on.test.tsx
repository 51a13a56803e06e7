// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadForm } from '#admin/crud/form/ahead.ts'
import { noteRestored } from '#admin/crud/restored.ts'
import { HttpError } from '#admin/http/http.ts'
import { PageContext } from '#admin/ui/arrival.ts'
import { PAGE_SIZE } from '#contract/api.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { Listed } from '../../tests/support/Listed.tsx'
import { Recorded } from '../../tests/support/Recorded.tsx'
import { memoryBackend, refineAround } from '../../tests/support/refine.tsx'

const fields = registry.find(({ page }) => page === 'career-fields') as Resource

vi.hoisted(() => {
  const query = { matches: false, addEventListener() {}, removeEventListener() {} }
  vi.stubGlobal('matchMedia', () => query)
})
beforeAll(async () => {
  await loadForm()
  window.scrollTo = () => undefined
  const plain = window.getComputedStyle(document.body)
  vi.stubGlobal('getComputedStyle', () => plain)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('No network')))
})
afterEach(cleanup)

/** The machine may be busy with others. */
const LONG = { timeout: 30_000 }

/** The list of these career fields. */
async function open(...names: string[]) {
  const rows = names.map(
    (name, at): Row => ({ _id: `${at}`, id: `${at}`, version: 1, name, description: '' }),
  )
  const backend = memoryBackend(...rows)
  const { wrapper: Wrapper, told } = refineAround(backend.provider)
  const element = (
    <Wrapper>
      <PageContext value={{ to: '/admin/career-fields', title: fields.title }}>
        <Listed resource={fields} />
      </PageContext>
    </Wrapper>
  )
  const recordPage = (
    <Wrapper>
      <Recorded resource={fields} />
    </Wrapper>
  )
  const routes = [
    { path: '/admin/career-fields/:record/*', element: recordPage },
    { path: '*', element },
  ]
  const router = createMemoryRouter(routes, {
    initialEntries: ['/admin/career-fields'],
  })
  render(<RouterProvider router={router} />)
  const shown = Math.min(names.length, PAGE_SIZE)
  await screen.findByText(`1–${shown} of ${names.length}`, {}, LONG)
  return { ...backend, told, router }
}

const button = (name: string) => screen.queryByRole('button', { name })
const press = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name }, LONG))
const field = (label: RegExp) => screen.findByLabelText<HTMLInputElement>(label, {}, LONG)

test('FORM-08 one career field after the other is added without leaving the form', async () => {
  const { sent, told } = await open('Forestry')
  await press('Add Field')
  await userEvent.type(await field(/^Field Name/), 'Beekeeping')
  await userEvent.type(await field(/^Description/), 'Bees')
  await press('Save and add another')
  await waitFor(() => expect(told).toHaveLength(1), LONG)
  const name = await field(/^Field Name/)
  await waitFor(() => expect(document.activeElement).toBe(name))
  expect([name.value, (await field(/^Description/)).value]).toEqual(['', ''])

  // The same once more is another one, and a blank one is refused as ever.
  await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
  expect(sent).toHaveLength(1)
  await userEvent.type(name, 'Beekeeping{Control>}{Shift>}{Enter}{/Shift}{/Control}')
  await waitFor(() => expect(sent).toHaveLength(2), LONG)
  await waitFor(() => expect(name.value).toBe(''))
  await press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), LONG)
})

test('FORM-08 saving leads to the next in the order of the list, and the last one has none', async () => {
  const { sent, router, next } = await open('Acting', 'Botany', 'Carpentry')
  await press('Edit Acting')
  await userEvent.type(await field(/^Field Name/), '!')
  // What is refused leads nowhere.
  next(new HttpError(500))
  await press('Save and next')
  await waitFor(() => expect(sent).toHaveLength(1), LONG)
  await waitFor(() => expect(button('Save and next')?.hasAttribute('disabled')).toBe(false))
  expect(router.state.location.search).toBe('?edit=0')
  await press('Save and next')
  await waitFor(async () => expect((await field(/^Field Name/)).value).toBe('Botany'), LONG)
  expect(sent.map(({ id, values }) => [id, values?.name])).toEqual([
    ['0', 'Acting!'],
    ['0', 'Acting!'],
  ])

  // Nothing was changed: nothing is sent.
  await press('Save and next')
  await waitFor(async () => expect((await field(/^Field Name/)).value).toBe('Carpentry'), LONG)
  expect(sent).toHaveLength(2)
  expect(button('Save and next')).toBeNull()
  await press('Cancel')
  await waitFor(() => expect(router.state.location.search).toBe(''), LONG)
})

test('FORM-08 from the last row of a page it leads to the first of the next, whose list stands there then', async () => {
  const letters = [...'ABCDEFGHIJKL']
  const { router, sent } = await open(...letters)
  await press('Edit J')
  await userEvent.type(await field(/^Field Name/), '!')
  await press('Save and next')
  await waitFor(async () => expect((await field(/^Field Name/)).value).toBe('K'), LONG)
  expect(sent.map(({ id }) => id)).toEqual(['9'])
  expect(router.state.location.search).toBe('?page=2&edit=10')
  await press('Save and next')
  await waitFor(async () => expect((await field(/^Field Name/)).value).toBe('L'), LONG)
  expect(button('Save and next')).toBeNull()
  await press('Cancel')
  await waitFor(() => expect(router.state.location.search).toBe('?page=2'), LONG)
  await screen.findByText('11–12 of 12', {}, LONG)
})

test('FORM-08 from the page of a record it goes on over the end of the list’s page, too, and Back knows that page', async () => {
  const { router, sent } = await open(...'ABCDEFGHIJKL')
  await userEvent.click(screen.getByRole('link', { name: 'J' }))
  await press('Edit')
  await userEvent.type(await field(/^Field Name/), '!')
  await press('Save and next')
  await waitFor(async () => expect((await field(/^Field Name/)).value).toBe('K'), LONG)
  expect(sent.map(({ id }) => id)).toEqual(['9'])
  await press('Save and next')
  await waitFor(async () => expect((await field(/^Field Name/)).value).toBe('L'), LONG)
  expect(button('Save and next')).toBeNull()
  await press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), LONG)
  expect(router.state.location.pathname).toBe('/admin/career-fields/11')
  const back = screen.getByRole('link', { name: /Back to/ })
  expect(back.getAttribute('href')).toBe('/admin/career-fields?page=2')

  // 'k' leads back to the row before, and 'j' forth.
  await userEvent.keyboard('k')
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/career-fields/10'), LONG)
  await screen.findByRole('heading', { level: 1, name: 'K' }, LONG)
  await userEvent.keyboard('j')
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/career-fields/11'), LONG)
})

test('CHG-03 what Undo brought back is marked in its list, and stays in sight', async () => {
  await open('Acting', 'Botany')
  const row = () => screen.getByRole('row', { name: /Botany/ })
  expect(row().textContent).not.toContain('Restored')
  act(() => noteRestored({ resource: 'mentors', id: '1' }))
  expect(row().textContent).not.toContain('Restored')
  act(() => noteRestored({ resource: 'career-fields', id: '1' }))
  expect(row().textContent).toContain('Restored')
  expect(row().dataset.fresh).toBe('true')
})
