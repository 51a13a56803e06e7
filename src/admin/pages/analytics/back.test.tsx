// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RangePicker } from './RangePicker.tsx'
import { type AnalyticsPage, useAnalytics } from './use-analytics.ts'

const START = '/admin/analytics?start=2026-09-01&end=2026-09-30'
let page: AnalyticsPage
let asked: string[]

beforeEach(() => {
  asked = []
  globalThis.fetch = (input) => {
    const { searchParams } = new URL((input as Request).url)
    asked.push(`${searchParams.get('startDate')} ${searchParams.get('endDate')}`)
    return Promise.resolve(Response.json({ data: { dailyActiveUsers: [] } }))
  }
})
afterEach(cleanup)

// biome-ignore lint/style/useComponentExportOnlyModules: a test, never reloaded while it runs
function Ranges() {
  page = useAnalytics()
  const { range, name, today, change } = page
  return <RangePicker range={range} name={name} today={today} zone={undefined} onChange={change} />
}

/** The page's controls at an address, with Home before them in the history. */
function open(address = START) {
  const routes = [
    { path: '/admin', element: 'Home' },
    { path: '/admin/analytics', element: <Ranges /> },
  ]
  const router = createMemoryRouter(routes, { initialEntries: ['/admin', address] })
  let steps = 0
  router.subscribe(({ historyAction, navigation }) => {
    if (historyAction === 'PUSH' && navigation.state === 'idle') steps += 1
  })
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return {
    address: () => `${router.state.location.pathname}${router.state.location.search}`,
    steps: () => steps,
    back: () => act(() => router.navigate(-1)),
  }
}

const pick = (value: string) =>
  fireEvent.change(screen.getByLabelText('Date range'), { target: { value } })
const enter = (label: string, value: string) => {
  const field = screen.getByLabelText(label)
  fireEvent.change(field, { target: { value } })
  fireEvent.keyDown(field, { key: 'Enter' })
}

test('ANA-01 Back takes back a range and the comparison, one after the other', async () => {
  const { address, steps, back } = open()
  pick('last7days')
  act(() => page.change({ isCompared: true }))
  expect(address()).toBe('/admin/analytics?range=last7days&compare=1')
  // What is chosen already is no step.
  pick('last7days')
  act(() => page.change({ isCompared: true }))
  expect(steps()).toBe(2)
  await back()
  expect(address()).toBe('/admin/analytics?range=last7days')
  await back()
  expect(address()).toBe(START)
  expect(screen.getByLabelText<HTMLInputElement>('Start date').value).toBe('2026-09-01')
  await back()
  expect(address()).toBe('/admin')
})

test('ANA-01 a date that is entered with slips is one step, and a refused one is none', async () => {
  const { address, steps, back } = open()
  fireEvent.focus(screen.getByLabelText('End date'))
  enter('End date', '2026-08-31')
  expect(screen.getByRole('alert').textContent).toBe(
    'The start date must not be after the end date.',
  )
  expect([steps(), address()]).toEqual([0, START])
  enter('End date', '2026-09-02')
  enter('End date', '2026-09-20')
  fireEvent.blur(screen.getByLabelText('End date'))
  expect([steps(), address()]).toEqual([1, '/admin/analytics?start=2026-09-01&end=2026-09-20'])
  fireEvent.focus(screen.getByLabelText('Start date'))
  enter('Start date', '2026-09-05')
  expect(steps()).toBe(2)
  await back()
  expect(address()).toBe('/admin/analytics?start=2026-09-01&end=2026-09-20')
  await back()
  expect(address()).toBe(START)
})

test('ANA-01 an address with a date that there is not asks for the usual range, and stays', () => {
  const { address, steps } = open('/admin/analytics?start=2026-13-45')
  expect(screen.getByLabelText<HTMLSelectElement>('Date range').value).toBe('last30days')
  expect(screen.getByRole('alert').textContent).toBe('')
  expect(asked).toEqual([`${page.range.start} ${page.range.end}`])
  expect([steps(), address()]).toEqual([0, '/admin/analytics?start=2026-13-45'])
})

test('ANA-01 an address whose start is after its end is refused at the pickers without a call', () => {
  open('/admin/analytics?start=2026-09-30&end=2026-09-01')
  expect(screen.getByRole('alert').textContent).toBe(
    'The start date must not be after the end date.',
  )
  expect(asked).toEqual([])
})
