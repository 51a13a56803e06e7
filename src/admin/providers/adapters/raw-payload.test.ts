import { expect, test } from 'vitest'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { toBody, toDraft } from './draft.ts'
import { withUntouchedAsSent } from './raw-payload.ts'
import { readItem } from './read-records.ts'

const find = (name: string) => registry.find((one) => one.name === name) as Resource

/** What is sent when one field of a record was edited. */
function edited(name: string, sent: Record<string, unknown>, changes: Record<string, unknown>) {
  const resource = find(name)
  const row = readItem(resource, sent) as Row
  const draft = { ...toDraft(resource, 'edit', row), ...changes }
  return withUntouchedAsSent(resource, toBody(resource, 'edit', draft, row), row)
}

test('untouched values are sent as the backend wrote them', () => {
  const { id, ...mission } = {
    id: 7,
    title: 'Row',
    careerFields: [11, 13],
    skills: 'Calm, Rope',
    isActive: 1,
    estimatedDuration: { value: '3', unit: 'hours' },
    steps: [
      { _id: 2, title: 'b', order: 2 },
      { _id: 1, title: 'a', order: 1 },
    ],
  }
  expect(edited('missions/templates', { id, ...mission }, { title: 'Sail' })).toEqual({
    ...mission,
    title: 'Sail',
    steps: [
      { _id: 1, title: 'a', order: 0 },
      { _id: 2, title: 'b', order: 1 },
    ],
  })
  const { id: own, ...user } = { id: 1, firstName: 'A', createdAt: 1_767_225_600, lastLogin: null }
  expect(edited('users', { id: own, ...user }, { firstName: 'B' })).toMatchObject({
    createdAt: 1_767_225_600,
    lastLogin: null,
  })
})

test('the order of untouched entries is their position, at any depth', () => {
  const phases = [
    { title: 'Later', order: 7, hint: 'kept', milestones: [{ title: 'm', order: '5' }] },
    {
      title: 'First',
      order: 2,
      milestones: [
        { title: 'b', order: 9 },
        { title: 'a', order: 3 },
      ],
    },
  ]
  const sent = { id: 7, title: 'Climb', phases }
  for (const changes of [{}, { title: 'Row' }])
    expect(edited('protocols/templates', sent, changes).phases).toEqual([
      {
        title: 'First',
        order: 0,
        milestones: [
          { title: 'a', order: 0 },
          { title: 'b', order: 1 },
        ],
      },
      { title: 'Later', order: 1, hint: 'kept', milestones: [{ title: 'm', order: 0 }] },
    ])
})

test.each(registry.filter(({ computed }) => Object.keys(computed).length > 0))(
  '$page: computed values are never sent, whether the backend sent them or not',
  (resource) => {
    const keys = Object.keys(resource.computed)
    const figures = Object.fromEntries(keys.map((key) => [key, 42]))
    for (const told of [{}, figures]) {
      const sent = { ...resource.sample, id: 7, unknown: 'kept', ...told }
      const body = edited(resource.name, sent, {})
      expect(body).toMatchObject({ unknown: 'kept' })
      for (const key of keys) expect(body).not.toHaveProperty(key)
    }
  },
)

test('touched values are sent as in the form', () => {
  const sent = { id: 7, title: 'Row', careerFields: [11, 13], skills: null, isActive: 1 }
  const body = edited('missions/templates', sent, { careerFields: ['11'], isActive: 'false' })
  expect(body).toMatchObject({ careerFields: ['11'], isActive: false, skills: null })
})

test('records in the place of ids go as ids, touched or not', () => {
  const sent = { id: 7, name: 'Noor', careerFields: [{ id: 11, name: 'Ships' }] }
  expect(edited('mentors', sent, {})).toMatchObject({ careerFields: [11] })
  const many = { ...sent, careerFields: [{ _id: 'a', id: 3, name: 'Ships' }, 'b', 12] }
  expect(edited('mentors', many, {})).toMatchObject({ careerFields: ['a', 'b', 12] })
})

test('a row without a stored answer is unchanged', () => {
  const row = { _id: '1', id: '1', title: 'x' }
  expect(withUntouchedAsSent(find('mentors'), { title: 'x' }, row)).toEqual({ title: 'x' })
})
