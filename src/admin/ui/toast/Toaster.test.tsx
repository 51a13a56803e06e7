// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { remove, toast } from './store.ts'
import { Toaster } from './Toaster.tsx'

beforeAll(() => {
  // Of pointers that are held, jsdom knows nothing.
  Element.prototype.hasPointerCapture = () => false
})
beforeEach(() => remove())
afterEach(cleanup)

function show() {
  const run = vi.fn()
  render(<Toaster />)
  act(() => void toast({ title: 'Success', description: 'Saved.', action: { label: 'Undo', run } }))
  return run
}
const isGone = () =>
  waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())

describe('a toast offers to undo the change', () => {
  test('once, by its button, which dismisses the toast', async () => {
    const run = show()
    await userEvent.dblClick(screen.getByRole('button', { name: 'Undo' }))
    expect(run).toHaveBeenCalledOnce()
    await isGone()
  })

  test('the label of the button is announced with the toast', async () => {
    show()
    const announced = await screen.findByText(/Saved\..*Undo/)
    expect(announced.getAttribute('role')).toBe('status')
  })
})
