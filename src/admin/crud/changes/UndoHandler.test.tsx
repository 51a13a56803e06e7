// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as changes from '#admin/providers/changes.ts'
import { HttpError } from '#admin/providers/http-client.ts'
import { requestUndo, type UndoRequest } from '#admin/providers/undo-requests.ts'
import type { UndoItem, Undone } from '#contract/changes.ts'
import { memoryBackend, refineAround } from '../../../../tests/support/refine.tsx'
import { UndoButton } from './UndoButton.tsx'
import { UndoHandler } from './UndoHandler.tsx'

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
const noor = item('update', {
  ...{ id: '2', name: 'Noor Haddad', by: 'Ben Baker', at: new Date().toISOString() },
})
const cid = item('update', { id: '3', name: 'Cid Okafor', reason: 'This email is taken.' })

/** Asks for an undo, as a toast or a page does. */
function take(wanted: Partial<UndoRequest> = {}) {
  const { wrapper, told } = refineAround(memoryBackend().provider)
  render(<UndoHandler />, { wrapper })
  act(() => requestUndo({ changeId: 'c1', ...wanted }))
  return told
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test.each([
  ['create', false, 'Undone: The user is deleted.'],
  ['update', false, 'Undone: The user is back to its earlier values.'],
  ['delete', false, 'Undone: The user is restored.'],
  ['restore', false, 'Undone: The user is deleted again.'],
  ['update', true, 'Redone: The user is back to its earlier values.'],
] as const)(
  'a %s is undone at once after a dry run (redo: %s), with the toast: %s',
  async (action, isRedo, words) => {
    asked.mockResolvedValue(undone({ takenBack: [item(action)] }))
    const told = take({ isRedo })
    await waitFor(() => expect(told).toEqual([words]))
    expect(asked.mock.calls).toEqual([
      ['c1', { plan: true }],
      ['c1', {}],
    ])
    expect(refreshed).toHaveBeenCalledWith(['users'])
    expect(screen.queryByRole('dialog')).toBeNull()
  },
)

test('a change of many records reports their number', async () => {
  const takenBack = Array.from({ length: 1430 }, (_, at) => item('update', { id: `u${at}` }))
  asked.mockResolvedValue(undone({ takenBack }))
  const told = take()
  await waitFor(() =>
    expect(told).toEqual(['Undone: 1,430 records are back to their earlier values.']),
  )
})

test('parts that cannot be undone are shown before anything is written, with author and reason', async () => {
  asked.mockResolvedValue(undone({ takenBack: [item('update')], kept: [noor], refused: [cid] }))
  const told = take()
  const dialog = await screen.findByRole('dialog', { name: 'Only part of this can be undone' })
  for (const text of ['Will be undone (1)', 'Noor Haddad', 'Ben Baker', 'This email is taken.'])
    expect(dialog.textContent).toContain(text)
  expect(asked.mock.calls).toEqual([['c1', { plan: true }]])
  expect(told).toEqual([])
  await press('Undo')
  const words = 'Undone: The user is back to its earlier values. 2 were not undone.'
  await waitFor(() => expect(told).toEqual([words]))
  expect(asked).toHaveBeenLastCalledWith('c1', {})
})

test('if everything was changed since, the dialog can only be closed', async () => {
  asked.mockResolvedValue(undone({ kept: [noor] }))
  take()
  await screen.findByRole('dialog', { name: 'This cannot be undone' })
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect(asked).toHaveBeenCalledOnce()
})

test('a second press while an undo runs does nothing', async () => {
  asked.mockResolvedValue(undone({ takenBack: [item('update')] }))
  const { wrapper, told } = refineAround(memoryBackend().provider)
  render(
    <>
      <UndoHandler />
      <UndoButton change="c1" />
    </>,
    { wrapper },
  )
  const button = screen.getByRole('button', { name: 'Undo' })
  act(() => {
    button.click()
    button.click()
  })
  await waitFor(() => expect(told).toEqual(['Undone: The user is back to its earlier values.']))
  expect(asked).toHaveBeenCalledTimes(2)
})

test('a single value can be undone', async () => {
  asked.mockResolvedValue(undone({ takenBack: [item('update')] }))
  const only = [{ resource: 'users', id: '1', fields: ['email'] }]
  const told = take({ only })
  await waitFor(() => expect(told).toEqual(['Undone: The field is back to its earlier value.']))
  expect(asked.mock.calls).toEqual([
    ['c1', { plan: true, only }],
    ['c1', { only }],
  ])
})

test.each([
  [new HttpError(409, { message: 'This was too long ago.' }), 'Error: This was too long ago.'],
  [new HttpError(500), 'Error: Failed to undo the change.'],
  [new HttpError(0), 'Error: The server did not respond. Your changes may or may not be saved.'],
])('a failure is reported with its cause (%#)', async (error, words) => {
  asked.mockRejectedValue(error)
  const told = take()
  await waitFor(() => expect(told).toEqual([words]))
})
