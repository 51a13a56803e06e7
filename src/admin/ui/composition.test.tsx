// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { leaveCompositionAlone } from './composition.ts'

afterEach(cleanup)

test('no handler of the page is given a key of a composition, and the browser still is', () => {
  leaveCompositionAlone()
  const taken = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  addEventListener('keydown', taken, { capture: true })
  addEventListener('keydown', taken)
  document.addEventListener('keydown', taken)
  render(
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for a dialog around a field
    <div onKeyDown={taken} onKeyDownCapture={taken}>
      <input aria-label="Skills" onKeyDown={taken} />
    </div>,
  )
  const field = screen.getByRole('textbox')
  const press = (more: KeyboardEventInit) => {
    taken.mockClear()
    const isLeft = fireEvent.keyDown(field, { key: 'Enter', ...more })
    return { isLeft, calls: taken.mock.calls.length }
  }
  expect(press({ isComposing: true })).toEqual({ isLeft: true, calls: 0 })
  expect(press({ keyCode: 229 })).toEqual({ isLeft: true, calls: 0 })
  expect(press({})).toEqual({ isLeft: false, calls: 6 })
  removeEventListener('keydown', taken, { capture: true })
  removeEventListener('keydown', taken)
  document.removeEventListener('keydown', taken)
})
