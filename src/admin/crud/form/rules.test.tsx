// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod'
import { completeRegistry } from '#model/complete.ts'
import { defineResource } from '#model/declaration.ts'
import { requiredText } from '#model/schema.ts'
import { memoryBackend, refineAround } from '../../../../tests/support/refine.tsx'
import { FormModal } from './FormModal.tsx'

const MESSAGE = 'The most must not be less than the least.'

const [groups] = completeRegistry([
  defineResource({
    name: 'groups',
    label: ['Group', 'Groups'],
    recordName: 'name',
    create: z.object({ name: requiredText(60), least: z.int(), most: z.int() }),
    columns: (c) => [c.text('name')],
    fields: (f) => [f.text('name'), f.number('least', 'Least'), f.number('most', 'Most')],
    rules: [{ field: 'most', message: MESSAGE, holds: ({ least, most }) => most >= least }],
  }),
])
if (!groups) throw new Error('no resource')
const resource = groups

afterEach(cleanup)

const type = (name: string, value: string) =>
  fireEvent.change(screen.getByLabelText(new RegExp(`^${name}`)), { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Update' }))

test('a rule broken by another field is shown at its own field, and disappears when it is met', async () => {
  const row = { _id: '1', id: '1', version: 1, name: 'Choir', least: 2, most: 4 }
  const { wrapper } = refineAround(memoryBackend(row).provider)
  const nothing = () => undefined
  render(
    <FormModal
      resource={resource}
      target={{ mode: 'edit', id: '1' }}
      onCreated={nothing}
      onClosed={nothing}
    />,
    { wrapper },
  )
  await waitFor(() => expect(screen.getByLabelText(/^Least/)).toHaveProperty('value', '2'))
  type('Least', '5')
  save()
  expect(await screen.findByText(MESSAGE)).toBeTruthy()
  expect(screen.getByLabelText(/^Most/).getAttribute('aria-invalid')).toBe('true')
  type('Least', '3')
  await waitFor(() => expect(screen.queryByText(MESSAGE)).toBeNull())
})
