import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Resource } from '#model/resource.ts'
import { parseBody } from '#model/validate.ts'
import { registry } from '#resources/index.ts'
import { splitList, toBody, toDraft } from './draft.ts'

const users = registry.find((one) => one.name === 'users') as Resource
const fields = registry.find((one) => one.name === 'career-fields') as Resource

describe('the form’s values', () => {
  test('a new user starts as an active plain user', () => {
    expect(toDraft(users, 'create')).toEqual({
      firstName: '',
      lastName: '',
      email: '',
      password: '',
      role: 'user',
      segment: 'unspecified',
      isActive: 'true',
    })
  })

  test('an edit shows the row, without a password', () => {
    const row = {
      _id: 'a',
      id: 'a',
      firstName: 'Ada',
      lastName: null,
      role: 'boss',
      isActive: false,
    }
    expect(toDraft(users, 'edit', row)).toEqual({
      firstName: 'Ada',
      lastName: '',
      email: '',
      role: 'boss',
      isActive: 'false',
    })
  })

  test('blank required fields are named by their labels', () => {
    const parsed = parseBody(users, 'create', toBody(users, 'create', toDraft(users, 'create')))
    expect(parsed).toEqual({
      ok: false,
      errors: {
        firstName: 'First Name is required.',
        lastName: 'Last Name is required.',
        email: 'Email is required.',
        password: 'Password is required.',
      },
    })
  })

  test.each([
    ['email', 'ada', 'Email must be an email address like name@example.org.'],
    ['password', 'short', 'Password needs at least 8 characters.'],
    ['role', 'boss', 'Role must be one of user, admin.'],
    ['firstName', '\u200b \u00a0', 'First Name is required.'],
    ['firstName', 'a\u0000b', 'First Name contains characters that cannot be stored.'],
    ['lastName', 'x'.repeat(81), 'Last Name may have at most 80 characters.'],
  ])('%s %j is refused with a message', (path, value, message) => {
    const parsed = parseBody(users, 'create', { ...users.sample, [path]: value })
    expect(parsed).toEqual({ ok: false, errors: { [path]: message } })
  })
})

describe('editing never loses what the form does not show', () => {
  test('a saved row differs only in the edited field', () => {
    const row = fc.dictionary(fc.string(), fc.jsonValue()).map((extra) => ({
      ...extra,
      _id: 'a',
      id: 'a',
      version: 3,
      name: 'Law',
      description: 'Old',
    }))
    fc.assert(
      fc.property(row, fc.string(), (stored, description) => {
        const { _id, id, version, ...kept } = stored
        const body = toBody(fields, 'edit', { name: 'Law', description }, stored)
        expect(body).toEqual({ ...kept, description })
      }),
    )
  })

  test('a password that a backend leaked is never sent back', () => {
    const row = { _id: 'a', id: 'a', ...users.sample, password: '$2b$hash' }
    expect(toBody(users, 'edit', toDraft(users, 'edit', row), row)).not.toHaveProperty('password')
  })

  test('a cleared text is sent as empty when editing and left out when creating', () => {
    const row = { _id: 'a', id: 'a', name: 'Law', description: 'Old' }
    expect(toBody(fields, 'edit', { name: 'Law', description: '' }, row)).toEqual({
      name: 'Law',
      description: '',
    })
    expect(toBody(fields, 'create', { name: 'Law', description: '' })).toEqual({ name: 'Law' })
  })
})

test.each([
  ['a, b,, c ', ['a', 'b', 'c']],
  ['a, A, b, a', ['a', 'b']],
  ['国語，算数、理科､社会 ، فن', ['国語', '算数', '理科', '社会', 'فن']],
  [' , ,', []],
  [null, []],
])('lists typed as %j', (typed, list) => {
  expect(splitList(typed)).toEqual(list)
})

test('numbers are converted from text; what is cleared is null, or its default', () => {
  const missions = registry.find((one) => one.name === 'missions/templates') as Resource
  const row = { ...missions.sample, _id: 'a', id: 'a' }
  const opened = toDraft(missions, 'edit', row)
  const typed = {
    ...opened,
    estimatedDuration: { value: '', unit: 'days' },
    rewards: { experience: '70', skillPoints: '' },
    isActive: 'true',
  }
  expect(toBody(missions, 'edit', typed, row)).toMatchObject({
    estimatedDuration: { value: null, unit: 'days' },
    rewards: { experience: 70, skillPoints: 0 },
    isActive: true,
  })
})

test.each([
  ['missions/templates', { title: 'x', type: 'y', estimatedDuration: { value: null } }, {}],
  ['missions/templates', { title: 'x', type: 'y', description: null }, {}],
])('null clears what may be absent: %s %j', (name, body, value) => {
  const resource = registry.find((one) => one.name === name) as Resource
  expect(parseBody(resource, 'create', body)).toMatchObject({ ok: true, value })
})

test('null chooses no default: it activates no user and takes no role away', () => {
  for (const key of ['role', 'isActive'])
    expect(parseBody(users, 'edit', { ...users.sample, password: undefined, [key]: null }).ok).toBe(
      false,
    )
})

test('an empty web address is removed, and a required text stays required', () => {
  const mentors = registry.find((one) => one.name === 'mentors') as Resource
  const body = { ...mentors.sample, profileImage: '' }
  const parsed = parseBody(mentors, 'create', body)
  expect(parsed.ok && 'profileImage' in parsed.value).toBe(false)
  expect(parseBody(mentors, 'create', { ...body, name: '', careerFields: null })).toEqual({
    ok: false,
    errors: { name: 'Name is required.', careerFields: 'Career Field is required.' },
  })
})
