import fc from 'fast-check'
import { expect } from 'vitest'
import { isSameValue } from '#admin/crud/form/differences.ts'
import { readForm, restoreForm, writeForm } from '#admin/crud/form/form-draft.ts'
import { readEditing } from '#admin/pages/dashboards/edit/use-editor.ts'
import { draftOf, isSame, readDashboard } from '#admin/pages/dashboards/read-dashboard.ts'
import { type Draft, fieldsOf, toBody, toDraft } from '#admin/providers/adapters/draft.ts'
import type { Field, Row } from '#model/declaration.ts'
import { getAt, setAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import type { Values } from '../../support/values.ts'
import { bodiesOf, settled } from './bodies.ts'
import { check, hold, type Tally } from './law.ts'
import { LAW_REGISTRY } from './world.ts'

type Mode = 'create' | 'edit'

/** Draft: what was typed into any form is what comes back, also over a record that somebody changed meanwhile. */
export async function draftLaw(runs: number, seed: number): Promise<Tally> {
  const tally: Tally = new Map()
  for (const resource of LAW_REGISTRY) {
    const modes = (['create', 'edit'] as const).filter((mode) => resource.actions.includes(mode))
    if (resource.hasOwnPage) await hold(runs, seed, rowsOf(resource), editorKeeps(tally, resource))
    else
      for (const mode of modes)
        await hold(runs, seed, typingsOf(resource, mode), formKeeps(tally, resource, mode))
  }
  return tally
}

interface Typing {
  /** The record as it was when the form opened, and as somebody left it since. */
  before: Row
  now: Row
  typed: Draft
}

const SECRET = 'never-to-be-kept'
const ODD = ['', ' ', '  two\nlines  ', 'a\0b', '\ud800', '__proto__', '“”&<\'"', '伟👩', '[1, {']

const ids = (to: string) => [`${to}-1`, `${to}-2`, `${to}-3`]
const rowOf = (body: Values): Row => ({ ...body, _id: 'it', id: 'it', version: 1 })

function rowsOf(resource: Resource): fc.Arbitrary<Row> {
  return bodiesOf(resource, 'create').map((body) => rowOf(settled(body, ids)))
}

function typingsOf(resource: Resource, mode: Mode): fc.Arbitrary<Typing> {
  const fields = fieldsOf(resource, mode)
  const texts = fields.filter(({ kind }) => ['text', 'textArea', 'email', 'url'].includes(kind))
  // Half a word, or nothing: what no schema would take is typed as well.
  const text = fc.oneof(fc.constantFrom(...ODD), fc.string())
  const odd = fc.array(fc.tuple(fc.nat(), text), { maxLength: texts.length > 0 ? 2 : 0 })
  const edit = bodiesOf(resource, mode)
  return fc.tuple(rowsOf(resource), edit, edit, odd).map(([before, mine, theirs, oddities]) => {
    const over = (body: Values) => ({ ...before, ...settled(body, ids) })
    const filled = toDraft(resource, mode, over(mine))
    const typed = oddities.reduce((draft, [at, odd]) => {
      const field = texts[at % texts.length]
      return field ? setAt(draft, field.path, odd) : draft
    }, filled)
    const secrets = fields.filter(({ kind }) => kind === 'password')
    return {
      before,
      now: over(theirs),
      typed: secrets.reduce((draft, { path }) => setAt(draft, path, SECRET), typed),
    }
  })
}

/** As it is after everything that only was in memory is gone. */
const through = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

function formKeeps(tally: Tally, resource: Resource, mode: Mode) {
  const fields = fieldsOf(resource, mode).filter(({ kind }) => kind !== 'password')
  const same = (one: unknown, other: unknown, { path }: Field) =>
    isSameValue(getAt(one, path), getAt(other, path))
  return ({ before, now, typed }: Typing): Promise<void> => {
    const base = mode === 'edit' ? before : undefined
    const written = writeForm(resource, mode, typed, base)
    const told = `${resource.name} ${mode} ${JSON.stringify({ typed, before, now })}`
    const start = toDraft(resource, mode, base)
    const touched = fields.filter((field) => !same(typed, start, field))
    if (!written) {
      expect(touched, told).toEqual([])
      return Promise.resolve()
    }
    expect(JSON.stringify(written), 'a secret is kept').not.toContain(SECRET)
    const form = readForm(through(written))
    if (!form) throw new Error(`It cannot be read: ${told}`)
    const { draft, misfits } = restoreForm(resource, mode, form, base)
    expect(misfits, told).toEqual([])
    for (const field of fields)
      expect(same(draft, typed, field), `${field.path}: ${told}`).toBe(true)
    const [sent, again] = [typed, draft].map((one) => toBody(resource, mode, one, base))
    for (const field of fields) {
      expect(same(draft, typed, field), `${field.path}: ${told}`).toBe(true)
      expect(same(again, sent, field), `${field.path} to send: ${told}`).toBe(true)
    }
    check(tally, resource, 2 * fields.length + 1)
    if (mode === 'create') return Promise.resolve()

    const later = restoreForm(resource, mode, form, now)
    const theirs = toDraft(resource, mode, now)
    for (const field of fields) {
      const source = touched.includes(field) ? typed : theirs
      expect(same(later.draft, source, field), `${field.path} later: ${told}`).toBe(true)
    }
    const clashing = touched.filter(
      (field) => !same(theirs, start, field) && !same(theirs, typed, field),
    )
    expect(later.clashes, told).toEqual(clashing)
    check(tally, resource, fields.length + 1)
    return Promise.resolve()
  }
}

/** The editor of dashboards keeps the whole of what it holds. */
function editorKeeps(tally: Tally, resource: Resource) {
  return (row: Row): Promise<void> => {
    const record = readDashboard(row)
    const draft = draftOf(record)
    const at = '/admin/dashboards'
    const text = JSON.stringify({ record: readDashboard(rowOf({ title: 'Before' })), draft, at })
    const kept = { id: '1', owner: '', place: '', record: row.id, name: '', at: 0, text }
    const left = readEditing(kept)
    expect(left && isSame(left.draft, draft), text).toBe(true)
    expect(left?.at).toBe(at)
    check(tally, resource, 2)
    return Promise.resolve()
  }
}
