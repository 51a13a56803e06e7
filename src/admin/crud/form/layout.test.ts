import { expect, test } from 'vitest'
import type { Field } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { isLong, sectionsOf, sharesOf } from './layout.ts'

const text = (path: string): Field => ({ kind: 'text', path, label: path })
const half = (path: string): Field => ({ ...text(path), half: true })
const number = (path: string): Field => ({ kind: 'number', path, label: path })
const fieldsOf = (name: string) =>
  (registry.find((one) => one.name === name) as Resource).fields as readonly Field[]

test.each([
  ['texts stand alone', [text('a'), text('b')], [1, 1]],
  ['what is short stands in pairs', [number('a'), number('b'), text('c')], [2, 2, 1]],
  ['an odd number ends with three', [number('a'), number('b'), number('c')], [3, 3, 3]],
  ['five are two and three', ['a', 'b', 'c', 'd', 'e'].map(number), [2, 2, 3, 3, 3]],
  ['one alone is whole', [text('a'), number('b'), text('c')], [1, 1, 1]],
  ['unless it is declared a half', [half('a'), text('b')], [2, 1]],
])('FORM-05 %s', (_, fields, shares) => {
  expect(sharesOf(fields)).toEqual(shares)
})

test('FORM-05 the names of a user share a row, and so do role, segment and status', () => {
  const fields = fieldsOf('users').filter(({ on }) => on !== 'create')
  const shares = sharesOf(fields)
  expect(fields.map(({ path }, at) => `${path} ${shares[at]}`)).toEqual([
    'firstName 2',
    'lastName 2',
    'email 1',
    'role 3',
    'segment 3',
    'isActive 3',
  ])
})

test('FORM-05 forms with lists among other things are long, and their lists are sections', () => {
  const long = registry.filter(({ fields }) => isLong(sectionsOf(fields))).map(({ page }) => page)
  expect(long).toEqual(expect.arrayContaining(['missions', 'protocols']))
  expect(long).not.toContain('users')
  const headings = sectionsOf(fieldsOf('missions/templates')).map(({ heading }) => heading)
  expect(headings).toContain('Steps')
})
