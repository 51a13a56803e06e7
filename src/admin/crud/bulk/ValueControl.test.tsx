// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { completeRegistry } from '#model/complete.ts'
import type { Resource } from '#model/resource.ts'
import { parseBody } from '#model/validate.ts'
import careerFields from '#resources/career-fields.ts'
import { registry } from '#resources/index.ts'
import mentors from '#resources/mentors.ts'
import visits from '../../../../tests/fixtures/visits.ts'
// Fetched ahead of its first use: here nobody measures how soon it comes.
import '../form/FieldItem.tsx'
import '../form/kinds/KindInput.tsx'
import { changeOf, type Deed, type SettableField, settableFields } from './deeds.ts'
import { ValueControl } from './ValueControl.tsx'

afterEach(cleanup)

const named = (name: string) => registry.find((one) => one.name === name) as Resource
const ofVisits = completeRegistry([careerFields, mentors, visits]).at(-1) as Resource
const fieldAt = (resource: Resource, path: string) =>
  settableFields(resource).find((field) => field.path === path) as SettableField

/** The control of a field, and what a change would be asked to do by what stands in it. */
function show(resource: Resource, path: string) {
  const field = fieldAt(resource, path)
  const asked: unknown[] = []
  const Screen = () => {
    const [deed, setDeed] = useState<Deed>({ kind: 'set', field })
    asked.push(changeOf(resource, deed))
    return (
      <ValueControl
        resource={resource}
        field={field}
        isDisabled={false}
        onChange={(wanted) => setDeed({ kind: 'set', field, ...wanted })}
      />
    )
  }
  render(<Screen />)
  return { user: userEvent.setup(), asked: () => asked.at(-1) }
}
const PATIENCE = { timeout: 10_000 }
const setTo = (values: object) => ({ action: 'update', values })

test('LIST-06 an optional choice is set, or left without a value', async () => {
  const { user, asked } = show(named('waitlist'), 'who')
  expect(asked()).toBeUndefined()
  await user.selectOptions(screen.getByLabelText('Who'), 'mentor')
  expect(asked()).toEqual(setTo({ who: 'mentor' }))
  await user.click(screen.getByRole('checkbox', { name: 'No value' }))
  expect(asked()).toEqual(setTo({ who: null }))
  expect(screen.getByLabelText('Who').closest('fieldset')?.disabled).toBe(true)
  await user.click(screen.getByRole('checkbox', { name: 'No value' }))
  expect(asked()).toEqual(setTo({ who: 'mentor' }))
})

test('LIST-06 what has to have a value, or takes one by itself, cannot be without', () => {
  show(named('users'), 'segment')
  expect(screen.queryByRole('checkbox')).toBeNull()
  cleanup()
  show(ofVisits, 'length')
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('LIST-06 what is typed is what its kind is', async () => {
  const { user, asked } = show(ofVisits, 'price')
  await user.type(await screen.findByLabelText('Price', {}, PATIENCE), '7.5')
  expect(asked()).toEqual(setTo({ price: 7.5 }))
  cleanup()
  const length = show(ofVisits, 'length')
  await length.user.type(await screen.findByLabelText('Length', {}, PATIENCE), '1 h 30 min')
  expect(length.asked()).toEqual(setTo({ length: 90 }))
  await length.user.clear(screen.getByLabelText('Length'))
  expect(length.asked()).toBeUndefined()
})

test('LIST-06 what is unique, or what records are called by, is not made the same', () => {
  const paths = (resource: Resource) => settableFields(resource).map(({ path }) => path)
  expect(paths(named('users'))).toEqual(['role', 'segment', 'isActive'])
  expect(paths(named('career-fields'))).toEqual(['description'])
  expect(paths({ ...named('users'), actions: [] })).toEqual([])
  const rule = { path: 'price', message: 'Taken.' }
  show({ ...ofVisits, unique: [rule] }, 'price')
  expect(screen.queryByLabelText('Price')).toBeNull()
  expect(screen.getByRole('checkbox', { name: 'No value' })).toBeDefined()
})

test('LIST-06 what is sent for no value is what the schema takes, for each field of each resource', () => {
  for (const resource of [...registry, ofVisits])
    for (const field of settableFields(resource)) {
      const change = changeOf(resource, { kind: 'set', field, isNone: true })
      if (!change || !('values' in change)) continue
      const parsed = parseBody(resource, 'edit', { ...resource.sample, ...change.values })
      const errors = parsed.ok ? {} : parsed.errors
      expect(errors[field.path], `${resource.name}: ${field.path}`).toBeUndefined()
    }
})
