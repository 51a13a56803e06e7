// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { Row } from '#model/declaration.ts'
import { memoryBackend, refineAround } from '../../../../tests/support/refine.tsx'
import { ReferenceInput, type ReferenceValue } from './ReferenceInput.tsx'

afterEach(cleanup)

const field = (id: string, name: string): Row => ({ _id: id, id, name })
const FIELDS = [field('a', 'Bees'), field('b', 'Boats'), field('c', 'Bridges')]

function open(isMany: boolean, first: ReferenceValue) {
  const backend = memoryBackend(...FIELDS)
  const values: ReferenceValue[] = []
  function Box() {
    const [value, setValue] = useState(first)
    return (
      <ReferenceInput
        id="box"
        aria-label="Career Fields"
        to="career-fields"
        isMany={isMany}
        value={value}
        onChange={(next) => {
          values.push(next)
          setValue(next)
        }}
      />
    )
  }
  render(<Box />, { wrapper: refineAround(backend.provider).wrapper })
  const box = () => screen.getByRole('combobox', { name: 'Career Fields' }) as HTMLInputElement
  const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
  return { ...backend, values, box, options, keys: (text: string) => userEvent.keyboard(text) }
}

// Keys that choose have their tests in the browser: jsdom's have no key code, which antd asks for.
const take = async (name: string) => {
  const option = await screen.findByRole('option', { name })
  fireEvent.click(option)
}

test('several are chosen, searched on the server', async () => {
  const { box, options, keys, values } = open(true, ['c'])
  await screen.findByText('Bridges')
  await userEvent.click(box())
  await waitFor(() => expect(options()).toHaveLength(3))
  await keys('bee')
  await waitFor(() => expect(options()).toEqual(['Bees']))
  await take('Bees')
  expect(values).toEqual([['c', 'a']])
  expect(box().value).toBe('')
})

test('a selection replaces the previous one', async () => {
  const { box, options, keys, values } = open(false, 'a')
  await screen.findByText('Bees')
  await userEvent.click(box())
  await keys('Bo')
  await waitFor(() => expect(options()).toEqual(['Boats']))
  await take('Boats')
  expect(values).toEqual(['b'])
  expect(box().value).toBe('')
})

test('a missing record is labelled as such, and can be removed', async () => {
  const { box, keys, values } = open(true, ['gone'])
  await screen.findByText('Deleted career field')
  await userEvent.click(box())
  await keys('{Backspace}')
  expect(values).toEqual([[]])
})
