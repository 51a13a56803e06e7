import { expect, test } from 'vitest'
import { completeRegistry } from '#model/complete.ts'
import type { Field } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { parseBody } from '#model/validate.ts'
import careerFields from '#resources/career-fields.ts'
import { registry } from '#resources/index.ts'
import mentors from '#resources/mentors.ts'
import visits from '../../../../tests/fixtures/visits.ts'
import { changeOf, fromControl, settableFields } from './bulk-actions.ts'

const named = (name: string) => registry.find((one) => one.name === name) as Resource
const ofVisits = completeRegistry([careerFields, mentors, visits]).at(-1) as Resource
const fieldAt = (resource: Resource, path: string) =>
  settableFields(resource).find((field) => field.path === path) as Field

/** What a change would be asked to do by what stands in the control of a field. */
function asked(resource: Resource, path: string, given: unknown) {
  const field = fieldAt(resource, path)
  return changeOf(resource, { kind: 'set', field, value: fromControl(resource, field, given) })
}
const setTo = (values: object) => ({ action: 'update', values })

test('a chosen or typed value is converted by the field’s kind', () => {
  expect(asked(named('waitlist'), 'who', undefined)).toBeUndefined()
  expect(asked(named('waitlist'), 'who', 'mentor')).toEqual(setTo({ who: 'mentor' }))
  expect(asked(named('users'), 'isActive', 'false')).toEqual(setTo({ isActive: false }))
  expect(asked(ofVisits, 'price', '7.5')).toEqual(setTo({ price: 7.5 }))
  expect(asked(ofVisits, 'length', '90')).toEqual(setTo({ length: 90 }))
  expect(asked(ofVisits, 'length', '')).toBeUndefined()
})

test('fields that are required or have a default cannot be cleared', () => {
  const none = (resource: Resource, path: string) =>
    changeOf(resource, { kind: 'set', field: fieldAt(resource, path), isNone: true })
  expect(none(named('waitlist'), 'who')).toEqual(setTo({ who: null }))
  expect(none(named('users'), 'segment')).toBeUndefined()
  expect(none(ofVisits, 'length')).toBeUndefined()
})

test('unique fields and names cannot be set for many records', () => {
  const paths = (resource: Resource) => settableFields(resource).map(({ path }) => path)
  expect(paths(named('users'))).toEqual(['role', 'segment', 'isActive'])
  expect(paths(named('career-fields'))).toEqual(['description'])
  expect(paths({ ...named('users'), actions: [] })).toEqual([])
  const unique = { ...ofVisits, unique: [{ path: 'price', message: 'Taken.' }] }
  expect(paths(unique)).not.toContain('price')
})

test('clearing a field sends a value that its schema accepts, for each field of each resource', () => {
  for (const resource of [...registry, ofVisits])
    for (const field of settableFields(resource)) {
      const change = changeOf(resource, { kind: 'set', field, isNone: true })
      if (!change || !('values' in change)) continue
      const parsed = parseBody(resource, 'edit', { ...resource.sample, ...change.values })
      const errors = parsed.ok ? {} : parsed.errors
      expect(errors[field.path], `${resource.name}: ${field.path}`).toBeUndefined()
    }
})
