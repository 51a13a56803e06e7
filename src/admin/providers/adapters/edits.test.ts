import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Field, Row } from '#model/declaration.ts'
import { numbered } from '#model/order.ts'
import { getAt, setAt } from '#model/paths.ts'
import { withIds } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { fieldsOf, toBody, toDraft } from './draft.ts'
import { readItem } from './read-records.ts'

const find = (name: string) => registry.find((one) => one.name === name) as Resource

/** Texts as records hold them: trimmed ones, blank ones and any others. */
const word = fc.string({ maxLength: 12 })
const texts = fc.array(fc.string({ minLength: 1, maxLength: 8 }), { maxLength: 4 })
const id = fc.stringMatching(/^[a-f0-9]{6}$/)
const extra = fc.dictionary(fc.stringMatching(/^x[a-z]{1,5}$/), fc.jsonValue(), { maxKeys: 3 })
/** A foreign backend may number from 1, or with gaps. */
const orders = (list: Record<string, unknown>[], from: number) =>
  list.map((one, index) => ({ ...one, order: from + index * 2 }))
const list = (item: fc.Arbitrary<Record<string, unknown>>) =>
  fc
    .tuple(fc.array(item, { maxLength: 4 }), fc.integer({ min: 0, max: 3 }))
    .map(([all, from]) => orders(all, from))
const anyOf = (known: Record<string, fc.Arbitrary<unknown>>) =>
  fc
    .tuple(extra, fc.record(known, { requiredKeys: [] }))
    .map(([more, own]) => ({ ...more, ...own }))

const duration = anyOf({
  value: fc.integer({ min: 1, max: 99 }),
  unit: fc.constantFrom('days', 'weeks', 'eons'),
})
const rows: Record<string, fc.Arbitrary<Record<string, unknown>>> = {
  'missions/templates': anyOf({
    title: word,
    description: word,
    type: word,
    difficulty: fc.constantFrom('beginner', 'expert', 'legendary'),
    careerFields: fc.uniqueArray(id, { maxLength: 3 }),
    skills: texts,
    steps: list(anyOf({ _id: id, title: word, description: word, completionCriteria: word })),
    estimatedDuration: duration,
    rewards: anyOf({ experience: fc.nat(), skillPoints: fc.nat() }),
    isActive: fc.boolean(),
  }),
  'protocols/templates': anyOf({
    title: word,
    targetLevel: fc.constantFrom('beginner', 'advanced', 'master'),
    careerFields: fc.uniqueArray(fc.record({ _id: id, name: word }), {
      maxLength: 3,
      selector: (one) => one._id,
    }),
    estimatedDuration: duration,
    isActive: fc.boolean(),
    phases: list(
      anyOf({
        _id: id,
        title: word,
        milestones: list(
          anyOf({ _id: id, title: word, missions: fc.uniqueArray(id, { maxLength: 3 }) }),
        ),
      }),
    ),
    prerequisites: anyOf({ skills: texts }),
  }),
  mentors: anyOf({
    name: word,
    careerFields: fc.uniqueArray(fc.record({ _id: id, name: word }), {
      maxLength: 4,
      selector: (one) => one._id,
    }),
    bio: word,
    skills: texts,
    languages: texts,
    manusAIMentorId: word,
    geminiMentorId: word,
    rating: fc.double({ min: 0, max: 5, noNaN: true }),
    reviewCount: fc.nat(),
    teachingStyle: fc.constantFrom('socratic', 'telepathic'),
    isActive: fc.boolean(),
  }),
}

describe.each(Object.entries(rows))('editing %s keeps untouched values', (name, arbitrary) => {
  const resource = find(name)
  const row = arbitrary.map((one) => readItem(resource, { ...one, _id: 'r1', version: 4 }) as Row)
  /** The record as it came, but for what is computed, and for the places of entries, which count from 0. */
  const rawPayload = ({ _id, id: _, version, ...kept }: Row) => {
    for (const key of Object.keys(resource.computed)) delete kept[key]
    return numbered(resource.create, withIds(resource.create, kept))
  }

  test('a form that was only opened and saved sends the record unchanged', () => {
    fc.assert(
      fc.property(row, (stored) => {
        const body = toBody(resource, 'edit', toDraft(resource, 'edit', stored), stored)
        expect(body).toEqual(rawPayload(stored))
      }),
    )
  })

  test.each(fieldsOf(resource, 'edit').map((field) => [field.label, field] as const))(
    'a change of %s changes nothing else',
    (_, field) => {
      fc.assert(
        fc.property(row, (stored) => {
          const typed = setAt(
            toDraft(resource, 'edit', stored),
            field.path,
            anotherOf(field, stored),
          )
          const body = toBody(resource, 'edit', typed, stored)
          const changed = getAt(body, field.path)
          expect(body).toEqual(setAt(rawPayload(stored), field.path, changed))
          expect(changed).not.toEqual(getAt(rawPayload(stored), field.path))
          if (field.kind === 'list')
            expect(unnumbered(changed).slice(0, -1)).toEqual(
              unnumbered(getAt(rawPayload(stored), field.path) ?? []),
            )
        }),
      )
    },
  )
})

/** Without the places in lists, which are set anew. */
const unnumbered = (list: unknown): unknown[] =>
  JSON.parse(JSON.stringify(list, (key, value) => (key === 'order' ? undefined : value)))

/** What a user may have typed or chosen instead of what is stored. */
function anotherOf({ kind, path }: Field, stored: Row): unknown {
  const value = getAt(stored, path)
  switch (kind) {
    case 'boolean':
      return String(value !== true)
    case 'number':
      return '107'
    case 'commaList':
      return 'one, two, three, four, five'
    case 'reference':
      return Array.isArray(value) ? ['another'] : 'another'
    case 'list':
      return [...(Array.isArray(value) ? value : []), { title: 'Another' }]
    default:
      return 'another-value'
  }
}
