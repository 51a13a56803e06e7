// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { NumberInput } from './NumberInput.tsx'

afterEach(cleanup)

/** A field with its text; gives the control. */
function show(limits: { min?: number; max?: number; step?: number }, text = '') {
  const Held = () => {
    const [held, hold] = useState(text)
    return <NumberInput aria-label="Value" limits={limits} text={held} onText={hold} />
  }
  render(<Held />)
  return screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Value' })
}

test.each(['3,5', '1.000,5', '0x10', '1e3', 'ten'])('%j stays as it was typed', async (text) => {
  const field = show({})
  await userEvent.type(field, text)
  await userEvent.tab()
  expect(field.value).toBe(text)
})

test('a pasted text stays as it is', async () => {
  const field = show({ min: 0 })
  await userEvent.click(field)
  await userEvent.paste('3,5')
  expect(field.value).toBe('3,5')
  expect(field.ariaValueNow ?? field.getAttribute('aria-valuenow')).toBe('3.5')
})

test.each([
  [{}, '', '{ArrowUp}', '1'],
  [{ step: 0.1 }, '0.2', '{ArrowUp}', '0.3'],
  [{}, '3,5', '{ArrowDown}', '2.5'],
  [{ min: 1, max: 9, step: 5 }, '3', '{ArrowUp}{ArrowUp}', '9'],
  [{ min: 1 }, '1', '{ArrowDown}', '1'],
  [{}, '1,000', '{ArrowUp}', '1,000'],
])('with %j, the arrow keys go from %j by %s to %j', async (limits, text, keys, result) => {
  const field = show(limits, text)
  await userEvent.click(field)
  await userEvent.keyboard(keys)
  expect(field.value).toBe(result)
})
