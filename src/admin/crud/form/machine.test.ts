import { expect, test } from 'vitest'
import { HttpError } from '#admin/providers/http-client.ts'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { registry } from '#resources/index.ts'
import {
  type FormEvent,
  type FormState,
  isAnew,
  isBlocked,
  isBusy,
  nextForm,
  notificationOf,
  type Sent,
  startForm,
} from './machine.ts'

const users = registry.find(({ name }) => name === 'users') as Resource
const row: Row = { _id: '1', id: '1', version: 1, firstName: 'Ada' }
const theirs: Row = { ...row, version: 2, firstName: 'Theirs' }
const error = new HttpError(0)
const clash: Sent = { kind: 'clash', base: row, theirs, change: { firstName: 'Mine' }, error }
const question = { title: 'Make {name} an admin?', text: 'Really?', yes: 'Make Admin' }

const opened = startForm('1')
const after = (state: FormState, ...events: FormEvent[]) => events.reduce(nextForm, state)
const editing = after(opened, { type: 'loaded', row })
const sent = (state: FormState, sending: Sent) =>
  after(state, { type: 'sent' }, { type: 'settled', sent: sending })

test('a record is loaded once: what comes later takes nothing away', () => {
  expect(opened).toMatchObject({ mode: 'edit', phase: { is: 'loading' } })
  expect(editing).toMatchObject({ base: row, phase: { is: 'editing' } })
  expect(after(editing, { type: 'loaded', row: theirs })).toBe(editing)
  expect(startForm(undefined).phase.is).toBe('editing')
})

test('a record that is missing keeps the form as a change of what it was', () => {
  const gone = after(opened, { type: 'missing', base: row })
  expect(gone).toMatchObject({ base: row, phase: { is: 'gone' } })
  expect(after(editing, { type: 'missing', base: theirs })).toBe(editing)
})

test('USER-05 a question that was answered with yes is not asked again; one with no is', () => {
  const asked = after(editing, { type: 'asked', question, name: 'Ada' })
  expect(asked).toMatchObject({ asked: { question, name: 'Ada' }, phase: { is: 'editing' } })
  expect(after(asked, { type: 'answered', isYes: true })).toMatchObject({
    asked: undefined,
    agreed: [question],
  })
  expect(after(asked, { type: 'answered', isYes: false }).agreed).toEqual([])
})

test('a form is busy while it saves, and closed once it has', () => {
  const saving = after(editing, { type: 'sent' })
  expect([isBusy(editing), isBusy(saving)]).toEqual([false, true])
  const closed = after(saving, { type: 'settled', sent: { kind: 'saved' } })
  expect(closed.phase.is).toBe('closed')
  expect(after(closed, { type: 'settled', sent: clash })).toBe(closed)
})

test('FORM-02 a clash blocks a save until one version is taken', () => {
  const clashing = sent(editing, clash)
  expect(clashing).toMatchObject({ base: row, phase: { is: 'clash', clash: { theirs } } })
  expect(isBlocked(clashing)).toBe(true)
  const taken = after(clashing, { type: 'took', theirs })
  expect(taken).toMatchObject({ base: theirs, phase: { is: 'editing' } })
  expect(after(clashing, { type: 'sent', base: theirs })).toMatchObject({ base: theirs })
})

test('FORM-03 of a record that is gone the form becomes one of a new record', () => {
  const gone = sent(editing, { kind: 'gone', error })
  expect([gone.phase.is, isBlocked(gone)]).toEqual(['gone', true])
  const anew = after(gone, { type: 'anew' })
  expect(anew).toMatchObject({ mode: 'create', base: row, phase: { is: 'anew' } })
  expect([isAnew(gone), isAnew(anew), isBlocked(anew)]).toEqual([false, true, false])
  // A refusal of it leaves it what it is.
  expect(isAnew(sent(anew, { kind: 'failed', error }))).toBe(true)
})

test('FORM-04 while nobody knows, it can be asked about again; then it is a change of what was found', () => {
  const unknown = sent(editing, { kind: 'unknown', error })
  expect(unknown.phase).toEqual({ is: 'unknown', error, isLooking: false })
  const looking = after(unknown, { type: 'looked' })
  expect([isBusy(unknown), isBusy(looking), isBlocked(unknown)]).toEqual([false, true, false])
  expect(after(looking, { type: 'settled', sent: { kind: 'unknown', error } })).toEqual(unknown)
  const found: Sent = { kind: 'unsaved', theirs, change: {}, error }
  expect(after(looking, { type: 'settled', sent: found })).toMatchObject({
    base: theirs,
    phase: { is: 'editing' },
  })
})

test('USER-07 FORM-04 what the form itself shows is no toast, as long as there is a form', () => {
  const said = (sending: Sent, isSilent = false, mode: 'edit' | 'create' = 'edit') =>
    notificationOf(users, mode, sending, isSilent)?.message
  const unknown: Sent = { kind: 'unknown', error }
  expect(said({ kind: 'saved' })).toBe('User updated successfully.')
  expect(said({ kind: 'saved' }, true, 'create')).toBe('User created successfully.')
  expect([clash, unknown, { kind: 'gone', error } as const].map((one) => said(one))).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(said(unknown, true)).toBe(
    'The server gave no answer. It is not known whether this was saved.',
  )
  expect(said({ kind: 'unsaved', theirs, change: {}, error })).toBe(
    'The server gave no answer, and the user was not saved.',
  )
  const refused = new HttpError(500)
  expect(said({ kind: 'failed', error: refused })).toBe('Failed to update user.')
  expect(said({ kind: 'failed', error: refused }, false, 'create')).toBe('Failed to create user.')
})
