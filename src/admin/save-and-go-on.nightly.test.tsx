// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  button,
  field,
  openFields as open,
  prepareFields,
  press,
} from '../../tests/support/career-fields.tsx'

prepareFields()

test('FORM-08 one career field after the other is added without leaving the form', async () => {
  const { sent, told } = await open('Forestry')
  await press('Add Field')
  await userEvent.type(await field(/^Field Name/), 'Beekeeping')
  await userEvent.type(await field(/^Description/), 'Bees')
  await press('Save and add another')
  await waitFor(() => expect(told).toHaveLength(1))
  const name = await field(/^Field Name/)
  await waitFor(() => expect(document.activeElement).toBe(name))
  expect([name.value, (await field(/^Description/)).value]).toEqual(['', ''])

  // The same once more is another one, and a blank one is refused as ever.
  await press('Save and add another')
  expect(sent).toHaveLength(1)
  await userEvent.type(name, 'Beekeeping')
  await press('Save and add another')
  await waitFor(() => expect(sent).toHaveLength(2))
  await waitFor(() => expect(name.value).toBe(''))
  await press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('FORM-08 from the last row of a page it leads to the first of the next, whose list stands there then', async () => {
  const letters = [...'ABCDEFGHIJKL']
  const { router, sent } = await open(...letters)
  await press('Edit J')
  await userEvent.type(await field(/^Field Name/), '!')
  await press('Save and next')
  await waitFor(async () => expect((await field(/^Field Name/)).value).toBe('K'))
  expect(sent.map(({ id }) => id)).toEqual(['9'])
  expect(router.state.location.search).toBe('?page=2&edit=10')
  await press('Save and next')
  await waitFor(async () => expect((await field(/^Field Name/)).value).toBe('L'))
  expect(button('Save and next')).toBeNull()
  await press('Cancel')
  await waitFor(() => expect(router.state.location.search).toBe('?page=2'))
  await screen.findByText('11–12 of 12')
})

test('FORM-08 from the page of a record it goes on over the end of the list’s page, too, and Back knows that page', async () => {
  const { router, sent } = await open(...'ABCDEFGHIJKL')
  await userEvent.click(screen.getByRole('link', { name: 'J' }))
  await press('Edit')
  await userEvent.type(await field(/^Field Name/), '!')
  await press('Save and next')
  await waitFor(async () => expect((await field(/^Field Name/)).value).toBe('K'))
  expect(sent.map(({ id }) => id)).toEqual(['9'])
  await press('Save and next')
  await waitFor(async () => expect((await field(/^Field Name/)).value).toBe('L'))
  expect(button('Save and next')).toBeNull()
  await press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.pathname).toBe('/admin/career-fields/11')
  const back = screen.getByRole('link', { name: /Back to/ })
  expect(back.getAttribute('href')).toBe('/admin/career-fields?page=2')
})
