import { expect, test } from 'vitest'
import { withSent } from '#admin/providers/adapters/raw-payload.ts'
import type { Row } from '#model/declaration.ts'
import { bodyOf, draftOf, readDashboard } from './dashboard.ts'

const row = (values: object) => ({ _id: 'x', id: 'x', ...values }) as Row

test.each([
  ['nothing', {}],
  ['nulls', { title: null, layout: null, widgets: null, isDefault: null, version: null }],
  ['rubbish', { title: {}, layout: 'spiral', widgets: 'many', isDefault: 'yes', version: '1' }],
])('a dashboard of %s is an empty grid', (_, values) => {
  expect(draftOf(readDashboard(row(values)))).toEqual({
    title: '',
    description: '',
    layout: 'grid',
    widgets: [],
  })
})

test('a widget of a foreign backend has an id, a type, a size and a place', () => {
  const widgets = [{}, null, 7, { id: 'a' }, { _id: 9, type: 'x', size: { width: 'q' } }]
  const read = readDashboard(row({ widgets })).widgets
  expect(read.map(({ id }) => id)).toEqual(['widget-1', 'a', '9'])
  expect(read[2]).toMatchObject({ type: 'x', size: { width: 1, height: 1 }, config: {} })
})

test('unknown keys are returned, and an untouched draft is unchanged', () => {
  const stored = row({
    title: 'One',
    owner: 'me',
    widgets: [{ id: 'a', type: 'b', colour: 'red' }],
  })
  const record = readDashboard(stored)
  const body = bodyOf(record, draftOf(record))
  expect(body).toMatchObject({ owner: 'me', widgets: [{ id: 'a', type: 'b', colour: 'red' }] })
  const again = readDashboard(JSON.parse(JSON.stringify(body)) as Row)
  expect(draftOf(again)).toEqual(draftOf(record))
})

test('a dashboard is sent as it came, except for the changes', () => {
  const widgets = [{ id: 7, type: 'userStats', lamp: 'green' }]
  const sent = { id: 1, title: 'One', isDefault: 1, widgets }
  const record = readDashboard(withSent({ ...sent, _id: '1', id: '1', isDefault: true }, sent))
  expect(bodyOf(record, { ...draftOf(record), title: 'Two' })).toEqual({ ...sent, title: 'Two' })
  expect(bodyOf(record, { isDefault: false })).toEqual({ ...sent, isDefault: false })
})
