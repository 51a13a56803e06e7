import { expect, test } from 'vitest'
import { describe as describeAt } from '#model/describe.ts'
import type { Resource } from '#model/resource.ts'
import { parseBody } from '#model/validate.ts'
import { registry } from '#resources/index.ts'
import { toBody, toDraft } from './draft.ts'

test.each([
  ['missions/templates', { difficulty: 'beginner', isActive: true, steps: [] }],
  ['missions/templates', { rewards: { experience: 0, skillPoints: 0 } }],
  [
    'protocols/templates',
    {
      targetLevel: 'intermediate',
      estimatedDuration: { value: 6, unit: 'months' },
      isActive: true,
      phases: [
        {
          title: 'Fundamentals',
          order: 0,
          milestones: [{ title: 'Getting Started', order: 0, missions: [] }],
        },
      ],
    },
  ],
  [
    'mentors',
    {
      rating: 5,
      isActive: true,
      experienceLevel: 'expert',
      availability: 'always',
      teachingStyle: 'mentoring',
      communicationStyle: 'supportive',
    },
  ],
])('%s: a new record starts with the defaults of the specification', (name, defaults) => {
  const resource = find(name)
  const draft = toDraft(resource, 'create')
  const typed = { ...resource.sample, ...toBody(resource, 'create', draft) }
  const required = Object.fromEntries(
    Object.entries(resource.sample).filter(([key]) => describeAt(resource.create, key)?.required),
  )
  expect(parseBody(resource, 'create', { ...typed, ...required })).toMatchObject({
    ok: true,
    value: defaults,
  })
})

test('an object with only default values is not sent: no unit without a duration', () => {
  const missions = find('missions/templates')
  const draft = toDraft(missions, 'create')
  const titled = { ...draft, title: 'Mend a net' }
  expect(toBody(missions, 'create', titled)).not.toHaveProperty('estimatedDuration')
  const typed = { ...titled, estimatedDuration: { value: '2', unit: 'hours' } }
  expect(toBody(missions, 'create', typed)).toMatchObject({
    estimatedDuration: { value: 2, unit: 'hours' },
  })
})

function find(name: string): Resource {
  const found = registry.find((one) => one.name === name)
  if (!found) throw new Error(`There is no resource '${name}'`)
  return found
}
