import type { OpenNotificationParams } from '@refinedev/core'
import { translate, translateWithin } from '#admin/format/translate.ts'
import type { Draft } from '#admin/providers/adapters/draft.ts'
import type { UsesRead } from '#admin/providers/adapters/read-record-facts.ts'
import type { Written } from '#admin/providers/versioned-write.ts'
import type { Question, Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { failed, succeeded } from '../notices.ts'
import type { Mode } from './check-draft.ts'

/** What became of sending what a form holds. */
export type Sent = Written<Row, Draft>
export type SentAs<Kind extends Sent['kind']> = Extract<Sent, { kind: Kind }>

/** Where a form stands. What was typed is antd's to hold, and none of these loses it. */
export type Phase =
  | { is: 'loading' }
  | { is: 'editing' }
  | { is: 'saving' }
  /** Somebody saved the record meanwhile, and both changed the same. */
  | { is: 'clash'; clash: SentAs<'clash'> }
  /** Somebody deleted the record meanwhile. */
  | { is: 'gone' }
  /** A save got no answer, and nobody knows what became of it. */
  | { is: 'unknown'; error: SentAs<'unknown'>['error']; isLooking: boolean }
  /** The form is one of a new record now, which is to be sent as soon as its fields are there. */
  | { is: 'anew' }
  | { is: 'closed' }

/** What is asked before a form is sent, with the name of the record. */
export interface Asked {
  question: Question
  name: string
  /** What hangs on the record. */
  uses?: UsesRead | undefined
  /** So many sessions end with it. */
  ends?: number | undefined
}

export interface FormState {
  mode: Mode
  /** The version that the form is a change of; undefined until it is there, and of a new record. */
  base: Row | undefined
  phase: Phase
  asked: Asked | undefined
  /** The questions that were answered with yes: none is asked twice. */
  agreed: readonly Question[]
}

export type FormEvent =
  | { type: 'loaded'; row: Row }
  /** The record is not there any more, and what was typed into it is. */
  | { type: 'missing'; base: Row }
  | ({ type: 'asked' } & Asked)
  | { type: 'answered'; isYes: boolean }
  | { type: 'sent'; base?: Row | undefined }
  | { type: 'looked' }
  | { type: 'settled'; sent: Sent }
  /** Theirs was taken where both changed the same. */
  | { type: 'took'; theirs: Row }
  | { type: 'anew' }
  /** The new record is stored, and the form is one of another. */
  | { type: 'another' }
  | { type: 'closed' }

/** A form as it opens: of a record, or of a new one. */
export function startForm(id: string | undefined): FormState {
  return {
    mode: id === undefined ? 'create' : 'edit',
    base: undefined,
    phase: { is: id === undefined ? 'editing' : 'loading' },
    asked: undefined,
    agreed: [],
  }
}

/** The form after an event. Pure, and never throws: what comes too late changes nothing. */
export function nextForm(state: FormState, event: FormEvent): FormState {
  const { phase } = state
  if (phase.is === 'closed') return state
  switch (event.type) {
    case 'loaded':
      // Later answers must not take away what was typed into the first one.
      if (phase.is !== 'loading') return state
      return { ...state, base: event.row, phase: { is: 'editing' } }
    case 'missing':
      if (phase.is !== 'loading') return state
      return { ...state, base: event.base, phase: { is: 'gone' } }
    case 'asked':
      return {
        ...state,
        asked: {
          question: event.question,
          name: event.name,
          uses: event.uses,
          ends: event.ends,
        },
      }
    case 'answered':
      return {
        ...state,
        asked: undefined,
        agreed: event.isYes && state.asked ? [...state.agreed, state.asked.question] : [],
      }
    case 'sent':
      return { ...state, base: event.base ?? state.base, phase: { is: 'saving' } }
    case 'looked':
      return phase.is === 'unknown' ? { ...state, phase: { ...phase, isLooking: true } } : state
    case 'settled':
      return settled(state, event.sent)
    case 'took':
      return { ...state, base: event.theirs, phase: { is: 'editing' } }
    case 'anew':
      return { ...state, mode: 'create', phase: { is: 'anew' } }
    case 'another':
      return startForm(undefined)
    case 'closed':
      return { ...state, phase: { is: 'closed' } }
  }
}

function settled(state: FormState, sent: Sent): FormState {
  switch (sent.kind) {
    case 'saved':
      return { ...state, phase: { is: 'closed' } }
    case 'clash':
      return { ...state, phase: { is: 'clash', clash: sent } }
    case 'gone':
      return { ...state, phase: { is: 'gone' } }
    case 'unknown':
      return { ...state, phase: { is: 'unknown', error: sent.error, isLooking: false } }
    case 'unsaved':
      return { ...state, base: sent.theirs, phase: { is: 'editing' } }
    case 'failed':
      return { ...state, phase: { is: 'editing' } }
  }
}

/** Made of a record that was deleted: it stands nowhere else. */
export function isAnew({ mode, base }: FormState): boolean {
  return mode === 'create' && base !== undefined
}

/** Something is under way that the form waits for. */
export function isBusy({ phase }: FormState): boolean {
  return phase.is === 'saving' || (phase.is === 'unknown' && phase.isLooking)
}

/** There is another way on than to save again. */
export function isBlocked({ phase }: FormState): boolean {
  return phase.is === 'clash' || phase.is === 'gone'
}

/** What is said of what came of a save; undefined where the form itself tells it. Takes whether it no longer can. */
export function notificationOf(
  resource: Resource,
  mode: Mode,
  sent: Sent,
  isFormSilent: boolean,
): OpenNotificationParams | undefined {
  const { messages, label } = resource
  if (sent.kind === 'saved')
    return succeeded(mode === 'edit' ? messages.updated : messages.created, sent.changeId)
  if (sent.kind !== 'failed' && sent.kind !== 'unsaved' && !isFormSilent) return undefined
  if (mode === 'create') return failed(sent.error, messages.createFailed)
  const notification = failed(sent.error, messages.updateFailed, resource)
  if (sent.kind !== 'unsaved' || isFormSilent) return notification
  const noun = translateWithin(label.one)
  const message = translate('The server gave no answer, and the {noun} was not saved.', { noun })
  return { ...notification, message }
}
