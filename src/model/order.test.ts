import { expect, test } from 'vitest'
import * as z from 'zod'
import { numbered } from './order.ts'
import { ordered, requiredText } from './schema.ts'

const milestones = ordered({ title: requiredText() })
const schema = z.object({ title: requiredText(), phases: ordered({ milestones }).optional() })

test('order follows the position, counting from 0, at every depth', () => {
  const body = {
    title: 'x',
    phases: [
      { order: 9, milestones: [{ title: 'a', order: 5 }, { title: 'b' }] },
      { order: 'second', milestones: [] },
    ],
  }
  expect(numbered(schema, body)).toEqual({
    title: 'x',
    phases: [
      {
        order: 0,
        milestones: [
          { title: 'a', order: 0 },
          { title: 'b', order: 1 },
        ],
      },
      { order: 1, milestones: [] },
    ],
  })
})

test('ids stay with their entries; missing and duplicate ones are replaced', () => {
  let made = 0
  const newId = () => `new${made++}`
  const list = [{ _id: 'a', extra: 1 }, {}, { _id: 'a' }, { _id: '' }]
  expect(numbered(milestones, list, newId)).toEqual([
    { _id: 'a', extra: 1, order: 0 },
    { _id: 'new0', order: 1 },
    { _id: 'new1', order: 2 },
    { _id: 'new2', order: 3 },
  ])
})

test.each([[null], ['x'], [7], [[]], [{ phases: null }], [{ phases: [null, 3] }]])(
  'a value of another kind is unchanged: %j',
  (value) => {
    expect(numbered(schema, value)).toEqual(value)
  },
)
