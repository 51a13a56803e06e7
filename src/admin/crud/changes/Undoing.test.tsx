// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { HttpError } from '#admin/http/http.ts'
import * as changes from '#admin/providers/changes.ts'
import { wantUndo } from '#admin/providers/wanted-undo.ts'
import type { UndoItem, Undone } from '#contract/changes.ts'
import { memoryBackend, refineAround } from '../../../../tests/support/refine.tsx'
import { restoredNow } from '../restored.ts'
import { Undoing } from './Undoing.tsx'

const refreshed = vi.fn<(names: readonly string[]) => Promise<void>>()
vi.spyOn(changes, 'useRefresh').mockReturnValue(refreshed)
const asked = vi.spyOn(changes, 'undo')

beforeAll(async () => {
  // It is fetched with the first that is told.
  await import('./UndoDialog.tsx')
})
beforeEach(() => {
  asked.mockReset()
  refreshed.mockReset()
})
afterEach(cleanup)

const item = (action: UndoItem['action'], more: Partial<UndoItem> = {}): UndoItem => ({
  ...{ resource: 'users', id: '1', name: 'Ada Lovelace', action },
  ...more,
})
const undone = (given: Partial<Undone>): Undone => ({
  ...{ id: 'c2', takenBack: [], kept: [], refused: [] },
  ...given,
})

function take(isRedo = false) {
  const { wrapper, told } = refineAround(memoryBackend().provider)
  render(<Undoing />, { wrapper })
  act(() => wantUndo({ changeId: 'c1', isRedo }))
  return told
}

test.each([
  ['create', false, 'Undone: The user is deleted.'],
  ['update', false, 'Undone: The user is as it was before.'],
  ['delete', false, 'Undone: The user is there again.'],
  ['restore', false, 'Undone: The user is deleted again.'],
  ['update', true, 'Redone: The user is changed again.'],
] as const)(
  'CHG-03 a %s that is taken back (redo: %s) is told: %s',
  async (action, isRedo, words) => {
    asked.mockResolvedValue(undone({ takenBack: [item(action)] }))
    const told = take(isRedo)
    await waitFor(() => expect(told).toEqual([words]))
    expect(asked.mock.calls).toEqual([['c1', {}]])
    expect(refreshed).toHaveBeenCalledWith(['users'])
    expect(screen.queryByRole('dialog')).toBeNull()
    // The list of what is there again keeps it in sight.
    if (action === 'delete') expect(restoredNow()).toEqual({ resource: 'users', id: '1' })
  },
)

test('CHG-03 of many it is said how many', async () => {
  const takenBack = Array.from({ length: 1430 }, (_, at) => item('update', { id: `u${at}` }))
  asked.mockResolvedValue(undone({ takenBack }))
  const told = take()
  await waitFor(() => expect(told).toEqual(['Undone: 1,430 records are as they were before.']))
})

test('CHG-03 what stays as it is, is told by a dialog, with who and why; nothing is sent again', async () => {
  asked.mockResolvedValue(
    undone({
      takenBack: [item('update')],
      kept: [
        item('update', {
          id: '2',
          name: 'Noor Haddad',
          by: 'Ben Baker',
          at: new Date().toISOString(),
        }),
      ],
      refused: [item('update', { id: '3', name: 'Cid Okafor', reason: 'This email is taken.' })],
    }),
  )
  const told = take()
  const dialog = await screen.findByRole('dialog')
  await waitFor(() => expect(dialog.textContent).toContain('Noor Haddad'))
  expect(dialog.textContent).toContain('Ben Baker')
  expect(dialog.textContent).toContain('This email is taken.')
  expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull()
  expect(told).toEqual([])
  expect(asked).toHaveBeenCalledOnce()
})

test.each([
  [new HttpError(409, { message: 'This was too long ago.' }), 'Error: This was too long ago.'],
  [new HttpError(500), 'Error: This could not be taken back.'],
  [new HttpError(0), 'Error: The server gave no answer. It is not known whether this was saved.'],
])('CHG-03 a failure is told as what it is (%#)', async (error, words) => {
  asked.mockRejectedValue(error)
  const told = take()
  await waitFor(() => expect(told).toEqual([words]))
})
