// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { FormModal } from '#admin/crud/form/FormModal.tsx'
import { PartsContext } from '#admin/crud/parts/finder.ts'
import { consoleParts } from '#admin/parts/console-parts.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { memoryBackend, refineAround } from '../../tests/support/refine.tsx'

vi.hoisted(() => {
  // A window of a desktop.
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.startsWith('(min-width:'),
    addEventListener() {},
    removeEventListener() {},
  }))
})
beforeAll(() => {
  // jsdom reads all style sheets anew for each element that is asked about: that would be most of the time.
  const plain = window.getComputedStyle(document.body)
  vi.stubGlobal('getComputedStyle', () => plain)
  Element.prototype.scrollIntoView = () => undefined
})
afterEach(cleanup)

/** The machine may be busy with others. */
const LONG = { timeout: 30_000 }

const missions = registry.find(({ page }) => page === 'missions') as Resource

/** The form of a mission of so many steps. */
async function open(count: number) {
  const steps = Array.from({ length: count }, (_, at) => ({
    _id: `s${at}`,
    title: `Do ${at + 1}`,
    description: 'What to do, and why.',
    completionCriteria: 'It is done.',
  }))
  const row = { ...missions.sample, _id: 'm', id: 'm', version: 1, careerFields: [], steps } as Row
  const backend = memoryBackend(row)
  const { wrapper } = refineAround(backend.provider)
  const nothing = () => undefined
  render(
    <PartsContext value={consoleParts}>
      <FormModal
        resource={missions}
        target={{ mode: 'edit', id: 'm' }}
        onCreated={nothing}
        onClosed={nothing}
      />
    </PartsContext>,
    { wrapper },
  )
  await screen.findByText('Add step', {}, { timeout: 30_000 })
  return { ...backend, dialog: screen.getByRole('dialog') }
}

/** What Tab stops at: what takes the focus and is neither skipped nor hidden. */
function tabStops(within: Element): Element[] {
  const all = within.querySelectorAll('button, input, select, textarea, a[href], [tabindex="0"]')
  return [...all].filter(
    (one) => one.getAttribute('tabindex') !== '-1' && !one.closest('[hidden], [popover]'),
  )
}

test('FORM-05 fifty steps are at most 80 stops of Tab, all of their lines shown or not', async () => {
  const { dialog } = await open(50)
  expect(tabStops(dialog).length).toBeLessThanOrEqual(80)
  expect(screen.queryByText('Do 50')).toBeNull()
  await userEvent.click(screen.getByText('Show all 50 steps'))
  expect(screen.getByText('Do 50')).toBeTruthy()
  expect(tabStops(dialog).length).toBeLessThanOrEqual(80)
}, 60_000)

test('FORM-05 the map says what there is and what is wrong, and leads there; the status stands in the head', async () => {
  const { dialog, sent } = await open(3)
  const map = within(screen.getByRole('navigation', { name: 'Sections' }))
  const names = () => map.getAllByRole('button').map(({ textContent }) => textContent)
  expect(names()).toEqual(['Mission', 'Audience', 'Steps3', 'Duration and rewards'])
  const status = within(dialog).getByRole('combobox', { name: 'Status' })
  expect(status.closest('form')).toBeNull()
  await userEvent.selectOptions(status, 'Inactive')

  await userEvent.click(map.getByRole('button', { name: /^Duration/ }))
  expect(document.activeElement).toBe(screen.getByLabelText('Duration Value'))
  await userEvent.click(screen.getByRole('button', { name: /^Step 2/ }))
  await userEvent.clear(screen.getByLabelText('Step 2 title'))
  await userEvent.click(screen.getByRole('button', { name: /^Step 3/ }))
  await userEvent.clear(screen.getByLabelText('Step 3 title'))
  await userEvent.click(screen.getByRole('button', { name: 'Add step' }))
  expect(names()[2]).toBe('Steps4')
  await userEvent.click(screen.getByRole('button', { name: 'Update' }))
  await vi.waitFor(
    () => expect(document.activeElement).toBe(screen.getByLabelText('Step 2 title')),
    LONG,
  )
  expect(map.getByRole('button', { name: /3 fields to check$/ }).textContent).toMatch(/^Steps/)
  expect(sent).toEqual([])
}, 60_000)

test('FORM-06 the card beside the form follows what is typed, and says what is missing before it goes active', async () => {
  const { sent } = await open(1)
  const card = await screen.findByRole('complementary', { name: 'Preview' })
  await vi.waitFor(() => expect(card.textContent).toContain('Do 1'), LONG)
  const missing = () =>
    within(card)
      .queryAllByRole('button')
      .map(({ textContent }) => textContent)
  expect(missing()).toEqual(['No career field is chosen: it is offered to nobody in particular.'])
  fireEvent.change(screen.getByRole('textbox', { name: 'Title' }), { target: { value: 'Climb' } })
  fireEvent.change(screen.getByLabelText('Step 1 title'), { target: { value: 'Pack' } })
  fireEvent.change(screen.getByRole('textbox', { name: 'Description' }), { target: { value: '' } })
  await vi.waitFor(() => expect(card.textContent).toContain('Climb'), LONG)
  expect(card.textContent).toContain('Pack')
  expect(missing()).toHaveLength(2)
  await userEvent.click(within(card).getByRole('button', { name: /^It has no description/ }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Description' }))
  // From anywhere in the form.
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await vi.waitFor(() => expect(sent).toHaveLength(1), LONG)
  expect(sent[0]?.values).toMatchObject({ title: 'Climb', steps: [{ title: 'Pack' }] })
}, 60_000)
