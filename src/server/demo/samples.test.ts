import { describe, expect, test, vi } from 'vitest'
import { findAt } from '#model/paths.ts'
import { referencesOf } from '#model/references.ts'
import type { Resource } from '#model/resource.ts'
import { parseBody } from '#model/validate.ts'
import { registry } from '#resources/index.ts'
import { FILES, readSamplesFile, samplesOf } from './samples.ts'

const today = new Date('2026-11-20')
const written = (of: string) => readSamplesFile(FILES[of] ?? '')
const names = (of: string) => written(of).map(({ name, title }) => String(name ?? title))
const values = (of: string, path: string) =>
  written(of).flatMap((data) => findAt(data, path).map(({ value }) => value))

const warn = vi.fn()
type FindIds = Parameters<typeof samplesOf>[2]['ids']

/** As if every sample had its name for an id; a name that no sample has is not found. */
const byName: FindIds = async (to, wanted) =>
  new Map(wanted.filter((name) => names(to).includes(name)).map((name) => [name, name]))

/** The samples of a resource as they are stored. */
const store = (of: string, ids: FindIds = byName) =>
  samplesOf(named(of), today, { ids, names: async () => [] }, warn)

describe.each([
  ['missions/templates', 24, 2],
  ['protocols/templates', 9, 1],
  ['mentors', 12, 2],
])('%s', (name, count, inactive) => {
  const resource = named(name)

  test(`there are ${count}, ${inactive} of them inactive, each with a name of its own`, async () => {
    const rows = await store(name)
    expect(rows).toHaveLength(count)
    expect(new Set(names(name)).size).toBe(count)
    expect(rows.filter(({ data }) => data.isActive === false)).toHaveLength(inactive)
  })

  test('each is what the declaration asks for, without a change', async () => {
    for (const { data } of await store(name)) {
      const { sample, ...body } = data
      expect(sample).toBe(true)
      // Nothing trimmed, no double dropped, no default missing, no key unknown.
      expect(parseBody(resource, 'create', body)).toEqual({ ok: true, value: body })
    }
  })

  test('each name that it refers to is a sample’s', () => {
    for (const { path, to } of referencesOf(resource.create))
      for (const one of values(name, path)) expect(names(to)).toContain(one)
  })

  test('all career fields are there', () => {
    expect(new Set(values(name, 'careerFields.*'))).toEqual(new Set(names('career-fields')))
  })

  test('they were made within the fifteen months before the day, at different times', async () => {
    const times = (await store(name)).map(({ createdAt }) => createdAt.getTime())
    expect(new Set(times).size).toBe(count)
    expect(Math.max(...times)).toBeLessThan(today.getTime())
    expect(Math.min(...times)).toBeGreaterThan(today.getTime() - 456 * 86_400_000)
  })
})

test('texts of comma lists hold no comma, which an edit would split', () => {
  for (const [of, path] of [
    ['missions/templates', 'skills.*'],
    ['protocols/templates', 'prerequisites.skills.*'],
    ['mentors', 'skills.*'],
    ['mentors', 'tags.*'],
    ['mentors', 'languages.*'],
  ] as const)
    for (const text of values(of, path)) expect(text).not.toMatch(/,/)
})

test('missions have all difficulties, several types, three to seven steps, and pay more for harder work', () => {
  const rows = written('missions/templates').map((data) => Object(data))
  const types = new Set(rows.map(({ type }) => type))
  expect(types.size).toBeGreaterThanOrEqual(6)
  expect(types.size).toBeLessThanOrEqual(8)
  const levels = ['beginner', 'intermediate', 'advanced', 'expert'].map((difficulty) =>
    rows.filter((row) => row.difficulty === difficulty).map(({ rewards }) => rewards),
  )
  for (const [index, rewards] of levels.entries()) {
    expect(rewards.length).toBeGreaterThanOrEqual(4)
    for (const reward of ['experience', 'skillPoints']) {
      const easier = (levels[index - 1] ?? []).map((one) => one[reward])
      expect(Math.min(...rewards.map((one) => one[reward]))).toBeGreaterThan(Math.max(0, ...easier))
    }
  }
  for (const { steps, skills } of rows) {
    expect(steps.length).toBeGreaterThanOrEqual(3)
    expect(steps.length).toBeLessThanOrEqual(7)
    expect(skills.length).toBeGreaterThanOrEqual(3)
    expect(skills.length).toBeLessThanOrEqual(6)
  }
})

test('protocols have all levels, three to five phases of two to four milestones, and use every mission', () => {
  const rows = written('protocols/templates').map((data) => Object(data))
  for (const level of ['beginner', 'intermediate', 'advanced'])
    expect(rows.filter(({ targetLevel }) => targetLevel === level)).toHaveLength(3)
  for (const { phases } of rows) {
    expect(phases.length).toBeGreaterThanOrEqual(3)
    expect(phases.length).toBeLessThanOrEqual(5)
    for (const { milestones } of phases) {
      expect(milestones.length).toBeGreaterThanOrEqual(2)
      expect(milestones.length).toBeLessThanOrEqual(4)
    }
  }
  const used = values('protocols/templates', 'phases.*.milestones.*.missions.*')
  expect(new Set(used)).toEqual(new Set(names('missions/templates')))
  const several = values('protocols/templates', 'phases.*.milestones.*.missions')
  expect(several.some((missions) => Object(missions).length > 1)).toBe(true)
})

test('mentors show every choice and every script, and none has a picture or a rating out of range', () => {
  const rows = written('mentors').map((data) => Object(data))
  const shape = Object(named('mentors').create.shape)
  for (const key of ['experienceLevel', 'teachingStyle', 'communicationStyle', 'availability'])
    expect(new Set(rows.map((row) => row[key]))).toEqual(new Set(shape[key].unwrap().options))
  const all = names('mentors').join(' ')
  expect(all).toMatch(/\p{Script=Arabic}/u)
  expect(all).toMatch(/\p{Script=Han}/u)
  for (const { rating, profileImage } of rows) {
    expect(profileImage).toBeUndefined()
    expect(rating).toBeGreaterThanOrEqual(3.9)
    expect(rating).toBe(Math.round(rating * 10) / 10)
  }
})

test('a name that no longer exists is left out, and what remains is numbered', async () => {
  const gone = 'Map the routes into three health professions'
  const [first] = await store('protocols/templates', (to, wanted) =>
    byName(
      to,
      wanted.filter((name) => name !== gone),
    ),
  )
  const missions = findAt(first?.data, 'phases.*.milestones.*.missions.*').map(({ value }) => value)
  expect(missions).not.toContain(gone)
  expect(missions.length).toBeGreaterThan(0)
  expect(findAt(first?.data, 'phases.*.order').map(({ value }) => value)).toEqual([0, 1, 2])
  const ids = findAt(first?.data, 'phases.*.milestones.*._id').map(({ value }) => value)
  expect(new Set(ids).size).toBe(6)
})

test('an entry that no create would accept is stored with a warning that names its file', async () => {
  const rows = await store('mentors', async () => new Map())
  expect(rows).toHaveLength(12)
  expect(rows[0]?.data).toMatchObject({ name: 'Amara Nwosu', careerFields: [], isActive: true })
  expect(warn).toHaveBeenCalledTimes(1)
  expect(warn.mock.calls[0]?.[0]).toContain('samples/mentors.json: [0].careerFields: ')
})

function named(name: string): Resource {
  const found = registry.find((one) => one.name === name)
  if (!found) throw new Error(`There is no resource '${name}'`)
  return found
}
