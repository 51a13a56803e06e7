// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { remove, type ToastAction, toast } from './store.ts'
import { Toaster } from './Toaster.tsx'

beforeAll(() => {
  // Of pointers that are held, jsdom knows nothing.
  Element.prototype.hasPointerCapture = () => false
})
beforeEach(() => remove())
afterEach(cleanup)

function show(keys: ToastAction['keys'] = 'z') {
  const run = vi.fn()
  render(
    <>
      <input aria-label="Name" />
      <button type="button">Elsewhere</button>
      <Toaster />
    </>,
  )
  const label = keys === 'z' ? 'Undo' : 'Redo'
  act(() => void toast({ title: 'Success', description: 'Saved.', action: { label, keys, run } }))
  return run
}
const isGone = () =>
  waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())

describe('CHG-03 what was done can be taken back at its toast', () => {
  test('by its button, once: the toast goes with it', async () => {
    const run = show()
    await userEvent.dblClick(screen.getByRole('button', { name: 'Undo' }))
    expect(run).toHaveBeenCalledOnce()
    await isGone()
  })

  test('by keyboard alone: F8 leads to it, and Tab to its button', async () => {
    const run = show()
    await userEvent.keyboard('{F8}{Tab}')
    while (document.activeElement?.textContent !== 'Undo') {
      expect(document.activeElement).not.toBe(document.body)
      await userEvent.tab()
    }
    await userEvent.keyboard('{Enter}')
    expect(run).toHaveBeenCalledOnce()
  })

  test('by Ctrl+Z, wherever the focus is but in a field', async () => {
    const run = show()
    await userEvent.click(screen.getByRole('textbox'))
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(run).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Elsewhere' }))
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}z')
    expect(run).not.toHaveBeenCalled()
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(run).toHaveBeenCalledOnce()
    await isGone()
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(run).toHaveBeenCalledOnce()
  })

  test('whoever else uses the keys keeps them', async () => {
    const run = show()
    const own = (event: KeyboardEvent) => event.preventDefault()
    addEventListener('keydown', own, { capture: true })
    await userEvent.keyboard('{Control>}z{/Control}')
    removeEventListener('keydown', own, { capture: true })
    expect(run).not.toHaveBeenCalled()
  })

  test('what was taken back is done again by Ctrl+Shift+Z', async () => {
    const run = show('shift+z')
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(run).not.toHaveBeenCalled()
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    expect(run).toHaveBeenCalledOnce()
  })

  test('the keys are read out with the toast', async () => {
    show()
    const said = await screen.findByText(/Saved\..*Undo: press Ctrl\+Z/)
    expect(said.getAttribute('role')).toBe('status')
  })
})
