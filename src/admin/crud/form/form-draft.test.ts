import { describe, expect, test } from 'vitest'
import { toDraft } from '#admin/providers/adapters/draft.ts'
import type { Field, Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import { readForm, restoreForm, writeForm } from './form-draft.ts'

const missions = registry.find((one) => one.name === 'missions/templates') as Resource
const base: Row = {
  _id: '1',
  id: '1',
  title: 'Listen',
  type: 'research',
  difficulty: 'beginner',
  steps: [{ title: 'One', description: 'Sit down' }],
}
const before = toDraft(missions, 'edit', base)
const typed = {
  ...before,
  title: 'Listen well',
  difficulty: 'advanced',
  steps: [
    { title: 'One', description: 'Sit down' },
    { title: 'Two', description: 'Stand up' },
  ],
}

/** As the browser keeps it. */
function kept(resource: Resource, mode: 'create' | 'edit', draft: object, row?: Row) {
  const text = JSON.stringify(writeForm(resource, mode, draft as never, row))
  const form = readForm(JSON.parse(text))
  if (!form) throw new Error('It was not read')
  return { form, text }
}

/** The missions of another declaration. */
const changed = (change: (field: Field) => Field | undefined): Resource => ({
  ...missions,
  fields: missions.fields.flatMap((field) => change(field) ?? []),
})

describe('FORM-01 a draft of an older declaration', () => {
  const { form } = kept(missions, 'edit', typed, base)

  test('keeps what still fits and names what does not', () => {
    const newer = changed((field) => (field.path === 'title' ? undefined : field))
    const { draft, mine, misfits } = restoreForm(newer, 'edit', form, base)
    expect(misfits).toEqual([{ label: 'Title', text: 'Listen well' }])
    expect(mine.map(({ path }) => path)).toEqual(['difficulty', 'steps'])
    expect(draft).toMatchObject({ difficulty: 'advanced', steps: typed.steps })
  })

  test('a field of another kind takes what it can hold, and a choice only what is offered', () => {
    const newer = changed((field) => {
      if (field.path === 'title') return { ...field, kind: 'textArea' } as Field
      if (field.path !== 'difficulty') return field
      const choices = [{ value: 'easy', label: 'Easy' }]
      return { ...field, kind: 'select', choices } as Field
    })
    const { draft, misfits } = restoreForm(newer, 'edit', form, base)
    expect(draft.title).toBe('Listen well')
    expect(draft.difficulty).toBe('beginner')
    expect(misfits).toEqual([{ label: 'Difficulty', text: 'advanced' }])
    const number = changed((field) =>
      field.path === 'title' ? ({ ...field, kind: 'number' } as Field) : field,
    )
    expect(restoreForm(number, 'edit', form, base).misfits).toMatchObject([{ label: 'Title' }])
  })

  test('entries lose the field that went, and it is named with their place', () => {
    const newer = changed((field) =>
      field.kind === 'list'
        ? { ...field, fields: field.fields.filter(({ path }) => path !== 'description') }
        : field,
    )
    const { draft, misfits } = restoreForm(newer, 'edit', form, base)
    expect(draft.steps).toEqual([{ title: 'One' }, { title: 'Two' }])
    expect(misfits.map(({ label, text }) => `${label}: ${text}`)).toEqual([
      'Steps 1, Description: Sit down',
      'Steps 2, Description: Stand up',
    ])
  })

  test('what nobody can read is no draft', () => {
    for (const value of [null, 7, {}, { typed: {}, fields: [{ path: 1 }] }, { fields: [] }])
      expect(readForm(value)).toBeUndefined()
  })
})

test('FORM-01 over a record that somebody changed meanwhile, what both changed is named', () => {
  const { form } = kept(missions, 'edit', typed, base)
  const now = { ...base, title: 'Theirs', type: 'reflection' }
  const { draft, mine, clashes } = restoreForm(missions, 'edit', form, now)
  expect(draft).toMatchObject({ title: 'Listen well', type: 'reflection' })
  expect(mine.map(({ path }) => path)).toEqual(['title', 'difficulty', 'steps'])
  expect(clashes.map(({ path }) => path)).toEqual(['title'])
  // Saved already, by a save whose answer was lost: nothing is left of it.
  const saved = { ...base, title: 'Listen well', difficulty: 'advanced', steps: typed.steps }
  expect(restoreForm(missions, 'edit', form, saved).mine).toEqual([])
})

test('FORM-01 a password is typed again, and alone it is no draft', () => {
  const users = registry.find(({ name }) => name === 'users') as Resource
  const opened = toDraft(users, 'create')
  expect(writeForm(users, 'create', { ...opened, password: 'three-blue' })).toBeUndefined()
  const { text } = kept(users, 'create', { ...opened, password: 'three-blue', firstName: 'Ada' })
  expect(text).toContain('Ada')
  expect(text).not.toContain('three-blue')
})
