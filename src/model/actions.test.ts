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
})

test('KIT-06 an action has its address, its words, and a rule that half a row does not break', () => {
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

test('KIT-06 actions that could be neither named nor asked for are refused with the fix', () => {
  const done = 'Done.'
  const wrong = {
    ...tags,
    rowActions: (action) => [
      action('send-it', 'Send', { done }),
      action('delete', 'Away', { done }),
      action('remind', ' ', { done: '' }),
      action('close', 'Close', { done, confirm: 'Close {name}?' as never }),
    ],
    listActions: (action) => [action('remind', 'Remind all', { done })],
  } as typeof tags
  expect(() => completeRegistry([wrong])).toThrow(
    [
      "src/model/actions.test.ts: rowActions[0] 'send-it': is no name of a function. Fix: write a verb like 'remind' or 'markAnswered'.",
      "src/model/actions.test.ts: rowActions[1] 'delete': is taken by what every resource has, or by the language. Fix: write a verb like 'remind' or 'markAnswered'.",
      "src/model/actions.test.ts: rowActions[2] 'remind': its label is empty. Fix: write what its label says.",
      "src/model/actions.test.ts: rowActions[2] 'remind': its done is empty. Fix: write what its done says.",
      "src/model/actions.test.ts: rowActions[3] 'close': confirm is not a question. Fix: write confirm: { title: 'Close {name}?', text: 'What will happen.', yes: 'Close' }.",
      "src/model/actions.test.ts: listActions[0] 'remind': is the name of another action. Fix: give each its own.",
      "src/model/actions.test.ts: listActions[0] 'remind': does something with a whole list unasked. Fix: write confirm: { title: 'Archive {count} messages?', text: …, yes: … }.",
    ].join('\n'),
  )
})

test('ACC-05 a password that an unknown action would set is refused', () => {
  const members = defineResource({
    name: 'members',
    label: ['Member', 'Members'],
    recordName: 'name',
    create: z.object({ name: z.string(), password: z.string().nullable() }),
    row: z.object({ name: z.string() }),
    sample: { name: 'Ada', password: null },
    columns: (c) => [c.text('name', 'Name')],
    fields: (f) => [
      f.text('name', 'Name'),
      f.password('password', 'Password', { on: 'create', instead: 'link' }),
    ],
  })
  expect(() => completeRegistry([members])).toThrow(
    "fields 'password': instead: no row action 'link' answers a link to show.",
  )
})
