// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { enter, leave } from '#admin/http/session.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { arrange } from './arrange.ts'
import { ColumnsPanel } from './ColumnsPanel.tsx'
import { type ListLayout, useListLayout } from './layout.ts'

const users = registry.find(({ page }) => page === 'users') as Resource
const admin = { _id: 'one', firstName: 'A', lastName: 'B', email: 'a@example.org', role: 'admin' }

let layout: ListLayout
// biome-ignore lint/style/useComponentExportOnlyModules: a test, never reloaded while it runs
function Panel({ width }: { width: number }) {
  layout = useListLayout(users).layout
  const arrangement = arrange(users, layout, { width, taken: 150 })
  const view = {
    arrangement,
    layout,
    width,
    area: { current: null },
    isMeasured: true,
    hasRoom: true,
  }
  return <ColumnsPanel resource={users} view={view} onLeave={() => undefined} />
}

beforeEach(() => enter('t', admin, true))
afterEach(() => {
  cleanup()
  leave()
  localStorage.clear()
})

test('LIST-08 a column is chosen, moved and pinned by its buttons, and all is taken back', async () => {
  const user = userEvent.setup()
  render(<Panel width={1400} />)
  await user.click(screen.getByRole('checkbox', { name: 'Role' }))
  expect(layout.columns).not.toContain('role')
  await user.click(screen.getByRole('button', { name: 'Move Status up' }))
  screen.getByText(/^Status is column \d of \d$/)
  await user.click(screen.getByRole('button', { name: 'Pin Email' }))
  expect(layout.pinned).toEqual(['email'])
  await user.click(screen.getByRole('button', { name: 'Compact' }))
  expect(layout.density).toBe('compact')
  await user.click(screen.getByRole('button', { name: 'Reset' }))
  expect(layout).toEqual({})
})

test('LIST-08 a width is typed, kept within its limits, and empty again is what the column needs', async () => {
  const user = userEvent.setup()
  render(<Panel width={1400} />)
  const width = screen.getByRole('spinbutton', { name: 'Width of Role' })
  await user.type(width, '240')
  expect(layout.widths).toEqual({ role: 240 })
  await user.clear(width)
  expect(layout).toEqual({})
  await user.type(width, '9')
  await user.tab()
  expect(layout).toEqual({})
  expect((width as HTMLInputElement).value).toBe('')
})

test('LIST-08 what had no room is not lost when another column is moved', async () => {
  const user = userEvent.setup()
  render(<Panel width={700} />)
  expect(screen.getAllByText('no room').length).toBeGreaterThan(0)
  await user.click(screen.getByRole('button', { name: 'Move Status up' }))
  expect(layout.columns).toEqual(expect.arrayContaining(['lastLogin', 'createdAt']))
})

test('LIST-08 chosen columns that need more than the window has say that the table scrolls', async () => {
  const user = userEvent.setup()
  render(<Panel width={700} />)
  const words = /the table scrolls sideways/
  expect(screen.queryByText(words)).toBeNull()
  for (const box of screen.getAllByRole('checkbox', { checked: false })) await user.click(box)
  screen.getByText(words)
})
