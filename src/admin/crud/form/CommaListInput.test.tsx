// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { CommaListInput } from './CommaListInput.tsx'

afterEach(cleanup)

/** A form with the field alone: its tags, and how often it was saved. */
function open() {
  const saved = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  function Form() {
    const [value, setValue] = useState<unknown>('')
    return (
      <form onSubmit={saved}>
        <CommaListInput id="skills" aria-label="Skills" value={value} onChange={setValue} />
        <button type="submit">Save</button>
      </form>
    )
  }
  render(<Form />)
  const box = screen.getByRole<HTMLInputElement>('textbox')
  const tags = () => screen.queryAllByRole('listitem').map((tag) => tag.textContent)
  return { box, tags, saved }
}

test('commas of other scripts end a tag as the Latin one does, typed and pasted', async () => {
  const { box, tags } = open()
  await userEvent.type(box, '国語，算数、فن،Go,')
  expect(tags()).toEqual(['国語', '算数', 'فن', 'Go'])
  expect(box.value).toBe('')
  await userEvent.paste('理科、社会，')
  expect(tags()).toEqual(['国語', '算数', 'فن', 'Go', '理科', '社会'])
})

test('Enter ends a tag, and in an empty field it does nothing: it never saves the form', async () => {
  const { box, tags, saved } = open()
  await userEvent.type(box, '{Enter}Go{Enter}{Enter}')
  expect(tags()).toEqual(['Go'])
  expect(saved).not.toHaveBeenCalled()
})

test('what is being composed is no tag before the composition ends', () => {
  const { box, tags } = open()
  fireEvent.compositionStart(box)
  fireEvent.input(box, { target: { value: 'かんじ、' }, isComposing: true })
  expect([tags(), box.value]).toEqual([[], 'かんじ、'])
  fireEvent.input(box, { target: { value: '漢字、' }, isComposing: true })
  fireEvent.compositionEnd(box)
  expect([tags(), box.value]).toEqual([['漢字'], ''])
})
