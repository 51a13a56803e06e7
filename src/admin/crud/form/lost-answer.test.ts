import { expect, test } from 'vitest'
import { lookUpAddress } from '#admin/format/list-address.ts'
import { toDraft } from '#admin/providers/adapters/draft.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { isSaved } from './merge-versions.ts'

const named = (name: string) => registry.find((one) => one.name === name) as Resource
const missions = named('missions/templates')
const row: Row = {
  ...missions.sample,
  _id: '1',
  id: '1',
  version: 2,
  careerFields: ['a'],
  steps: [{ _id: 's', title: 'One', order: 0 }],
}

test('FORM-04 an edit was saved when the record has it, tidied and with ids of its own', () => {
  const draft = toDraft(missions, 'edit', row)
  const typed = { ...draft, title: ' Listen ', steps: [{ title: 'One' }, { title: ' Two ' }] }
  const steps = [
    { _id: 's', title: 'One', order: 0 },
    { _id: 't', title: 'Two', order: 1 },
  ]
  expect(isSaved(missions, draft, row)).toBe(true)
  expect(isSaved(missions, typed, row)).toBe(false)
  expect(isSaved(missions, typed, { ...row, title: 'Listen', steps })).toBe(true)
  expect(isSaved(missions, typed, { ...row, title: 'Listen', steps: steps.toReversed() })).toBe(
    false,
  )
})

test('FORM-04 a record that may have been made is looked for by what names it', () => {
  const found = (resource: Resource, draft: object) =>
    new URL(lookUpAddress(resource, { ...draft }), 'http://x').searchParams.get('search')
  expect(found(named('users'), { firstName: 'Ada', email: 'ada@example.org' })).toBe(
    'ada@example.org',
  )
  expect(found(missions, { title: ' Listen ' })).toBe('Listen')
  expect(lookUpAddress(missions, {})).toBe('/admin/missions')
})
