// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { setWindow } from '../../tests/support/jsdom.ts'
import { openMission as open } from '../../tests/support/mission-form.tsx'

beforeAll(() => setWindow('wide'))
afterEach(cleanup)

const LONG = { timeout: 10_000 }

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
})

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
})
