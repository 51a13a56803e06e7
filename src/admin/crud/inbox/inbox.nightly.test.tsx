// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HttpError } from '#admin/providers/http-client.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { Listed } from '../../../../tests/support/Listed.tsx'
import { memoryBackend, refineAround } from '../../../../tests/support/refine.tsx'

afterEach(cleanup)

const messages = registry.find(({ name }) => name === 'messages') as Resource
const letter = (id: string, name: string, status = 'new'): Row => ({
  ...{ _id: id, id, version: 1, name, status, email: `${name}@example.org`.toLowerCase() },
  subject: `About ${id}`,
  message: `Dear all,\n\nI am ${name}: https://evil.example.org <b>bold</b>`,
  createdAt: '2026-11-20T08:00:00.000Z',
})

let backend: ReturnType<typeof memoryBackend>
let router: ReturnType<typeof createMemoryRouter>
beforeEach(() => {
  backend = memoryBackend(letter('a', 'Ada'), letter('b', 'Ben', 'answered'), letter('c', 'Cyd'))
})

async function show(address = '/admin/messages') {
  const { wrapper: Wrapper } = refineAround(backend.provider)
  const element = (
    <Wrapper>
      <Listed resource={messages} />
    </Wrapper>
  )
  router = createMemoryRouter([{ path: '/admin/messages/:record?', element }], {
    initialEntries: ['/admin', address],
  })
  render(<RouterProvider router={router} />)
  await waitFor(() => expect(document.querySelector('[data-row], [role=alert]')).not.toBeNull())
}

const row = (name: string) => screen.getByRole('link', { name: new RegExp(`^(New, )?${name}`) })
const pane = () => screen.getByRole('region', { name: 'Message' })
const path = () => `${router.state.location.pathname}${router.state.location.search}`
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('an inbox', () => {
  test('marks new messages, and shows the selected one in full beside the list', async () => {
    await show('/admin/messages?sort=name')
    expect(row('Ada').textContent).toMatch(/^New, Ada/)
    expect(row('Ben').textContent).toMatch(/^Ben/)
    expect(row('Ben').textContent).toContain('Answered')
    await screen.findByText('No message selected')
    fireEvent.click(row('Ada'))
    expect(path()).toBe('/admin/messages/a?sort=name')
    const heading = await screen.findByRole('heading', { name: 'About a' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(row('Ada').getAttribute('aria-current')).toBe('true')
    // As it was typed; what looks like a link is none, and what looks like HTML is text.
    expect(pane().textContent).toContain(
      'Dear all,\n\nI am Ada: https://evil.example.org <b>bold</b>',
    )
    expect(within(pane()).queryByRole('link', { name: /evil/ })).toBeNull()
    const links = within(pane()).getAllByRole('link')
    expect(links.map((one) => one.getAttribute('href')?.split('?')[0])).toEqual(
      Array(2).fill('mailto:ada@example.org'),
    )
    // It was opened, not answered: it stays new.
    expect(row('Ada').textContent).toMatch(/^New, /)
    expect(backend.sent).toEqual([])
  })

  test('moves between messages in one history entry, and Back closes', async () => {
    await show()
    fireEvent.click(row('Ada'))
    await screen.findByRole('heading', { name: 'About a' })
    fireEvent.click(row('Ben'))
    const heading = await screen.findByRole('heading', { name: 'About b' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    await act(() => router.navigate(-1))
    expect(path()).toBe('/admin/messages')
    expect(screen.queryByRole('region', { name: 'Message' })).toBeNull()
  })

  test('is closed by its button, even if opened by its address, and the focus returns to its row', async () => {
    await show('/admin/messages/b?search=about')
    await screen.findByRole('heading', { name: 'About b' })
    press('Close message')
    await waitFor(() => expect(path()).toBe('/admin/messages?search=about'))
    await waitFor(() => expect(document.activeElement).toBe(row('Ben')))
  })

  test('shows the next message after a deletion, and the list after the last one', async () => {
    await show('/admin/messages/b')
    await screen.findByRole('link', { name: 'Reply to Ben' })
    for (const [name, next] of [
      ['Ben', '/admin/messages/c'],
      ['Cyd', '/admin/messages/a'],
      ['Ada', '/admin/messages'],
    ]) {
      fireEvent.click(await screen.findByRole('button', { name: `Delete ${name}` }))
      const question = await screen.findByRole('dialog')
      fireEvent.click(within(question).getByRole('button', { name: 'Delete' }))
      await waitFor(() => expect(path()).toBe(next))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    expect((await screen.findAllByText(/^No messages yet/)).length).toBeGreaterThan(0)
  })

  test('reports a message that is gone or unreadable, and keeps the list', async () => {
    await show('/admin/messages/zz')
    expect(await screen.findByText('This message no longer exists.')).toBeDefined()
    fireEvent.click(row('Ada'))
    await screen.findByRole('heading', { name: 'About a' })
    cleanup()
    backend.provider.getOne = () => Promise.reject(new HttpError(500))
    backend.provider.getList = () => Promise.resolve({ data: [], total: 0 })
    await show('/admin/messages/a')
    const failure = await within(pane()).findByRole('alert')
    expect(failure.textContent).toContain('Failed to load this message.')
  })

  test('an incomplete message of another backend can be read', async () => {
    const half = {
      _id: '7',
      id: '7',
      email: 'a@example.org?bcc=all@example.org',
      message: null,
      subject: 3,
    }
    backend = memoryBackend(half as Row)
    await show('/admin/messages/7')
    const link = await screen.findByRole('link', { name: /bcc=all/ })
    expect(link.getAttribute('href')).toBe('mailto:a@example.org%3Fbcc%3Dall@example.org')
    expect(within(pane()).getByRole('heading', { name: '3' })).toBeDefined()
  })
})
