import { expect, onTestFinished, test, vi } from 'vitest'
import { type PartsModule, partsFrom } from '#admin/crud/parts/finder.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { consoleParts } from './console-parts.ts'

const users = registry.find((one) => one.name === 'users') as Resource
const Nothing = () => null
const folder = (module: PartsModule) => ({ './users/parts.tsx': () => Promise.resolve(module) })
const declared: Resource = {
  ...users,
  rowActions: [],
  list: 'cards',
  detail: 'bio',
  fields: [{ kind: 'part', path: 'steps', label: 'Steps', part: 'steps' }],
}

test('names and components that match pass', async () => {
  const parts = partsFrom(
    folder({ list: { cards: Nothing }, detail: { bio: Nothing }, parts: { steps: Nothing } }),
  )
  await expect(parts.check([declared])).resolves.toBeUndefined()
})

test('a name without a component is refused with file and fix', async () => {
  await expect(partsFrom({}).check([declared])).rejects.toThrow(
    "src/resources/users.ts: list 'cards': 'cards' names no component. Fix: export list = { 'cards': … } from src/admin/extensions/users/parts.tsx.",
  )
})

test('the same name returns the same component, which keeps its state', () => {
  const parts = partsFrom(folder({ list: { cards: Nothing } }))
  expect(parts.component('users', 'list', 'cards')).toBe(parts.component('users', 'list', 'cards'))
})

test("the console's own declarations and components match", async () => {
  await expect(consoleParts.check(registry)).resolves.toBeUndefined()
})

test('in development a wrong name is reported at start, and nothing else fails', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.resetModules()
  vi.doMock('#resources/index.ts', () => ({ registry: [declared] }))
  onTestFinished(() => {
    vi.doUnmock('#resources/index.ts')
    told.mockRestore()
  })
  await import('./console-parts.ts')
  await vi.waitFor(
    () => expect(String(told.mock.calls[0]?.[0])).toContain("'cards' names no component"),
    10_000,
  )
})
