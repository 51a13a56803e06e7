import { expect, test } from 'vitest'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { readFormDraft, writeFormDraft } from './form-draft.ts'

const users = registry.find(({ name }) => name === 'users') as Resource
const base: Row = { _id: '1', id: '1', version: 1, firstName: 'Ada' }

test('a form comes back as it was typed, without passwords and without what it has no field for', () => {
  const typed = { firstName: 'Augusta', password: 'three-blue-waymarks', motto: 'Onward' }
  const kept = JSON.parse(JSON.stringify(writeFormDraft(users, 'create', typed)))
  expect(readFormDraft(users, 'create', kept)?.typed).toEqual({ firstName: 'Augusta' })
  const edited = JSON.parse(JSON.stringify(writeFormDraft(users, 'edit', typed, base)))
  expect(readFormDraft(users, 'edit', edited)).toMatchObject({
    base,
    typed: { firstName: 'Augusta' },
  })
})

test.each([undefined, null, 'text', {}, { typed: [] }])('%j is no form', (value) => {
  expect(readFormDraft(users, 'edit', value)).toBeUndefined()
})
