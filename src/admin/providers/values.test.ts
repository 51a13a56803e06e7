import { expect, test } from 'vitest'
import { readValues } from './values.ts'

test('the values in use are read in their order, each once, boxed or not', () => {
  expect(readValues({ values: ['research', ' project ', '', 'research', {}, null] })).toEqual([
    'research',
    'project',
  ])
  expect(readValues({ success: true, data: { values: ['talk'] } })).toEqual(['talk'])
})

test.each([undefined, null, 'text', [], {}, { values: {} }, { missions: [] }])(
  'WIRE-01 %j names no values: the console does without',
  (body) => {
    expect(readValues(body)).toBe(null)
  },
)
