// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { enter, leave } from '#admin/http/session.ts'
import { HttpError } from '#admin/providers/http-client.ts'
import type { UseRead, UsesRead } from '#admin/providers/record-facts.ts'
import * as recordFacts from '#admin/providers/record-facts.ts'
import { withVersions } from '#admin/providers/versioned-provider.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { memoryBackend, refineAround } from '../../../tests/support/refine.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'

const asked = vi.spyOn(recordFacts, 'fetchUses')
const named = (name: string) => registry.find((one) => one.name === name) as Resource
const missions = named('missions/templates')

beforeEach(() => {
  asked.mockReset().mockRejectedValue(new HttpError(404))
  signIn(true)
})
afterEach(() => {
  cleanup()
  leave()
})

function signIn(changes: boolean) {
  const user = { _id: 'a', firstName: 'A', lastName: 'O', email: 'a@example.org', role: 'admin' }
  enter('t', { ...user, ...(changes && { changes }) }, false)
}

const nothing: UsesRead = { uses: [], hasOthers: false, people: [] }
const learners = (total: number): UsesRead => ({
  ...nothing,
  people: [{ part: 'learners', total }],
})
const protocols = (total: number): UseRead => ({
  resource: 'protocols/templates',
  label: { one: 'Protocol', many: 'Protocols' },
  total,
  records: [
    { id: 'p1', name: 'First steps' },
    { id: 'p2', name: 'Portfolio' },
  ],
  query: '?mission=1',
})

function open(resource: Resource = missions) {
  const row: Row = { ...resource.sample, _id: '1', id: '1', version: 1, isActive: true }
  const backend = memoryBackend(row)
  const { wrapper: Wrapper, told } = refineAround(withVersions(backend.provider, () => resource))
  render(
    <MemoryRouter>
      <Wrapper>
        <DeleteDialog resource={resource} row={row} onClosed={() => undefined} />
      </Wrapper>
    </MemoryRouter>,
  )
  return { ...backend, told }
}
const said = () => screen.getByRole('dialog').textContent ?? ''
const button = (name: string) => screen.queryByRole('button', { name })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('the question is the specification’s; the number of learners is below it', async () => {
  asked.mockResolvedValue(learners(39))
  open()
  await waitFor(() => expect(said()).toContain('39 learners have this mission.'))
  expect(said()).toContain('Are you sure you want to delete this mission?')
  expect(button('Delete')).not.toBeNull()
})

test.each([
  [learners(1), '1 learner has this mission.'],
  [nothing, 'Nothing else depends on it.'],
  [{ ...nothing, signIns: 2 }, '2 sessions will end.'],
  [{ ...nothing, signIns: 0 }, 'Nothing else depends on it.'],
])('%j is shown as text', async (uses, words) => {
  asked.mockResolvedValue(uses)
  open()
  await waitFor(() => expect(said()).toContain(words))
})

test('uses that prevent the deletion are named, and Delete is not offered', async () => {
  asked.mockResolvedValue({ ...learners(2), uses: [protocols(5)] })
  const { sent } = open()
  await waitFor(() => expect(button('Delete')).toBeNull())
  expect(said()).toContain('5 protocols use it: First steps, Portfolio and 3 more')
  expect(said()).toContain('It cannot be deleted while it is in use.')
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual([
    '/admin/protocols/p1',
    '/admin/protocols/p2',
    '/admin/protocols?mission=1',
  ])
  expect(document.activeElement?.textContent).toBe('Close')
  expect(sent).toEqual([])
})

test('uses by records that the role may not see also prevent the deletion', async () => {
  asked.mockResolvedValue({ ...nothing, hasOthers: true })
  open()
  await waitFor(() => expect(said()).toContain('Records that you cannot see also use it.'))
  expect(button('Delete')).toBeNull()
})

test('a failed or slow request for the uses does not prevent the deletion', async () => {
  asked.mockRejectedValue(new HttpError(500))
  const { told } = open()
  await waitFor(() => expect(said()).toContain('Failed to check where it is used.'))
  await press('Delete')
  await waitFor(() => expect(told).toEqual([`Success: ${missions.messages.deleted}`]))
  cleanup()
  asked.mockReturnValue(new Promise(() => undefined))
  const slow = open()
  await press('Delete')
  await waitFor(() => expect(slow.told).toEqual([`Success: ${missions.messages.deleted}`]))
})

test.each([
  ['of records that nothing hangs on', true, 'messages'],
  ['of a backend that does not tell', false, missions.name],
])('nothing is asked %s', async (_, changes, name) => {
  signIn(changes)
  open(named(name))
  await screen.findByRole('button', { name: 'Delete' })
  expect(asked).not.toHaveBeenCalled()
})
