import { afterEach, expect, test, vi } from 'vitest'
import { enter, leave } from '#admin/http/session.ts'
import type { UsesRead } from '#admin/providers/record-facts.ts'
import * as recordFacts from '#admin/providers/record-facts.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { askedBefore } from './ask-uses.ts'

const told = vi.spyOn(recordFacts, 'fetchUses')
afterEach(() => {
  told.mockReset()
  leave()
})

const named = (name: string) => registry.find(({ page }) => page === name) as Resource
const missions = named('missions')
const users = named('users')
const row = (more: object): Row => ({ _id: '1', id: '1', version: 1, ...more })
const nothing: UsesRead = { uses: [], hasOthers: false, people: [] }
const used: UsesRead = {
  ...nothing,
  uses: [
    {
      resource: 'protocols/templates',
      label: { one: 'Protocol', many: 'Protocols' },
      total: 1,
      records: [],
      query: '',
    },
  ],
}

function signIn() {
  const user = { _id: 'a', firstName: 'A', lastName: 'O', email: 'a@example.org', role: 'admin' }
  enter('t', { ...user, changes: true }, false)
}

test('DEL-01 a mission is asked about before it is deactivated where protocols use it or learners are in it', async () => {
  signIn()
  const ask = (is: boolean, was = true) =>
    askedBefore(missions, 'edit', { isActive: is }, row({ isActive: was }))
  told.mockResolvedValue(used)
  const asked = await ask(false)
  expect(asked?.uses).toBe(used)
  expect(told).toHaveBeenCalledTimes(1)
  // Nobody is asked where it stays as it was.
  expect([await ask(true), await ask(false, false)]).toEqual([undefined, undefined])
  expect(told).toHaveBeenCalledTimes(1)
  const learners = { ...nothing, people: [{ part: 'learners' as const, total: 9, open: 2 }] }
  told.mockResolvedValue(learners)
  expect((await ask(false))?.uses).toBe(learners)
  // Who finished it misses nothing.
  told.mockResolvedValue({ ...nothing, people: [{ part: 'learners', total: 9, open: 0 }] })
  expect(await ask(false)).toBeUndefined()
  told.mockRejectedValue(new Error('no answer'))
  expect(await ask(false)).toBeUndefined()
})

test('DEL-01 FORM-07 a change of a role or a status says how many sessions end', async () => {
  signIn()
  const ada = row({ firstName: 'Ada', lastName: 'Bell', role: 'user', isActive: true })
  const ask = (change: object) => askedBefore(users, 'edit', { ...ada, ...change }, ada)
  told.mockResolvedValue({ ...nothing, signIns: 2 })
  expect(await ask({ role: 'admin' })).toMatchObject({
    name: 'Ada Bell',
    question: { yes: 'Make Admin' },
    ends: 2,
  })
  expect(await ask({ isActive: false })).toMatchObject({
    question: { yes: 'Deactivate', text: expect.stringContaining('sign in') },
    uses: { signIns: 2 },
  })
  // Who is not signed in loses nothing, and is not asked about.
  told.mockResolvedValue({ ...nothing, signIns: 0 })
  expect(await ask({ isActive: false })).toBeUndefined()
  // A new account has no sessions; who does not tell them leaves the question as it is declared.
  told.mockReset()
  const made = { ...ada, role: 'admin' }
  expect((await askedBefore(users, 'create', made, undefined))?.ends).toBeUndefined()
  expect(told).not.toHaveBeenCalled()
  told.mockRejectedValue(new Error('no answer'))
  expect(await ask({ role: 'admin' })).toMatchObject({ question: { yes: 'Make Admin' } })
})
