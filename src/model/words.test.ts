import { expect, test } from 'vitest'
import { humanise, titled } from './words.ts'

test.each([
  ['estimatedDuration.value', 'Estimated duration value'],
  ['steps.1.title', 'Step 2 title'],
  ['phases.0.milestones.2.title', 'Phase 1 milestone 3 title'],
  ['entries.0', 'Entry 1'],
  ['careerFields.0', 'Career field 1'],
  ['createdAt', 'Created at'],
])('%s is called %s', (path, words) => {
  expect(humanise(path)).toBe(words)
})

test.each([
  ['estimatedDuration.unit', 'Estimated Duration Unit'],
  ['someAIMentorId', 'Some AI Mentor ID'],
  ['steps.1.isAHint', 'Step 2 Is A Hint'],
  ['created_at', 'Created At'],
  ['idea', 'Idea'],
])('the label of %s is %s', (path, words) => {
  expect(titled(path)).toBe(words)
})
