import { expect, test } from 'vitest'
import type { Resource } from '#model/resource.ts'
import type { Field } from '#model/spec.ts'
import { registry } from '#resources/index.ts'
import { placeErrors, without } from './place-errors.ts'

const users = registry.find((one) => one.name === 'users') as Resource
const steps: Field = { kind: 'part', path: 'steps', label: 'Steps', part: 'steps' }
const missions: Resource = { ...users, fields: [...users.fields, steps] }

test('messages stand at their fields, deeper ones at the part, unknown ones on top', () => {
  const placed = placeErrors(missions, 'create', {
    email: 'A user with this email already exists.',
    'steps.2.title': 'Title is required.',
    shoeSize: 'Shoe size is not known here.',
  })
  expect(placed.at).toEqual({
    email: 'A user with this email already exists.',
    steps: 'Title is required.',
  })
  expect(placed.below.steps).toEqual({ '2.title': 'Title is required.' })
  expect(placed.rest).toEqual(['Shoe size is not known here.'])
})

test('a field that this form does not show counts as unknown', () => {
  expect(placeErrors(users, 'edit', { password: 'Too short.' }).rest).toEqual(['Too short.'])
})

test('changing a field takes its message away, and only its', () => {
  const placed = placeErrors(users, 'create', { email: 'Taken.', firstName: 'Missing.', x: 'Odd.' })
  expect(without(placed, ['email'])).toMatchObject({
    at: { firstName: 'Missing.' },
    rest: ['Odd.'],
  })
})
