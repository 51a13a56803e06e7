// @vitest-environment jsdom
import { waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { HttpError } from '#admin/providers/http-client.ts'
import {
  button,
  field,
  openFields as open,
  prepareFields,
  press,
} from '../../tests/support/career-fields.tsx'

prepareFields()

test('FORM-08 saving leads to the next in the order of the list, and the last one has none', async () => {
  const { sent, router, next } = await open('Acting', 'Botany', 'Carpentry')
  await press('Edit Acting')
  await userEvent.type(await field(/^Field Name/), '!')
  // What is refused leads nowhere.
  next(new HttpError(500))
  await press('Save and next')
  await waitFor(() => expect(sent).toHaveLength(1))
  await waitFor(() => expect(button('Save and next')?.hasAttribute('disabled')).toBe(false))
  expect(router.state.location.search).toBe('?edit=0')
  await press('Save and next')
  await waitFor(async () => expect((await field(/^Field Name/)).value).toBe('Botany'))
  expect(sent.map(({ id, values }) => [id, values?.name])).toEqual([
    ['0', 'Acting!'],
    ['0', 'Acting!'],
  ])

  // Nothing was changed: nothing is sent.
  await press('Save and next')
  await waitFor(async () => expect((await field(/^Field Name/)).value).toBe('Carpentry'))
  expect(sent).toHaveLength(2)
  expect(button('Save and next')).toBeNull()
  await press('Cancel')
  await waitFor(() => expect(router.state.location.search).toBe(''))
})
