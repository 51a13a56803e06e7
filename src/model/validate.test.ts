import { expect, test } from 'vitest'
import * as z from 'zod'
import { completeRegistry } from './complete.ts'
import { defineResource } from './declaration.ts'
import { references } from './references.ts'
import { ordered, requiredText, textList } from './schema.ts'
import { parseBody, withoutExcess } from './validate.ts'

const MESSAGE = 'Experts name three skills.'
const [mentors] = completeRegistry([
  defineResource({
    name: 'mentors',
    label: ['Mentor', 'Mentors'],
    recordName: 'name',
    create: z.object({
      name: requiredText(),
      level: z.enum(['beginner', 'expert']).default('beginner'),
      skills: textList(),
    }),
    columns: (c) => [c.text('name')],
    fields: (f) => [f.text('name'), f.select('level'), f.commaList('skills')],
    rules: [
      {
        field: 'skills',
        message: MESSAGE,
        holds: ({ level, skills }) => level !== 'expert' || skills.length >= 3,
      },
      // @ts-expect-error a field that there is none of
      { field: 'skils', message: '', holds: () => true },
    ],
  }),
])
if (!mentors) throw new Error('no resource')

const body = (level: string, ...skills: string[]) => ({ name: 'Noor', level, skills })
const broken = { ok: false, errors: { skills: MESSAGE } }

test('a rule over two fields gets the schema’s parsed values', () => {
  expect(parseBody(mentors, 'create', body('expert', 'a', 'b', 'c')).ok).toBe(true)
  expect(parseBody(mentors, 'create', { name: 'Noor' }).ok).toBe(true)
  expect(parseBody(mentors, 'create', { name: 'Noor', level: 'expert' })).toEqual(broken)
  // 'A' and 'a' are one.
  expect(parseBody(mentors, 'create', body('expert', 'a', 'A', 'b'))).toEqual(broken)
})

test('fields that do not fit are reported before rules', () => {
  expect(parseBody(mentors, 'create', { ...body('expert'), name: '' })).toEqual({
    ok: false,
    errors: { name: 'Name is required.' },
  })
})

test('an edit must not break a rule, but may keep a stored value that does', () => {
  const edit = (value: object, before: object) => parseBody(mentors, 'edit', value, before)
  expect(edit(body('expert', 'a'), body('beginner', 'a'))).toEqual(broken)
  expect(edit({ ...body('expert', 'a'), name: 'N.' }, body('expert', 'a')).ok).toBe(true)
  expect(edit(body('expert', 'b'), body('expert', 'a'))).toEqual(broken)
  expect(edit(body('expert', 'b'), { name: 'Noor', level: 'expert' })).toEqual(broken)
})

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
