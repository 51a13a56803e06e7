// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { PartsContext, partsFrom } from '#admin/crud/parts/finder.ts'
import type { ResultProps } from '#admin/crud/parts/props.ts'
import { ResourcePage } from '#admin/crud/ResourcePage.tsx'
import { makeAction } from '#model/actions.ts'
import { completeRegistry } from '#model/complete.ts'
import { defineResource, type Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { requiredText } from '#model/schema.ts'
import { setWindow } from '../../../../tests/support/jsdom.ts'
import { memoryBackend, refineAround } from '../../../../tests/support/refine.tsx'

/** What the API was asked for, and what it answers next; a text fails without an answer. */
const calls: { url: string; version: string | null }[] = []
const answers: (Response | Promise<Response> | Error)[] = []
const json = (body: unknown, status = 200) => Response.json(body, { status })
beforeAll(() => {
  globalThis.fetch = (input) => {
    const request = input as Request
    if (request.method !== 'POST') return Promise.reject(new TypeError('No network'))
    const { pathname, search } = new URL(request.url)
    calls.push({ url: pathname + search, version: request.headers.get('if-match') })
    const answer = answers.shift() ?? json({})
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
  }
})
beforeEach(() => {
  calls.length = 0
  answers.length = 0
  setWindow('wide')
})
afterEach(cleanup)

const [workshops] = completeRegistry([
  defineResource({
    name: 'workshops',
    label: ['Workshop', 'Workshops'],
    recordName: 'title',
    create: z.object({ title: requiredText(60), status: z.enum(['open', 'closed']) }),
    sample: { title: 'Portfolio evening', status: 'open' },
    columns: (c) => [c.text('title', 'Title'), c.badge('status', 'Status')],
    fields: (f) => [f.text('title', 'Title'), f.select('status', 'Status')],
    search: ['title'],
    filters: ['status'],
    rowActions: (action) => [
      action('close', 'Close', { when: ({ status }) => status === 'open', done: 'Closed.' }),
      action('sendReminder', 'Send reminder', {
        confirm: { title: 'Remind all of {name}?', text: 'Each gets an email.', yes: 'Send' },
        done: 'Reminder sent.',
      }),
    ],
    listActions: (action) => [
      action('closeAll', 'Close all', {
        confirm: { title: 'Close {count} workshops?', text: 'They stay.', yes: 'Close them' },
        tone: 'danger',
        done: '{count} closed.',
      }),
    ],
  }),
])
if (!workshops) throw new Error('no resource')

const open: Row = { _id: 'a', id: 'a', version: 3, title: 'Evening', status: 'open' }
const closed: Row = { _id: 'b', id: 'b', version: 1, title: 'Morning', status: 'closed' }

/** Of an action whose answer is shown. */
const results = {
  invitation: ({ row, answer, close }: ResultProps) => (
    <button type="button" onClick={close}>
      {`${String(row.title)}: ${String(Object(answer).url)}`}
    </button>
  ),
}
const parts = partsFrom({ './workshops/parts.tsx': () => Promise.resolve({ results }) })

async function show(resource: Resource, address = '', ...rows: Row[]) {
  const { provider, stored } = memoryBackend(...rows)
  const all = provider.getList
  const read = vi.fn(all)
  provider.getList = read as typeof all
  const { wrapper: Wrapper, told } = refineAround(provider)
  const element = (
    <Wrapper>
      <PartsContext value={parts}>
        <ResourcePage resource={resource} />
      </PartsContext>
    </Wrapper>
  )
  const router = createMemoryRouter([{ path: '/admin/workshops', element }], {
    initialEntries: [`/admin/workshops${address}`],
  })
  render(<RouterProvider router={router} />)
  // A word that is searched for is marked: the title may stand in several elements.
  await waitFor(() => expect(document.body.textContent).toContain(rows[0]?.title))
  return { told, stored, read }
}

const buttons = (name: string | RegExp) => screen.queryAllByRole('button', { name })
const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }))
const inDialog = async (name: string) =>
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))

/** Chooses an action in the menu of the row. */
const act = async (name: string) => {
  await press(/More actions for Evening/)
  fireEvent.click(await screen.findByRole('menuitem', { name }))
}

describe('an action of a row', () => {
  test('is in the menu of the records it applies to; runs once at a time, and reloads the list', async () => {
    const { told, stored, read } = await show(workshops, '', open, closed)
    let answer: (response: Response) => void = () => undefined
    answers.push(new Promise((resolve) => (answer = resolve)))
    const before = read.mock.calls.length
    await act('Close')
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(calls).toEqual([{ url: '/api/v1/workshops/a/close', version: '"3"' }])
    // A slow server: the button says that it is busy, and does nothing more.
    fireEvent.click(buttons(/More actions for Evening/)[0] as HTMLElement)
    stored.set('a', { ...open, status: 'closed', version: 4 })
    answer(json({ ...open, status: 'closed', version: 4 }))
    await waitFor(() => expect(told).toEqual(['Success: Closed.']))
    await press('More actions for Evening')
    await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Close' })).toBeNull())
    expect(read.mock.calls.length).toBe(before + 1)
    expect(calls).toHaveLength(1)
  })

  test('asks its question with the name, and Cancel sends nothing', async () => {
    const { told } = await show(workshops, '', open)
    await act('Send reminder')
    const question = await screen.findByRole('dialog')
    expect(question.textContent).toContain('Remind all of Evening?')
    expect(question.textContent).toContain('Each gets an email.')
    await inDialog('Cancel')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls).toEqual([])
    // A server that is out of order may be asked again.
    await act('Send reminder')
    answers.push(json({}, 500))
    await inDialog('Send')
    await waitFor(() => expect(told).toEqual(['Error: Failed to send reminder.']))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await act('Send reminder')
    await inDialog('Send')
    await waitFor(() => expect(told[1]).toBe('Success: Reminder sent.'))
    expect(calls.map(({ url }) => url)).toEqual(Array(2).fill('/api/v1/workshops/a/send-reminder'))
  })

  test.each([
    [
      'was changed by another tab: who and when',
      () =>
        json(
          {
            error: {
              code: 'stale',
              message: 'This workshop was changed by someone else meanwhile.',
              changed: { by: 'Ada Lovelace', at: new Date().toISOString() },
            },
          },
          412,
        ),
      'Error: Ada Lovelace saved this workshop just now. The action was not run.',
    ],
    [
      'cannot be done by now: the words of the server',
      () => json({ error: { code: 'conflict', message: 'Only what is open can be closed.' } }, 409),
      'Error: Only what is open can be closed.',
    ],
    ['is gone', () => json({}, 404), 'Error: This workshop no longer exists.'],
    [
      'no answer came: that nobody knows',
      () => new TypeError('Failed to fetch'),
      'Error: The server did not respond. The action may or may not be complete.',
    ],
  ])('%s', async (_, answer, words) => {
    const { told, read } = await show(workshops, '', open)
    answers.push(answer())
    const before = read.mock.calls.length
    await act('Send reminder')
    await inDialog('Send')
    await waitFor(() => expect(told).toEqual([words]))
    await waitFor(() => expect(read.mock.calls.length).toBe(before + 1))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls).toHaveLength(1)
  })

  test.each([true, false])('is in a menu with what else can be done (phone: %s)', async (phone) => {
    setWindow(phone ? 'phone' : 'medium')
    const { told } = await show(workshops, '', open)
    await press('More actions for Evening')
    const items = await screen.findAllByRole('menuitem')
    // On a phone the menu has all that can be done with a row.
    const others = phone ? ['Edit', 'Delete'] : []
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Close',
      'Send reminder',
      ...others,
    ])
    expect(buttons('Edit Evening')).toHaveLength(phone ? 0 : 1)
    fireEvent.click(items[0] as HTMLElement)
    await waitFor(() => expect(told).toEqual(['Success: Closed.']))
  })
})

test('an action of a list shows the number of records, and sends search and filters', async () => {
  const { told } = await show(workshops, '?search=e&status=open', open, closed)
  answers.push(json({ count: 2 }))
  await press('Close all')
  const question = await screen.findByRole('dialog')
  expect(question.textContent).toContain('Close 2 workshops?')
  expect(calls).toEqual([])
  await inDialog('Close them')
  await waitFor(() => expect(told).toEqual(['Success: 2 closed.']))
  expect(calls.map(({ url }) => url)).toEqual(['/api/v1/workshops/close-all?search=e&status=open'])
})

test('an action with a visible answer shows it once', async () => {
  const invite = makeAction('invite', 'Invite', {
    confirm: { title: 'Invite to {name}?', text: 'It works for an hour.', yes: 'Make link' },
    done: 'Made.',
    shown: 'invitation',
  })
  const resource: Resource = { ...workshops, rowActions: [invite] }
  const { told } = await show(resource, '', open)
  await press('More actions for Evening')
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Invite' }))
  answers.push(json({ url: 'https://waymark.example/admin/set-password#abc' }))
  expect(calls).toEqual([])
  await inDialog('Make link')
  await press('Evening: https://waymark.example/admin/set-password#abc')
  await waitFor(() => expect(buttons(/set-password/)).toHaveLength(0))
  expect(told).toEqual([])
  expect(calls.map(({ url }) => url)).toEqual(['/api/v1/workshops/a/invite'])
})
