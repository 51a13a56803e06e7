import { expect, test } from 'vitest'
import * as z from 'zod'
import { describe as describeAt } from './describe.ts'
import { idOf } from './paths.ts'
import { reference, referenceAt, references, referencesOf, withIds } from './references.ts'
import { ordered, requiredText } from './schema.ts'

const schema = z.object({
  guide: reference('mentors').optional(),
  fields: references('career-fields').default(() => []),
  phases: ordered({ title: requiredText(), missions: references('missions/templates') }),
})

test('every reference of a schema is found, however deep', () => {
  expect(referencesOf(schema)).toEqual([
    { path: 'guide', to: 'mentors' },
    { path: 'fields.*', to: 'career-fields' },
    { path: 'phases.*.missions.*', to: 'missions/templates' },
  ])
})

test.each([
  ['guide', { to: 'mentors', isMany: false }],
  ['fields', { to: 'career-fields', isMany: true }],
  ['fields.0', { to: 'career-fields', isMany: false }],
  ['phases.3.missions', { to: 'missions/templates', isMany: true }],
  ['phases.0.title', undefined],
  ['nothing', undefined],
])('a field at %s refers to %j', (path, found) => {
  expect(referenceAt(schema, path)).toEqual(found)
})

test('a reference is required text, and its list a list', () => {
  expect(describeAt(schema, 'fields.0')).toMatchObject({ kind: 'text', required: true })
  expect(describeAt(schema, 'fields')).toMatchObject({ kind: 'list', required: false })
})

test('ids and records are both accepted, each once', () => {
  const given = [{ _id: 'a', name: 'Law' }, 'b', { id: 7 }, ' a ']
  expect(references('career-fields').parse(given)).toEqual(['a', 'b', '7'])
  expect(references('career-fields').safeParse([{ name: 'Law' }]).success).toBe(false)
  expect(references('career-fields').safeParse(['']).success).toBe(false)
})

test('embedded records are sent as ids', () => {
  const body = { fields: [{ _id: 'a' }], phases: [{ title: 'x', missions: [{ id: 'm' }, 'n'] }] }
  expect(withIds(schema, body)).toEqual({
    fields: ['a'],
    phases: [{ title: 'x', missions: ['m', 'n'] }],
  })
  expect(withIds(schema, { fields: null, phases: 'x' })).toEqual({ fields: null, phases: 'x' })
})

test.each([
  ['a', 'a'],
  [{ _id: 'a', id: 'b' }, 'a'],
  [{ id: 3 }, '3'],
  [{ id: 2 ** 53 }, { id: 2 ** 53 }],
  [null, null],
  [{}, {}],
])('the id of %j is %j', (value, id) => {
  expect(idOf(value)).toEqual(id)
})
