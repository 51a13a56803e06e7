// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { CommaListInput } from './SelectInput.tsx'

afterEach(cleanup)

/** A form with the field alone: its value, and how often it was saved. */
function open() {
  const saved = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  let now: unknown
  function Form() {
    const [value, setValue] = useState<unknown>('')
    now = value
    return (
      <form onSubmit={saved}>
        <CommaListInput id="skills" aria-label="Skills" value={value} onChange={setValue} />
        <button type="submit">Save</button>
      </form>
    )
  }
  render(<Form />)
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Skills' })
  return { box, value: () => now, saved }
}

test('commas of all scripts end an entry, typed and pasted', async () => {
  const { box, value } = open()
  await userEvent.type(box, '国語，算数、فن،Go,')
  expect(value()).toBe('国語, 算数, فن, Go')
  expect(box.value).toBe('')
  await userEvent.paste('理科、社会，')
  expect(value()).toBe('国語, 算数, فن, Go, 理科, 社会')
})

test('Enter and leaving end an entry, and Enter never saves the form', async () => {
  const { box, value, saved } = open()
  // jsdom's keys have no key code, which antd asks for.
  const enter = () => fireEvent.keyDown(box, { key: 'Enter', keyCode: 13 })
  enter()
  await userEvent.type(box, 'Go')
  enter()
  enter()
  expect(value()).toBe('Go')
  await userEvent.type(box, 'Rust')
  await userEvent.tab()
  expect(value()).toBe('Go, Rust')
  expect(saved).not.toHaveBeenCalled()
})

test('text under composition becomes an entry only when the composition ends', () => {
  const { box, value } = open()
  fireEvent.compositionStart(box)
  fireEvent.change(box, { target: { value: 'かんじ、' } })
  expect([value(), box.value]).toEqual(['', 'かんじ、'])
  fireEvent.change(box, { target: { value: '漢字、' } })
  fireEvent.compositionEnd(box, { target: { value: '漢字、' } })
  expect([value(), box.value]).toEqual(['漢字', ''])
})
