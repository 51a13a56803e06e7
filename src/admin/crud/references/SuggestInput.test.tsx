// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import * as valuesInUse from '#admin/resource/list/use-values-in-use.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { SuggestInput } from './SuggestInput.tsx'

vi.spyOn(valuesInUse, 'useValuesInUse').mockReturnValue(['research', 'Law'])

const missions = registry.find(({ page }) => page === 'missions') as Resource

afterEach(cleanup)

function open(first: string) {
  const values: string[] = []
  function Box() {
    const [value, setValue] = useState(first)
    const onChange = (next: string) => {
      values.push(next)
      setValue(next)
    }
    return <SuggestInput id="type" resource={missions} path="type" {...{ value, onChange }} />
  }
  render(<Box />)
  const box = screen.getByRole<HTMLInputElement>('combobox')
  const retype = async (text: string) => {
    await userEvent.clear(box)
    await userEvent.type(box, text)
    await userEvent.tab()
  }
  return { values, box, retype, told: () => screen.queryByText(/taken so/)?.textContent }
}

test('MIS-02 a type stays as it is typed; one that is in use but for its capitals is taken as that, and told', async () => {
  const { values, box, retype, told } = open('research')
  expect(box.value).toBe('Research')
  // New, and what is stored already: neither is changed.
  await retype('field work')
  expect([box.value, values.at(-1), told()]).toEqual(['field work', 'field work', undefined])
  await retype('research')
  expect([box.value, values.at(-1), told()]).toEqual(['research', 'research', undefined])
  // As lists show it: it is the stored one, and reads the same.
  await retype('Research')
  expect([box.value, values.at(-1), told()]).toEqual(['Research', 'research', undefined])
  await retype('rESEARCH')
  await waitFor(() => expect(told()).toBe('In use as “Research”, and taken so.'))
  expect([box.value, values.at(-1)]).toEqual(['Research', 'research'])
  await userEvent.type(box, '!')
  expect(told()).toBeUndefined()
})

test('MIS-02 what is chosen is shown as in lists', async () => {
  const { values, box } = open('')
  await userEvent.type(box, 'rese')
  await userEvent.click(await screen.findByRole('option', { name: 'Research' }))
  expect([box.value, values.at(-1)]).toEqual(['Research', 'research'])
  await userEvent.clear(box)
  await userEvent.type(box, 'fencing')
  await userEvent.click(await screen.findByRole('option', { name: 'Create "fencing"' }))
  expect([box.value, values.at(-1)]).toEqual(['fencing', 'fencing'])
})
