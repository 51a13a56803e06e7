// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { lazy, Suspense } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Boundary } from './Boundary.tsx'

beforeEach(() => {
  // React logs what a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('an error of a page is not put down to a new version', () => {
  const Broken = () => {
    throw new Error('removeChild')
  }
  render(
    <Boundary>
      <Broken />
    </Boundary>,
  )
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toContain('An error occurred. Retry, or reload the page.')
  expect(alert.textContent).not.toContain('version')
})

test('a file that did not load may have gone with a new version', async () => {
  const Missing = lazy(() =>
    Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
  )
  render(
    <Boundary>
      <Suspense>
        <Missing />
      </Suspense>
    </Boundary>,
  )
  expect((await screen.findByRole('alert')).textContent).toContain(
    'reload the page to get the latest version',
  )
})

test('Retry checks whether a failed file can be fetched, before it reloads the page', async () => {
  const network = vi.fn<typeof fetch>().mockResolvedValue(new Response(null, { status: 404 }))
  vi.stubGlobal('fetch', network)
  const file = 'https://example.org/assets/Page-1.js'
  const Missing = lazy(() =>
    Promise.reject(new TypeError(`Failed to fetch dynamically imported module: ${file}`)),
  )
  render(
    <Boundary>
      <Suspense>
        <Missing />
      </Suspense>
    </Boundary>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  await waitFor(() =>
    expect(network).toHaveBeenCalledWith(file, { method: 'HEAD', cache: 'no-store' }),
  )
  expect(await screen.findByRole('alert')).toBeDefined()
  vi.unstubAllGlobals()
})
