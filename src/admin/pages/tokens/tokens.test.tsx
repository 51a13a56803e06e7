// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Token } from '#contract/tokens.ts'
import Tokens from './Tokens.tsx'

const user = userEvent.setup({ delay: null })
const at = '2026-11-20T10:00:00Z'
const BACKEND: Token = {
  ...{ id: 't1', name: 'Backend', createdAt: at, expiresAt: null, lastUsedAt: null },
  scopes: [{ resource: 'events', actions: ['send'] }],
  createdBy: { id: 'u1', name: 'Ada Admin' },
  ...{ revokedAt: null, events: 1234, takenBack: null },
}
let tokens: Token[]
let calls: { call: string; body: unknown }[]

beforeAll(async () => {
  globalThis.fetch = async (input) => {
    const request = input as Request
    const call = `${request.method} ${new URL(request.url).pathname.replace('/api/v1', '')}`
    const text = await request.text()
    const body = text === '' ? undefined : JSON.parse(text)
    if (!call.startsWith('GET')) calls.push({ call, body })
    return answer(call, body)
  }
  // Its code comes with the first question.
  await import('#admin/ui/QuestionDialog.tsx')
})
beforeEach(() => {
  tokens = [BACKEND]
  calls = []
})
afterEach(cleanup)

/** A server that keeps tokens. */
function answer(call: string, body: object): Response {
  if (call === 'GET /tokens') return Response.json({ tokens })
  if (call === 'POST /tokens') {
    const made = { ...BACKEND, id: 't2', events: 0, ...body }
    tokens = [made, ...tokens]
    return Response.json({ ...made, token: 'svc_once' }, { status: 201 })
  }
  if (call === 'DELETE /tokens/t1') {
    tokens = tokens.map((one) => ({ ...one, revokedAt: at }))
    return new Response(null, { status: 204 })
  }
  tokens = tokens.map((one) => ({ ...one, takenBack: { askedAt: at, doneAt: null, events: 0 } }))
  return Response.json(tokens[0], { status: 202 })
}

async function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <Tokens />
    </QueryClientProvider>,
  )
  await screen.findByText('Backend')
}

test('a token’s scopes are check boxes, and it is shown once', async () => {
  await open()
  await user.click(screen.getByRole('button', { name: 'New token' }))
  const form = within(await screen.findByRole('dialog'))
  await user.click(form.getByRole('button', { name: 'Create token' }))
  expect(await form.findByText('Name is required.')).toBeTruthy()
  expect(await form.findByText('Choose at least one permission.')).toBeTruthy()
  expect(calls).toEqual([])

  await user.type(form.getByRole('textbox', { name: /^Name/ }), 'Reports')
  // What is changed has to be read.
  await user.click(form.getByRole('checkbox', { name: 'Mentors: edit' }))
  expect(form.getByRole('checkbox', { name: 'Mentors: read', checked: true })).toBeTruthy()
  await user.click(form.getByRole('checkbox', { name: 'Analytics: read' }))
  fireEvent.mouseDown(form.getByRole('combobox', { name: 'Expires' }))
  fireEvent.click(screen.getByTitle('Never'))
  await user.click(form.getByRole('button', { name: 'Create token' }))
  expect(await screen.findByDisplayValue('svc_once')).toBeTruthy()
  expect(calls).toEqual([
    {
      call: 'POST /tokens',
      body: {
        name: 'Reports',
        scopes: [
          { resource: 'mentors', actions: ['read', 'update'] },
          { resource: 'analytics', actions: ['read'] },
        ],
        expiresAt: null,
      },
    },
  ])
  // It is gone with the dialog: only whoever says to have it ends that.
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  expect(screen.getByDisplayValue('svc_once')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'I have copied it' }))
  expect(await screen.findByText('Mentors: read, edit · Analytics: read')).toBeTruthy()
  expect(screen.queryByDisplayValue('svc_once')).toBeNull()
})

test('a token is revoked after a question, then its events can be deleted', async () => {
  await open()
  expect(screen.queryByRole('button', { name: /^Delete the events/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Revoke Backend' }))
  const question = within(await screen.findByRole('dialog', { name: 'Revoke Backend?' }))
  expect(calls).toEqual([])
  await user.click(question.getByRole('button', { name: 'Revoke' }))
  await user.click(await screen.findByRole('button', { name: 'Delete the events of Backend' }))
  const other = within(
    await screen.findByRole('dialog', { name: 'Delete 1,234 events of Backend?' }),
  )
  await user.click(other.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Deleting: 0 events so far')).toBeTruthy()
  expect(calls.map(({ call }) => call)).toEqual(['DELETE /tokens/t1', 'POST /tokens/t1/take-back'])
})
