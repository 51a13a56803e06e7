import { expect, test } from 'vitest'
import * as z from 'zod'
import { withoutExcess } from './excess.ts'
import { references } from './references.ts'
import { ordered, requiredText, textList } from './schema.ts'

const schema = z.object({
  steps: ordered({ title: requiredText(), tags: textList(2) }, 3)
    .min(1)
    .default(() => []),
  missions: references('missions/templates', 4).optional(),
  any: z.array(z.string()),
})
const many = <T>(one: T): T[] => Array.from({ length: 50 }, () => one)

test('a list is cut to one entry above its limit, at any depth; without a limit it is not cut', () => {
  const cut = withoutExcess(schema, {
    steps: many({ title: 'Walk', tags: many('a') }),
    missions: many('m'),
    any: many('x'),
    unknown: many(1),
  })
  const step = { title: 'Walk', tags: ['a', 'a', 'a'] }
  expect(cut).toEqual({
    steps: [step, step, step, step],
    missions: ['m', 'm', 'm', 'm', 'm'],
    any: many('x'),
    unknown: many(1),
  })
})
