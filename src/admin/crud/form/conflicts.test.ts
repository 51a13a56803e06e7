import { expect, test } from 'vitest'
import { toDraft } from '#admin/providers/adapters/draft.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { mergeVersions } from './conflicts.ts'

const missions = registry.find((one) => one.name === 'missions/templates') as Resource
const base: Row = {
  _id: '1',
  id: '1',
  title: 'Listen',
  type: 'research',
  careerFields: ['a'],
  skills: ['asking'],
  steps: [{ title: 'One' }],
  isActive: true,
}
const opened = toDraft(missions, 'edit', base)

test('changes to different fields are merged without a question', () => {
  const mine = { ...opened, title: 'Listen well', steps: [{ title: 'One' }, { title: 'Two' }] }
  const theirs = { ...base, careerFields: ['b'], isActive: false }
  const { draft, clash } = mergeVersions(missions, base, mine, theirs)
  expect(clash.fields).toEqual({})
  expect(draft).toMatchObject({
    title: 'Listen well',
    steps: [{ title: 'One' }, { title: 'Two' }],
    careerFields: ['b'],
    isActive: 'false',
    type: 'research',
  })
})

test('different changes to one field are a clash, equal ones are not', () => {
  const mine = { ...opened, title: 'Mine', type: 'reflection', steps: [] }
  const theirs = { ...base, title: 'Theirs', type: 'reflection', steps: [{ title: 'Other' }] }
  const { draft, clash } = mergeVersions(missions, base, mine, theirs)
  expect(Object.keys(clash.fields)).toEqual(['title', 'steps'])
  expect(draft).toMatchObject({ title: 'Mine', steps: [] })
})

test('an untouched form takes the stored version', () => {
  const theirs = { ...base, title: 'Theirs', skills: [] }
  const { draft, clash } = mergeVersions(missions, base, opened, theirs)
  expect(clash.fields).toEqual({})
  expect(draft).toEqual(toDraft(missions, 'edit', theirs))
})

test('entries with their keys in another order count as unchanged', () => {
  const steps = [{ title: 'One', order: 0, completionCriteria: 'Done' }]
  const [mine, stored] = [
    { ...opened, steps: [] },
    { ...base, steps },
  ]
  const theirs = { ...stored, steps: [{ completionCriteria: 'Done', order: 0, title: 'One' }] }
  expect(mergeVersions(missions, stored, mine, theirs).clash.fields).toEqual({})
})
