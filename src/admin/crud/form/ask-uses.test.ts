import { afterEach, expect, test, vi } from 'vitest'
import { enter, leave } from '#admin/http/session.ts'
import { fetchUses } from '#admin/providers/record-facts.ts'
import type { UsesRead } from '#admin/wire/read-record-facts.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { usesBeforeDeactivating } from './ask-uses.ts'

vi.mock('#admin/providers/record-facts.ts', () => ({ fetchUses: vi.fn() }))
const told = vi.mocked(fetchUses)
afterEach(() => {
  told.mockReset()
  leave()
})

const missions = registry.find(({ page }) => page === 'missions') as Resource
const row = (isActive: boolean): Row => ({ _id: '1', id: '1', version: 1, isActive })
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

test('DEL-01 a mission is asked about before it is deactivated where protocols use it or learners are in it', async () => {
  const user = { _id: 'a', firstName: 'A', lastName: 'O', email: 'a@example.org', role: 'admin' }
  enter('t', { ...user, changes: true }, false)
  const ask = (is: boolean, was = true) =>
    usesBeforeDeactivating(missions, { isActive: is }, row(was))
  told.mockResolvedValue(used)
  expect(await ask(false)).toBe(used)
  expect(told).toHaveBeenCalledTimes(1)
  // Nobody is asked where it stays as it was.
  expect([await ask(true), await ask(false, false)]).toEqual([undefined, undefined])
  expect(told).toHaveBeenCalledTimes(1)
  const learners = { ...nothing, people: [{ part: 'learners' as const, total: 9, open: 2 }] }
  told.mockResolvedValue(learners)
  expect(await ask(false)).toBe(learners)
  // Who finished it misses nothing.
  told.mockResolvedValue({ ...nothing, people: [{ part: 'learners', total: 9, open: 0 }] })
  expect(await ask(false)).toBeUndefined()
  told.mockRejectedValue(new Error('no answer'))
  expect(await ask(false)).toBeUndefined()
})
