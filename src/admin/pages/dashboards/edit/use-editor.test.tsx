// @vitest-environment jsdom
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { withVersions } from '#admin/providers/versioned-provider.ts'
import type { DashboardRecord } from '#contract/dashboards.ts'
import { memoryBackend, refineAround } from '../../../../../tests/support/refine.tsx'
import { dashboardResource, readDashboard } from '../dashboard.ts'
import type { Dashboards } from '../use-dashboards.ts'
import { View } from '../View.tsx'
import { useEditor, useSave } from './use-editor.ts'

afterEach(cleanup)

const stored = (more: object = {}): DashboardRecord =>
  readDashboard({ _id: '1', id: '1', version: 1, title: 'Mine', widgets: [], ...more })

function open(record: DashboardRecord) {
  const { wrapper } = around()
  const { result } = renderHook(() => useEditor(record), { wrapper })
  return () => result.current
}

/** The page of the dashboard '1', with a backend that holds these rows. */
function around(...rows: DashboardRecord[]) {
  const backend = memoryBackend(...rows.map((row) => ({ ...row, id: row._id })))
  const { wrapper: Around, told } = refineAround(
    withVersions(backend.provider, () => dashboardResource),
  )
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={['/admin/dashboards/1']}>
      <Around>{children}</Around>
    </MemoryRouter>
  )
  return { ...backend, told, wrapper }
}

test('a title that is changed and restored leaves nothing to save', () => {
  const now = open(stored())
  expect(now().isDirty).toBe(false)
  act(() => now().change({ title: 'Our' }))
  expect([now().isDirty, now().draft.title]).toEqual([true, 'Our'])
  act(() => now().change({ title: 'Mine' }))
  expect(now().isDirty).toBe(false)
})

test('the draft takes another version', () => {
  const now = open(stored())
  act(() => now().change({ title: 'Ours' }))
  act(() => now().take(stored({ version: 3, title: 'Theirs' })))
  expect([now().base.version, now().draft.title, now().isDirty]).toEqual([3, 'Theirs', false])
})

describe('a write with a lost answer', () => {
  function saving() {
    const record = stored()
    const { wrapper, ...backend } = around(record)
    const onSaved = vi.fn(() => Promise.resolve())
    const { result } = renderHook(
      () => {
        const editing = useEditor(record)
        return { editing, saving: useSave(editing, onSaved) }
      },
      { wrapper },
    )
    act(() => result.current.editing.change({ title: 'Ours' }))
    return { ...backend, onSaved, now: () => result.current }
  }

  test('a save that was stored is reported as saved, and not sent again', async () => {
    const { next, now, told, sent, onSaved } = saving()
    next('lost after')
    await act(() => now().saving.save())
    expect(told).toEqual(['Success: Dashboard saved.'])
    expect(onSaved).toHaveBeenCalledExactlyOnceWith('1')
    expect(sent).toHaveLength(1)
  })

  test('a failed save is reported, keeps the draft, and can be sent again', async () => {
    const { next, now, told, stored: rows, onSaved } = saving()
    next('lost before')
    await act(() => now().saving.save())
    expect(told).toEqual(['Error: The server did not respond. The dashboard was not saved.'])
    expect(onSaved).not.toHaveBeenCalled()
    expect([now().editing.draft.title, now().editing.isDirty]).toEqual(['Ours', true])
    await act(() => now().saving.save())
    expect(told.at(-1)).toBe('Success: Dashboard saved.')
    expect(rows.get('1')).toMatchObject({ title: 'Ours', version: 2 })
  })

  test('after a lost answer, the dashboard shows whether the default was set', async () => {
    const record = stored()
    const { wrapper, next, told, stored: rows } = around(record)
    const reload = vi.fn(() => Promise.resolve())
    const dashboards = { range: 'last30days', reload } as unknown as Dashboards
    render(<View record={record} dashboards={dashboards} />, { wrapper })
    const press = () => userEvent.click(screen.getByRole('button', { name: /Set Default/ }))
    next('lost before', 'lost after')
    await press()
    await waitFor(() =>
      expect(told).toEqual(['Error: The server did not respond. The dashboard was not saved.']),
    )
    expect(rows.get('1')).toMatchObject({ isDefault: false })
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
    await press()
    await waitFor(() => expect(told).toHaveLength(2))
    expect(told[1]).toBe('Success: Default dashboard changed.')
    expect(rows.get('1')).toMatchObject({ isDefault: true, version: 2 })
  })
})
