import { describe, expect, test } from 'vitest'
import { fieldsOf, toDraft } from '#admin/providers/adapters/draft.ts'
import type { Row } from '#model/declaration.ts'
import { describe as describeAt } from '#model/describe.ts'
import { setAt } from '#model/paths.ts'
import { labelOf, type Resource } from '#model/resource.ts'
import { humanise } from '#model/words.ts'
import { registry } from '#resources/index.ts'
import { checkDraft, isChanged } from './check-draft.ts'

const users = registry.find((one) => one.name === 'users') as Resource
const fields = registry.find((one) => one.name === 'career-fields') as Resource
const ada: Row = {
  _id: '1',
  id: '1',
  version: 3,
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.org',
  role: 'user',
  isActive: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  nickname: 'Countess',
}
const draft = toDraft(users, 'edit', ada)

describe('editing', () => {
  test('fields that the form does not show are sent unchanged, shown ones are trimmed', () => {
    const checked = checkDraft(users, 'edit', { ...draft, firstName: '  Augusta ' }, ada)
    expect(checked).toEqual({
      ok: true,
      body: {
        firstName: 'Augusta',
        lastName: 'Lovelace',
        email: 'ada@example.org',
        role: 'user',
        isActive: true,
        createdAt: '2026-01-01T00:00:00.000Z',
        nickname: 'Countess',
      },
    })
  })

  test('an untouched role of a foreign backend is not refused', () => {
    const legend = { ...ada, role: 'legendary' }
    const own = toDraft(users, 'edit', legend)
    expect(checkDraft(users, 'edit', own, legend)).toMatchObject({
      ok: true,
      body: { role: 'legendary' },
    })
    expect(checkDraft(users, 'edit', { ...own, email: 'x' }, legend)).toEqual({
      ok: false,
      isBlank: false,
      errors: { email: 'Email must be an email address like name@example.org.' },
    })
  })
})

test('an untouched list that is too long is not refused, at any depth', () => {
  const missions = registry.find((one) => one.name === 'missions/templates') as Resource
  const steps = Array.from({ length: 500 }, (_, at) => ({ title: 'Step', order: at + 7 }))
  const row: Row = { ...missions.sample, _id: '1', id: '1', steps }
  expect(checkDraft(missions, 'edit', toDraft(missions, 'edit', row), row)).toMatchObject({
    ok: true,
    body: { steps: steps.map((step, order) => ({ ...step, order })) },
  })
})

test('a name of spaces counts as blank, a text too long does not', () => {
  expect(checkDraft(fields, 'create', { name: ' \u200b ', description: '' })).toMatchObject({
    ok: false,
    isBlank: true,
  })
  expect(checkDraft(fields, 'create', { name: 'Law', description: 'x'.repeat(501) })).toMatchObject(
    { ok: false, isBlank: false },
  )
})

test('a draft restored to its original value counts as unchanged', () => {
  expect(isChanged(users, 'edit', { ...draft }, ada)).toBe(false)
  expect(isChanged(users, 'edit', { ...draft, isActive: 'false' }, ada)).toBe(true)
})

describe('creating a copy of a deleted record', () => {
  test('takes along what the form does not show, and leaves out what the server sets', () => {
    const row = { ...ada, segment: 'student' }
    const typed = {
      ...toDraft(users, 'create', row),
      firstName: 'Augusta',
      password: 'nine-cairns',
    }
    expect(checkDraft(users, 'create', typed, row)).toEqual({
      ok: true,
      body: {
        firstName: 'Augusta',
        lastName: 'Lovelace',
        email: 'ada@example.org',
        password: 'nine-cairns',
        role: 'user',
        isActive: true,
        segment: 'student',
      },
    })
  })

  test('requires values that no record holds', () => {
    const checked = checkDraft(users, 'create', toDraft(users, 'create', ada), ada)
    expect(checked).toMatchObject({ ok: false, errors: { password: 'Password is required.' } })
  })
})

describe('references and lists', () => {
  const mentors = registry.find((one) => one.name === 'mentors') as Resource
  const noor: Row = {
    ...mentors.sample,
    _id: '1',
    id: '1',
    careerFields: [{ _id: 'a', name: 'Law' }, { _id: 'b' }],
    profileImage: 'https://example.org/noor.png',
    rating: 4.5,
  }
  const typed = toDraft(mentors, 'edit', noor)

  test('another first career field leaves the further ones, as ids', () => {
    const checked = checkDraft(mentors, 'edit', { ...typed, careerFields: ['c'] }, noor)
    expect(checked).toMatchObject({ ok: true, body: { careerFields: ['c', 'b'], rating: 4.5 } })
  })

  test('a cleared address is sent as null', () => {
    const checked = checkDraft(mentors, 'edit', { ...typed, profileImage: '' }, noor)
    expect(checked).toMatchObject({ ok: true, body: { profileImage: null } })
  })

  test('no career field counts as blank', () => {
    const checked = checkDraft(mentors, 'create', toDraft(mentors, 'create'))
    expect(checked).toMatchObject({ ok: false, isBlank: true })
    expect(checked.ok || Object.keys(checked.errors)).toContain('careerFields.0')
  })

  test('a selection that was removed again counts as unchanged', () => {
    expect(isChanged(mentors, 'edit', { ...typed, careerFields: ['a'] }, noor)).toBe(false)
    expect(isChanged(mentors, 'edit', { ...typed, careerFields: ['b'] }, noor)).toBe(true)
  })
})

test.each(registry.filter(({ hasOwnPage, actions }) => !hasOwnPage && actions.includes('create')))(
  '$name: an empty form is refused for each field that its schema requires',
  (resource) => {
    const asked = fieldsOf(resource, 'create').filter(
      ({ path, kind }) => kind !== 'part' && describeAt(resource.create, path)?.required,
    )
    const empty = asked.reduce((one, { path }) => setAt(one, path, ''), toDraft(resource, 'create'))
    const checked = checkDraft(resource, 'create', empty)
    const errors: Record<string, unknown> = checked.ok ? {} : checked.errors
    expect(asked.length).toBeGreaterThan(0)
    for (const { path } of asked) {
      const label = labelOf(resource, path) ?? humanise(path)
      expect(errors[path], path).toBe(`${label} is required.`)
    }
  },
)

test('a new entry of an edited record lacks what its schema requires: that was never stored', () => {
  const missions = registry.find((one) => one.name === 'missions/templates') as Resource
  const row: Row = {
    _id: '1',
    id: '1',
    title: 'Listen',
    type: 'research',
    steps: [{ title: 'One' }],
  }
  const steps = [{ title: 'One' }, { description: 'And no title' }]
  const checked = checkDraft(missions, 'edit', { ...toDraft(missions, 'edit', row), steps }, row)
  expect(checked.ok ? {} : checked.errors).toEqual({ 'steps.1.title': 'Step 2 title is required.' })
})
