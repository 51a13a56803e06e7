import { useNotification } from '@refinedev/core'
import { useRef } from 'react'
import type { Resource } from '#model/resource.ts'
import type { FieldErrors } from '#model/words.ts'
import { checkDraft, isChanged, questionOf } from './check-draft.ts'
import { isAnew, notificationOf, type Sent } from './machine.ts'
import { anewDraft, theirDraft } from './merge-versions.ts'
import { useFormErrors } from './use-form-errors.ts'
import { useFormState } from './use-form-state.ts'
import { useRecordSave } from './use-record-save.ts'

/** The form of one record (machine.ts), from opening to closing. Takes the id when editing. */
export function useRecordForm(resource: Resource, id?: string, onCreated?: (id: string) => void) {
  const writes = useRecordSave(resource, id ?? '', onCreated)
  const { form, put, typed } = writes
  const { state, dispatch, kept, load } = useFormState(resource, id, put, () => void submit())
  const { mode, base, phase } = state
  const errors = useFormErrors(resource, mode, form)
  const { open: notify } = useNotification()
  /** Known after nothing is drawn any more: it may be closed while it saves. */
  const isClosed = useRef(false)
  const isDirty = (version = base) =>
    isAnew(state) || (phase.is !== 'loading' && isChanged(resource, mode, typed(), version))

  function close() {
    isClosed.current = true
    kept.setWarn(false)
    dispatch({ type: 'closed' })
  }

  async function submit(version = base, agreed = state.agreed) {
    if (writes.isUnderWay()) return
    const checked = checkDraft(resource, mode, typed(), version)
    if (!checked.ok) return errors.refuse(checked, typed())
    const asked = questionOf(resource, mode, checked.body, version)
    if (asked && asked.question !== agreed) return dispatch({ type: 'asked', ...asked })
    dispatch({ type: 'sent', base: version })
    const isChange = mode === 'edit' && version
    await settle(isChange ? writes.change(version, typed()) : writes.create(checked.body))
  }

  async function settle(sending: Promise<Sent>, isAskedAgain = false) {
    const sent = await sending
    const notification = notificationOf(resource, mode, sent, isClosed.current || isAskedAgain)
    if (notification) notify?.(notification)
    if (isClosed.current) return
    if (sent.kind === 'saved') return close()
    if ('change' in sent) put(sent.change)
    dispatch({ type: 'settled', sent })
    kept.setWarn(isDirty())
    if (sent.kind === 'failed') errors.show((sent.error.errors ?? {}) as FieldErrors, typed())
  }

  function onChanged() {
    const dirty = isDirty()
    kept.setWarn(dirty)
    kept.note(dirty ? { base, draft: typed() } : undefined)
    errors.review(typed())
  }

  function onAnswered(isYes: boolean) {
    dispatch({ type: 'answered', isYes })
    if (isYes) void submit(base, state.asked?.question)
  }

  /** Takes theirs where both changed something; what was changed here alone stays. */
  function loadLatest() {
    if (phase.is !== 'clash') return
    put(theirDraft(resource, phase.clash, typed()))
    errors.clear()
    dispatch({ type: 'took', theirs: phase.clash.theirs })
    kept.setWarn(isDirty(phase.clash.theirs))
  }

  const saveMine = () => phase.is === 'clash' && void submit(phase.clash.theirs)

  function lookAgain() {
    if (phase.is !== 'unknown' || !base) return
    dispatch({ type: 'looked' })
    void settle(writes.look(base, typed(), phase.error), true)
  }

  function createAnew() {
    put(anewDraft(resource, base, typed()))
    dispatch({ type: 'anew' })
  }

  const ways = { submit: () => void submit(), loadLatest, saveMine, lookAgain, createAnew, close }
  return { ...state, ...ways, form, load, errors, isDirty, put, typed, onChanged, onAnswered }
}
