import { expect, test } from 'vitest'
import * as z from 'zod'
import { canBeDone } from './actions.ts'
import { completeRegistry } from './complete.ts'
import { defineResource } from './declaration.ts'

const status = z.enum(['open', 'closed'])
const tags = defineResource({
  name: 'tags',
  label: ['Tag', 'Tags'],
  recordName: 'name',
  create: z.object({ name: z.string(), status }),
  sample: { name: 'remote', status: 'open' },
  columns: (c) => [c.text('name', 'Name')],
  fields: (f) => [f.text('name', 'Name'), f.select('status', 'Status')],
  rowActions: (action) => [
    action('closeForGood', 'Close for good', {
      tone: 'danger',
      when: (row) => row.name.length > 2 && row.status === 'open',
      done: 'Closed.',
    }),
    // @ts-expect-error a status that there is none of
    action('open', 'Open', { when: (row) => row.status === 'shut', done: 'Open.' }),
  ],
  // @ts-expect-error a whole list is not changed without a question
  listActions: (action) => [action('closeAll', 'Close all', { done: 'Closed.' })],
})

test('an action has an address, texts, and a condition that tolerates an incomplete row', () => {
  const [close] = completeRegistry([tags])[0]?.rowActions ?? []
  if (!close) throw new Error('no action')
  expect(close).toMatchObject({
    segment: 'close-for-good',
    failed: 'Failed to close for good.',
    isDangerous: true,
  })
  expect(canBeDone(close, { name: 'remote', status: 'open' })).toBe(true)
  expect(canBeDone(close, { name: 'remote', status: 'closed' })).toBe(false)
  expect(canBeDone(close, { status: 'open' })).toBe(false)
})
