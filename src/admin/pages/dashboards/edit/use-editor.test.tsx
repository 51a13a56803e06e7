// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import type { DashboardRecord } from '#contract/insight/dashboards.ts'
import { memoryBackend, refineAround } from '../../../../../tests/support/refine.tsx'
import { readDashboard } from '../read-dashboard.ts'
import { newWidget } from '../widget-types.ts'
import { useEditor } from './use-editor.ts'

afterEach(cleanup)

const stored = (more: object = {}): DashboardRecord =>
  readDashboard({ _id: '1', id: '1', version: 1, title: 'Mine', widgets: [], ...more })

function open(record: DashboardRecord) {
  const announced: string[] = []
  const { wrapper: Around } = refineAround(memoryBackend().provider)
  const { result } = renderHook(() => useEditor(record, (text) => void announced.push(text)), {
    wrapper: ({ children }) => (
      <MemoryRouter initialEntries={['/admin/dashboards/1']}>
        <Around>{children}</Around>
      </MemoryRouter>
    ),
  })
  return { now: () => result.current, announced }
}

test('DASH-03 a title typed letter by letter is one step, and undoing it leaves nothing to save', () => {
  const { now, announced } = open(stored())
  expect([now().isDirty, now().undo, now().redo]).toEqual([false, undefined, undefined])
  for (const title of ['O', 'Ou', 'Our']) act(() => now().change({ title }, 'title'))
  expect([now().isDirty, now().draft.title]).toEqual([true, 'Our'])
  act(() => now().undo?.())
  expect([now().isDirty, now().draft.title]).toEqual([false, 'Mine'])
  act(() => now().redo?.())
  expect(now().draft.title).toBe('Our')
  expect(announced).toEqual([
    'Undone: The title was changed from “Mine” to “Our”.',
    'Redone: The title was changed from “Mine” to “Our”.',
  ])
})

test('DASH-03 a widget is changed by its id; what changes nothing is no step', () => {
  const users = newWidget('userStats', [])
  const missions = newWidget('missionStats', [users])
  const { now } = open(stored({ layout: 'grid', widgets: [users, missions] }))
  act(() => now().change({ title: 'Mine' }))
  expect(now().undo).toBeUndefined()
  act(() => now().changeWidget(missions.id, { title: 'Paths' }))
  expect(now().draft.widgets.map(({ title }) => title)).toEqual([users.title, 'Paths'])
  act(() => now().setLayout('list'))
  expect(now().draft.layout).toBe('list')
  act(() => now().undo?.())
  act(() => now().undo?.())
  expect(now().isDirty).toBe(false)
})

test('FORM-02 DASH-05 of another version the draft becomes a change, or takes it; Undo brings mine back', () => {
  const { now } = open(stored())
  act(() => now().change({ title: 'Ours' }))
  act(() => now().rebase(stored({ version: 2, isDefault: true })))
  expect([now().base.version, now().draft.title, now().isDirty]).toEqual([2, 'Ours', true])
  act(() => now().take(stored({ version: 3, title: 'Theirs' })))
  expect([now().base.version, now().draft.title, now().isDirty]).toEqual([3, 'Theirs', false])
  act(() => now().undo?.())
  expect([now().draft.title, now().isDirty]).toEqual(['Ours', true])
})
