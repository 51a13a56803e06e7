// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
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
