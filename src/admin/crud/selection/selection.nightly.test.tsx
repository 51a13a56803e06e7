// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { enter, leave } from '#admin/http/session.ts'
import * as bulkChanges from '#admin/providers/changes.ts'
import { HttpError } from '#admin/providers/http-client.ts'
import type { Applied, Plan, PlannedItem } from '#contract/changes.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { setWindow } from '../../../../tests/support/jsdom.ts'
import { memoryBackend, refineAround } from '../../../../tests/support/refine.tsx'
import { SelectionScreen } from '../../../../tests/support/SelectionScreen.tsx'

const users = registry.find(({ name }) => name === 'users') as Resource
const ADA = { _id: 'a', firstName: 'A', lastName: 'O', email: 'a@example.org', role: 'admin' }

/** What the server is asked, and how it answers. */
const server = {
  planned: [] as unknown[],
  applied: [] as unknown[],
  plan: undefined as unknown,
  apply: undefined as unknown,
}
vi.spyOn(bulkChanges, 'planChange').mockImplementation((body) => {
  server.planned.push(body)
  return answerOf<Plan>(server.plan)
})
vi.spyOn(bulkChanges, 'applyChange').mockImplementation((body) => {
  server.applied.push(body)
  return answerOf<Applied>(server.apply)
})
function answerOf<T>(answer: unknown): Promise<T> {
  return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer as T)
}

function show(given: Parameters<typeof SelectionScreen>[0] = {}) {
  const { wrapper: Refine, told } = refineAround(memoryBackend().provider)
  render(
    <MemoryRouter>
      <Refine>
        <SelectionScreen {...given} />
      </Refine>
    </MemoryRouter>,
  )
  return { told, user: userEvent.setup() }
}

beforeEach(() => {
  setWindow('medium')
  enter('t', { ...ADA, changes: true }, false)
  Object.assign(server, { planned: [], applied: [] })
})
afterEach(() => {
  cleanup()
  leave()
})

const box = (id: string) =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: `Select Nr ${id}` })
const bar = () => screen.queryByRole('region', { name: 'Selected users' })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('choosing records', () => {
  test('one by one, kept across pages and orders, and cleared by another search', async () => {
    const { user } = show()
    expect(bar()).toBeNull()
    await user.click(box('2'))
    await press('Turn')
    await user.click(box('6'))
    expect(bar()?.textContent).toContain('2 selected')
    await user.click(screen.getByRole('columnheader', { name: 'Email' }))
    expect(bar()?.textContent).toContain('2 selected')
    await press('Turn')
    expect([box('1').checked, box('2').checked]).toEqual([false, true])
    await user.type(screen.getByRole('searchbox'), 'ada{Enter}')
    expect(bar()).toBeNull()
    expect(box('2').checked).toBe(false)
  })

  test('one check box selects the page, and shows a partial selection', async () => {
    const { user } = show()
    const all = screen.getByRole<HTMLInputElement>('checkbox', {
      name: 'Select all 4 on this page',
    })
    await user.click(box('1'))
    expect([all.checked, all.indeterminate]).toEqual([false, true])
    await user.click(all)
    expect([all.checked, all.indeterminate]).toEqual([true, false])
    expect(bar()?.textContent).toContain('4 selected')
    await user.click(all)
    expect(bar()).toBeNull()
  })

  test('all matches; deselecting one keeps the visible ones', async () => {
    const { user } = show()
    await user.click(screen.getByRole('checkbox', { name: /^Select all 4/ }))
    await press('Select all 7 that match')
    expect(bar()?.textContent).toContain('All 7 selected')
    await press('Turn')
    expect(box('6').checked).toBe(true)
    await user.click(box('6'))
    expect(bar()?.textContent).toContain('2 selected')
    expect([box('5').checked, box('6').checked, box('7').checked]).toEqual([true, false, true])
  })

  test.each([
    { total: 10_000, isLeast: true, words: 'All matches selected, at least 10,000' },
    { total: 10_001, isLeast: false, words: 'All 10,001 selected' },
  ])(
    'a selection above the limit of a change can be exported, not changed: $words',
    async ({ words, ...given }) => {
      const { user } = show(given)
      await user.click(screen.getByRole('checkbox', { name: /^Select all 4/ }))
      await press(
        `Select all ${given.isLeast ? 'that match, at least 10,000' : '10,001 that match'}`,
      )
      expect(bar()?.textContent).toContain(words)
      expect(bar()?.textContent).toContain('You can change at most 10,000 records at once')
      const isOff = (name: string) =>
        screen.getByRole<HTMLButtonElement>('button', { name }).disabled
      expect(['Deactivate', 'Set…', 'Delete', 'Export'].map(isOff)).toEqual([
        true,
        true,
        true,
        false,
      ])
    },
  )

  test('on a phone the check boxes appear on request, and hiding them clears the selection', async () => {
    setWindow('phone')
    const { user } = show()
    expect(screen.queryByRole('checkbox')).toBeNull()
    await press('Select')
    await user.click(box('3'))
    expect(bar()?.textContent).toContain('1 selected')
    await press('Done')
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(bar()).toBeNull()
    cleanup()
    show({ total: 0 })
    expect(screen.queryByRole('button', { name: 'Select' })).toBeNull()
  })

  test('only what the role may do is offered', async () => {
    const { user } = show({ resource: { ...users, actions: [] } })
    await user.click(box('1'))
    expect(screen.getByRole('button', { name: 'Export' })).toBeDefined()
    for (const name of ['Deactivate', 'Set…', 'Delete'])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })
})

const item = (id: string, given: Partial<PlannedItem> = {}): PlannedItem => ({
  ...{ resource: 'users', action: 'update', id, version: 3, name: `Nr ${id}`, state: 'changed' },
  ...given,
})
const WHY = 'You cannot deactivate your own account.'
const planOf = (...items: PlannedItem[]): Plan => {
  const count = (state: PlannedItem['state']) => items.filter((one) => one.state === state).length
  const counts = {
    changed: count('changed'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    stale: 0,
  }
  return { digest: 'd1', items, counts }
}
const doneOf = (changed: number, clashed: PlannedItem[] = []): Applied => ({
  ...{ id: 'c1', counts: { changed, unchanged: 0, left: 0, clashed: clashed.length }, clashed },
})

describe('changing what was chosen', () => {
  test('the preview precedes the change; refused records and those changed by others stay selected', async () => {
    const { user, told } = show()
    await user.click(screen.getByRole('checkbox', { name: /^Select all 4/ }))
    const refused = item('1', { state: 'refused', reason: WHY, rule: 'own-account' })
    server.plan = planOf(refused, item('2', { state: 'unchanged' }), item('3'), item('4'))
    server.apply = doneOf(1, [item('4', { state: 'stale', reason: 'Ada changed it meanwhile.' })])
    await press('Deactivate')
    const dialog = await screen.findByRole('dialog', { name: 'Deactivate 4 users' })
    await waitFor(() => expect(dialog.textContent).toContain('2 users will change.'))
    expect(dialog.textContent).toContain('No change needed: 1 user.')
    expect(dialog.textContent).toContain(`1 user will not change:${WHY}Nr 1`)
    const change = { action: 'update', values: { isActive: false } }
    expect(server.planned).toEqual([{ resource: 'users', change, ids: ['1', '2', '3', '4'] }])
    expect(server.applied).toEqual([])

    await press('Deactivate 2 of 4')
    await waitFor(() =>
      expect(told).toEqual(['Success: 1 user changed. Not changed and still selected: 2 users.']),
    )
    expect(server.applied).toEqual([
      {
        ...{ digest: 'd1', resource: 'users', change, without: ['1'] },
        ids: ['1@3', '2@3', '3@3', '4@3'],
      },
    ])
    expect(['1', '2', '3', '4'].map((id) => box(id).checked)).toEqual([true, false, false, true])
  })

  test('all matches are requested by the list’s own query; a complete success is reported by a toast', async () => {
    const { user, told } = show()
    await user.type(screen.getByRole('searchbox'), 'nr{Enter}')
    await user.click(screen.getByRole('checkbox', { name: /^Select all 4/ }))
    await press('Select all 7 that match')
    server.plan = planOf(item('1'), item('7'))
    server.apply = doneOf(2)
    await press('Delete')
    await user.click(await screen.findByRole('button', { name: 'Delete 2' }))
    await waitFor(() => expect(told).toEqual(['Success: 2 users deleted.']))
    expect(server.planned).toEqual([
      { resource: 'users', change: { action: 'delete' }, query: 'search=nr' },
    ])
    expect(bar()).toBeNull()
  })

  test('a value is selected first, previewed at each choice, and confirmed as in the form', async () => {
    const { user } = show()
    await user.click(box('1'))
    server.plan = planOf(item('1'))
    await press('Set…')
    await user.click(screen.getByRole('menuitem', { name: 'Set Role…', hidden: true }))
    const dialog = await screen.findByRole('dialog', { name: 'Set Role for 1 user' })
    expect(server.planned).toEqual([])
    fireEvent.mouseDown(await within(dialog).findByLabelText('Role'))
    fireEvent.click(await screen.findByTitle('Admin'))
    await waitFor(() =>
      expect(dialog.textContent).toContain('Admins can see, change and delete everything'),
    )
    expect(server.planned).toEqual([
      { resource: 'users', change: { action: 'update', values: { role: 'admin' } }, ids: ['1'] },
    ])
  })

  test('a failed plan can be requested again; a lost answer is reported as unknown', async () => {
    const { user } = show()
    await user.click(box('1'))
    server.plan = new HttpError(503, { message: 'The database is busy.' })
    await press('Activate')
    const dialog = await screen.findByRole('dialog')
    await waitFor(() => expect(dialog.textContent).toContain('The database is busy.'))
    server.plan = planOf(item('1'))
    await press('Try again')
    server.apply = new HttpError(0)
    await user.click(await screen.findByRole('button', { name: 'Activate 1' }))
    await waitFor(() =>
      expect(dialog.textContent).toContain('The action may or may not be complete.'),
    )
    server.plan = planOf(item('1', { state: 'unchanged' }))
    await press('Try again')
    await waitFor(() => expect(dialog.textContent).toContain('No change needed: 1 user.'))
    expect(server.applied).toHaveLength(1)
  })
})
