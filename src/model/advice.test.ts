import { expect, test } from 'vitest'
import { lacksOf } from './advice.ts'

const advice = [
  { path: 'description', text: 'It has no description.' },
  { path: 'phases', text: 'It has no phases.' },
  { path: 'phases.*.milestones', text: 'Phase {number} has no milestones.' },
]

test('FORM-06 what is empty is lacking, in every entry that a star stands for', () => {
  const lacks = lacksOf(advice, {
    description: '  ',
    phases: [{ milestones: [{}] }, { milestones: [] }, {}],
  })
  expect(lacks.map(({ path, number }) => `${path} ${number}`)).toEqual([
    'description undefined',
    'phases.1.milestones 2',
    'phases.2.milestones 3',
  ])
  expect(lacksOf(advice, {}).map(({ path }) => path)).toEqual(['description', 'phases'])
  expect(lacksOf(advice, { description: 'x', phases: [{ milestones: [{}] }] })).toEqual([])
})
