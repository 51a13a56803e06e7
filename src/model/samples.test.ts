import { expect, test } from 'vitest'
import * as z from 'zod'
import { registry } from '#resources/index.ts'
import { reference, references } from './references.ts'
import { sampleFrom } from './samples.ts'
import {
  colour,
  day,
  duration,
  emailAddress,
  imageAddress,
  json,
  moment,
  money,
  ordered,
  requiredText,
  textList,
  webAddress,
} from './schema.ts'

test.each(registry.map((resource) => [resource.name, resource.create] as const))(
  'a sample body for %s is valid',
  (_name, create) => {
    expect(z.safeParse(create, sampleFrom(create)).success).toBe(true)
  },
)

test('a sample body has a value for every kind, also in entries of lists', () => {
  const schema = z.object({
    title: requiredText(3),
    long: z.string().min(12),
    startsAt: moment(),
    on: day(),
    price: money('EUR'),
    takes: duration({ min: 30 }),
    seats: z.int().min(5).max(9),
    colour: colour(),
    picture: imageAddress(),
    site: webAddress(),
    email: emailAddress(),
    more: json(),
    format: z.enum(['onsite', 'online']),
    isActive: z.boolean().default(false),
    mentor: reference('mentors').optional(),
    fields: references('career-fields').default(() => []),
    tags: textList(),
    sessions: ordered({ title: requiredText(20), parts: ordered({ minutes: z.int().min(1) }) }),
  })
  const sample = sampleFrom(schema)
  expect(z.safeParse(schema, sample).success).toBe(true)
  expect(Object.keys(sample)).toEqual(Object.keys(schema.shape))
  expect(sample.sessions).toEqual([{ title: 'Sample', parts: [{ minutes: 1 }] }])
})
