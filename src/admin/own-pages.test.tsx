// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import type { MenuSign } from '#admin/ui/icons.tsx'
import { brand } from '#brand'
import { registry } from '#resources/index.ts'
import { page } from './pages/page.tsx'
import { checkPages, pagesOf, refineResources } from './pages/pages.ts'

afterEach(cleanup)

test('one entry provides route, menu entry, heading, skeleton and window title', async () => {
  const { PageFrame } = await import('./shell/Shell.tsx')
  const loads: (() => void)[] = []
  const reports = page('reports', {
    title: 'Reports',
    subtitle: 'What is sent on Mondays',
    icon: 'list',
    load: () =>
      new Promise((resolve) => loads.push(() => resolve({ default: () => <p>Twelve pages</p> }))),
  })
  const own = [reports]
  // Beside what is managed, after the resources.
  const resources = refineResources(registry, registry, own)
  const manage = resources.filter(({ meta }) => meta?.group === 'Manage')
  expect(manage.at(-1)).toMatchObject({ list: '/admin/reports', meta: { label: 'Reports' } })

  const routes = pagesOf(registry, own).map((one) => ({
    path: one.to,
    element: <PageFrame page={one} />,
  }))
  const router = createMemoryRouter(routes, { initialEntries: ['/admin/reports'] })
  render(<RouterProvider router={router} />)
  const heading = screen.getByRole('heading', { level: 1, name: 'Reports' })
  expect(screen.getByText('What is sent on Mondays')).toBeDefined()
  expect(screen.getByRole('status', { name: 'Loading' })).toBeDefined()
  expect(document.title).toBe(`Reports · ${brand.panel}`)

  await vi.waitFor(() => expect(loads).toHaveLength(1), 10_000)
  loads[0]?.()
  expect(await screen.findByText('Twelve pages')).toBeDefined()
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  expect(heading.textContent).toBe('Reports')
})

test('an ownPage without a page is refused with the fix', () => {
  expect(() => checkPages(registry)).not.toThrow()
  expect(() => checkPages(registry, [])).toThrow(
    "src/resources/dashboards.ts: ownPage: there is no such page. Fix: add page('dashboards', { icon, load }) to src/admin/pages/pages.ts, or leave out ownPage.",
  )
  // @ts-expect-error a sign that there is none of
  const sign: MenuSign = 'rocket'
  expect(sign).toBe('rocket')
})

test('a page without a title exists only with its resource, and has its title', () => {
  const titles = (resources: typeof registry) => pagesOf(resources).map(({ title }) => title)
  expect(titles(registry)).toContain('Custom dashboards')
  expect(titles(registry.filter(({ page: name }) => name !== 'dashboards'))).not.toContain(
    'Custom dashboards',
  )
})
