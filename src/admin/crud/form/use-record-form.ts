import { type HttpError, useNotification, useOne, useWarnAboutChange } from '@refinedev/core'
import { Form } from 'antd'
import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { removeDraftsOf } from '#admin/drafts/drafts.ts'
import { useAutosave } from '#admin/drafts/use-autosave.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { type Draft, fieldsOf, toBody, toDraft } from '#admin/providers/adapters/draft.ts'
import { findDeleted, maySeeDeleted } from '#admin/providers/deleted.ts'
import { isStatus, lookWhether, save, type Way } from '#admin/providers/versioned-write.ts'
import type { Row } from '#model/declaration.ts'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import type { FieldErrors } from '#model/words.ts'
import { useVersionedWrite } from '../use-versioned-write.ts'
import { askedBefore } from './ask-uses.ts'
import { checkDraft, isChanged } from './check-draft.ts'
import { namePath } from './fields.ts'
import { draftPlace, readFormDraft, writeFormDraft } from './form-draft.ts'
import { isAnew, nextForm, notificationOf, type Sent, startForm } from './machine.ts'
import { anewDraft, rebased, theirDraft } from './merge-versions.ts'
import { useFormErrors } from './use-form-errors.ts'

export type RecordForm = ReturnType<typeof useRecordForm>

/**
 * The form of one record (machine.ts), from opening to closing. Takes the id when editing, and what a new record
 * begins with when that is more than its defaults.
 */
export function useRecordForm(
  resource: Resource,
  id?: string,
  onCreated?: (id: string, row: Row) => void,
  opened?: Draft,
) {
  const [form] = Form.useForm<Draft>()
  const typed = (): Draft => form.getFieldsValue(true) as Draft
  // What a new record begins with is what somebody just typed.
  const isBegun = !id && opened !== undefined && isChanged(resource, 'create', opened)
  const autosave = useAutosave(draftPlace(resource), id ?? '', isBegun)
  const { setWarnWhen } = useWarnAboutChange()
  const [state, dispatch] = useReducer(nextForm, id, startForm)
  const { mode, base, phase } = state
  const { result, query } = useOne<Row, HttpError>({
    resource: resource.page,
    id: id ?? '',
    errorNotification: false,
    queryOptions: { enabled: mode === 'edit', gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
  })
  const errors = useFormErrors(resource, mode, form)
  const { open: notify } = useNotification()
  const writes = useVersionedWrite<Row>(resource, (row) => row)
  /** Known after nothing is drawn any more: it may be closed while it saves. */
  const isClosed = useRef(false)
  /** Known before anything is drawn: a second click is no second save. */
  const isUnderWay = useRef(false)
  /** What comes once it is saved, instead of closing. */
  const goOn = useRef<(() => void) | undefined>(undefined)
  const isDirty = (version = base) =>
    isAnew(state) ||
    (phase.is !== 'loading' &&
      isChanged(resource, mode, typed(), version, mode === 'create' ? opened : undefined))

  function put(draft: Draft) {
    form.setFieldsValue(draft as object)
    // antd leaves alone what a draft does not hold.
    for (const { path } of fieldsOf(resource, mode))
      if (getAt(draft, path) === undefined) form.setFieldValue(namePath(path), undefined)
  }
  const fill = useEffectEvent((row: Row) => {
    if (phase.is !== 'loading') return
    put(toDraft(resource, mode, row))
    dispatch({ type: 'loaded', row })
  })
  useEffect(() => {
    if (result) fill(result)
  }, [result])
  const miss = useEffectEvent(async () => {
    const left = autosave.offer && readFormDraft(resource, mode, autosave.offer.value)
    if (!left?.base) return
    // What was erased for good is not made anew of what was typed into it.
    if (await isErased()) {
      removeDraftsOf(draftPlace(resource), id ?? '')
      return autosave.discard()
    }
    if (isClosed.current) return
    put(left.typed)
    autosave.accept()
    setWarnWhen?.(true)
    dispatch({ type: 'missing', base: left.base })
  })
  async function isErased() {
    if (!maySeeDeleted(resource)) return false
    const { signal } = new AbortController()
    return (await findDeleted(resource, id ?? '', signal).catch(() => undefined)) === null
  }
  const isMissing = isStatus(query.error, 404)
  useEffect(() => {
    if (isMissing) void miss()
  }, [isMissing])

  // A new record is sent as soon as its fields are there.
  const sendAnew = useEffectEvent(() => {
    setWarnWhen?.(true)
    void submit()
  })
  useEffect(() => {
    if (phase.is === 'anew') sendAnew()
  }, [phase])

  const way: Way<Row, Draft> = {
    ...writes.latest(id ?? ''),
    send(version, draft) {
      const checked = checkDraft(resource, 'edit', draft, version)
      // What two admins made of one record may break a rule that each of them kept: the server says which.
      const body = checked.ok ? checked.body : toBody(resource, 'edit', draft, version)
      return writes.put(version, body)
    },
    rebase: (version, draft, theirs) => rebased(resource, version, draft, theirs),
  }

  /** What was typed is given up; a draft that is still offered stays. */
  function forget() {
    if (!autosave.offer || isDirty()) autosave.clear()
    setWarnWhen?.(false)
  }

  function close() {
    isClosed.current = true
    // While it is being saved nobody knows: a failure leaves the draft.
    if (isUnderWay.current) setWarnWhen?.(false)
    else forget()
    dispatch({ type: 'closed' })
  }

  /** Ends it without closing its dialog: that of another record takes its place. */
  function leave() {
    isClosed.current = true
    forget()
  }

  /** The form of one more new record, in the place of one that is stored by now. */
  function startAnother() {
    put(toDraft(resource, 'create'))
    errors.clear()
    forget()
    dispatch({ type: 'another' })
  }

  /** Takes the draft that an earlier form left, as a change of the version that it was typed into. */
  function restore() {
    const left = autosave.offer && readFormDraft(resource, mode, autosave.offer.value)
    autosave.accept()
    if (!left) return
    put(left.typed)
    errors.clear()
    if (left.base) dispatch({ type: 'took', theirs: left.base })
    note(left.base)
  }

  /** What the form holds now is what is asked about, and kept. */
  function note(version = base) {
    const dirty = isDirty(version)
    setWarnWhen?.(dirty)
    if (!dirty) return autosave.clear()
    const noun = translateWithin(resource.label.one)
    const name =
      mode === 'edit' && version ? nameOf(resource, version) : translate('a new {noun}', { noun })
    autosave.save(name, writeFormDraft(resource, mode, typed(), version))
  }

  async function submit(version = base, agreed = state.agreed) {
    if (isUnderWay.current) return
    const checked = checkDraft(resource, mode, typed(), version)
    if (!checked.ok) return errors.refuse(checked, typed())
    const asking = askedBefore(resource, mode, checked.body, version, agreed)
    const isLate = asking instanceof Promise
    if (isLate) isUnderWay.current = true
    const asked = isLate ? await asking : asking
    if (isLate) isUnderWay.current = false
    if (isClosed.current) return
    if (asked) return dispatch({ type: 'asked', ...asked })
    dispatch({ type: 'sent', base: version })
    const isChange = mode === 'edit' && version
    await settle(isChange ? save(version, typed(), way) : writes.create(checked.body, onCreated))
  }

  async function settle(sending: Promise<Sent>, isAskedAgain = false) {
    isUnderWay.current = true
    const sent = await sending
    isUnderWay.current = false
    const notification = notificationOf(resource, mode, sent, isClosed.current || isAskedAgain)
    if (notification) notify?.(notification)
    if (sent.kind === 'saved') autosave.discard()
    if (isClosed.current) return
    const then = goOn.current ?? close
    goOn.current = undefined
    if (sent.kind === 'saved') return then()
    if ('change' in sent) put(sent.change)
    dispatch({ type: 'settled', sent })
    note(sent.kind === 'unsaved' ? sent.theirs : base)
    if (sent.kind === 'failed') errors.show((sent.error.errors ?? {}) as FieldErrors, typed())
  }

  function onChanged() {
    note()
    errors.review(typed())
  }

  function onAnswered(isYes: boolean) {
    dispatch({ type: 'answered', isYes })
    if (isYes && state.asked) void submit(base, [...state.agreed, state.asked.question])
  }

  /** Takes theirs where both changed something; what was changed here alone stays. */
  function loadLatest() {
    if (phase.is !== 'clash') return
    put(theirDraft(resource, phase.clash, typed()))
    errors.clear()
    dispatch({ type: 'took', theirs: phase.clash.theirs })
    note(phase.clash.theirs)
  }

  const saveMine = () => phase.is === 'clash' && void submit(phase.clash.theirs)

  function lookAgain() {
    if (phase.is !== 'unknown' || !base) return
    dispatch({ type: 'looked' })
    void settle(lookWhether(base, typed(), way, phase.error), true)
  }

  function createAnew() {
    put(anewDraft(resource, base, typed()))
    dispatch({ type: 'anew' })
  }

  const load = { error: query.error ?? undefined, again: () => void query.refetch() }
  const ways = {
    /** Saves, and does this then; closes where nothing is said. */
    submit: (then?: () => void) => {
      if (!isUnderWay.current) goOn.current = then
      void submit()
    },
    loadLatest,
    saveMine,
    lookAgain,
    createAnew,
    close,
    leave,
    restore,
    startAnother,
  }
  const { offer, discard } = autosave
  return {
    ...state,
    ...ways,
    offer,
    discard,
    form,
    load,
    errors,
    isDirty,
    put,
    typed,
    onChanged,
    onAnswered,
  }
}
