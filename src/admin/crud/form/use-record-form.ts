import { useForm, useModal } from '@refinedev/antd'
import { type HttpError, useInvalidate, useOne, useWarnAboutChange } from '@refinedev/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { removeDraftsOf } from '#admin/drafts/drafts.ts'
import { useAutosave } from '#admin/drafts/use-autosave.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { type Draft, fieldsOf, toBody, toDraft } from '#admin/providers/adapters/draft.ts'
import { findDeleted, maySeeDeleted } from '#admin/providers/deleted.ts'
import { isStatus, outcomeOf } from '#admin/providers/http-client.ts'
import { WriteError } from '#admin/providers/versioned-provider.ts'
import type { Question, Row } from '#model/declaration.ts'
import { getAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { failed, succeeded } from '../notices.ts'
import { type Asked, askedBefore } from './ask-uses.ts'
import { checkDraft, isChanged, type Mode } from './check-draft.ts'
import { namePath } from './fields.ts'
import { draftPlace, readFormDraft, writeFormDraft } from './form-draft.ts'
import { anewDraft, type Clash, mergeVersions, theirDraft } from './merge-versions.ts'
import { useFormErrors } from './use-form-errors.ts'

export type RecordForm = ReturnType<typeof useRecordForm>

/** What is on its way: a body, and the version that it is a change of. */
interface Sending {
  base: Row | undefined
  body: Record<string, unknown>
  /** Only asks whether it was saved. */
  isCheck?: boolean
}

/**
 * The form of one record, from opening to closing: Refine's `useForm` saves, the data provider merges what others
 * saved. Takes the id when editing, and what a new record begins with when that is more than its defaults.
 */
export function useRecordForm(
  resource: Resource,
  id?: string,
  onCreated?: (id: string, row: Row) => void,
  opened?: Draft,
) {
  const [mode, setMode] = useState<Mode>(id === undefined ? 'create' : 'edit')
  /** The version that the form is a change of; undefined until it is there, and of a new record. */
  const [base, setBase] = useState<Row>()
  const modal = useModal({ modalProps: { open: true } })
  const [isReady, setReady] = useState(false)
  const [sending, setSending] = useState<Sending>()
  const [failure, setFailure] = useState<WriteError>()
  const [clash, setClash] = useState<Clash>()
  const [asked, setAsked] = useState<Asked>()
  /** The questions that were answered with yes: none is asked twice. */
  const [agreed, setAgreed] = useState<readonly Question[]>([])
  /** Counts how often the form was filled anew. */
  const [round, setRound] = useState(0)
  /** Known before anything is drawn: it may be closed while it saves. */
  const isClosed = useRef(false)
  // Back takes the form away while it saves, too: what is refused then is told in a toast.
  useEffect(() => {
    isClosed.current = false
    return () => {
      isClosed.current = true
    }
  }, [])
  /** What comes once it is saved, instead of closing. */
  const goOn = useRef<(() => void) | undefined>(undefined)
  const { messages } = resource
  // What a new record begins with is what somebody just typed.
  const isBegun = !id && opened !== undefined && isChanged(resource, 'create', opened)
  const autosave = useAutosave(draftPlace(resource), id ?? '', isBegun)
  const { setWarnWhen } = useWarnAboutChange()
  const invalidate = useInvalidate()

  // Not by `useForm`, which tells a failed load beside the dialog's own words, and empties the form at each read.
  const { result, query } = useOne<Row, HttpError>({
    resource: resource.page,
    id: id ?? '',
    // Not the read of the record's page: the form begins with the latest version.
    meta: { of: 'form' },
    errorNotification: false,
    queryOptions: { enabled: mode === 'edit', gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
  })
  const { form, onFinish } = useForm<Row, HttpError, Record<string, unknown>>({
    resource: resource.page,
    action: mode,
    ...(id !== undefined && { id }),
    redirect: false,
    mutationMode: 'pessimistic',
    invalidates: ['list', 'many'],
    // A read of its own key: `useForm` empties the fields whenever the record is read.
    queryOptions: { enabled: false },
    queryMeta: { of: 'useForm' },
    mutationMeta: { base: sending?.base, isCheck: sending?.isCheck },
    // Placed by useFormErrors, which knows the fields that are folded.
    disableServerSideValidation: true,
    warnWhenUnsavedChanges: false,
    successNotification: (answer) =>
      succeeded(
        mode === 'edit' ? messages.updated : messages.created,
        (answer as { changeId?: string } | undefined)?.changeId,
      ),
    errorNotification(thrown) {
      const error = thrown as HttpError
      const isToldHere = !(isClosed.current || sending?.isCheck)
      if (isToldHere && error instanceof WriteError && error.failure !== 'notSaved') return false
      return mode === 'create'
        ? failed(error, messages.createFailed)
        : failed(error, messages.updateFailed, resource)
    },
  })
  const errors = useFormErrors(resource, mode, base, form)

  const typed = (): Draft => form.getFieldsValue(true) as Draft
  const isAnew = mode === 'create' && base !== undefined
  const isDirty = (version = base) =>
    isAnew ||
    (isReady && isChanged(resource, mode, typed(), version, mode === 'create' ? opened : undefined))

  /** Field by field: `setFieldsValue` would leave the keys of an object that the draft does not hold. */
  function put(draft: Draft) {
    for (const { path } of fieldsOf(resource, mode))
      form.setFieldValue(namePath(path), getAt(draft, path))
  }

  /** In place of what the form held and of what was wrong with it. */
  function fill(draft: Draft) {
    put(draft)
    errors.clear()
    setRound(round + 1)
  }

  const begin = useEffectEvent((row: Row | undefined) => {
    // A record that is read again must not take away what was typed into the first one.
    if (isReady || (mode === 'edit' && !row)) return
    if (row) put(toDraft(resource, mode, row))
    setBase(row)
    setReady(true)
  })
  useEffect(() => begin(id === undefined ? undefined : result), [id, result])

  /** There is no such record any more: a draft of it can still be made a new one. */
  const isMissing = isStatus(query.error, 404)
  useEffect(() => {
    if (isMissing) void forgetErased(resource, id ?? '')
  }, [isMissing, resource, id])

  const send = useEffectEvent(async ({ body, base }: Sending) => {
    try {
      const { data } = (await onFinish(body)) as { data: Row }
      saved(data)
    } catch (error) {
      refused(error as HttpError, base)
    }
    setSending(undefined)
  })
  useEffect(() => {
    if (sending) void send(sending)
  }, [sending])

  // A new record made of a deleted one is sent as soon as its fields are there.
  const sendAnew = useEffectEvent(() => {
    setWarnWhen(true)
    void save()
  })
  useEffect(() => {
    if (isAnew) sendAnew()
  }, [isAnew])

  function saved(row: Row) {
    autosave.discard()
    if (id !== undefined) void invalidate({ resource: resource.page, id, invalidates: ['detail'] })
    if (mode === 'create' && row.id !== undefined) onCreated?.(String(row.id), row)
    if (isClosed.current) return
    const then = goOn.current ?? close
    goOn.current = undefined
    then()
  }

  function refused(error: HttpError, version: Row | undefined) {
    // Refine does so after an update alone.
    if (mode === 'create' && outcomeOf(error) === 'unknown')
      void invalidate({ resource: resource.page, invalidates: ['list', 'many'] })
    if (isClosed.current) return
    goOn.current = undefined
    if (!(error instanceof WriteError)) {
      note(version)
      return errors.refuse(error.errors as Record<string, string>, true)
    }
    if (error.failure === 'conflict' && version && error.theirs) {
      const { draft: change } = mergeVersions(resource, version, typed(), error.theirs)
      put(change)
      setClash({ base: version, theirs: error.theirs, change })
    }
    setFailure(error.failure === 'notSaved' ? undefined : error)
    note(version)
  }

  /** What was typed is given up; a draft that is still offered stays. */
  function forget() {
    autosave.clear()
    setWarnWhen(false)
  }

  function close() {
    isClosed.current = true
    // While it is being saved nobody knows: a failure leaves the draft.
    if (sending) setWarnWhen(false)
    else forget()
    modal.close()
  }

  /** Ends it without closing its dialog: that of another record takes its place. */
  function leave() {
    isClosed.current = true
    forget()
  }

  /** The form of one more new record, in the place of one that is stored by now. */
  function startAnother() {
    fill(toDraft(resource, 'create'))
    forget()
    setAgreed([])
    setFailure(undefined)
  }

  /** Takes the draft that an earlier form left, as a change of the version that it was typed into. */
  function restore() {
    const left = autosave.offer && readFormDraft(resource, mode, autosave.offer.value)
    autosave.accept()
    if (!left) return
    fill(left.typed)
    if (left.base) setBase(left.base)
    if (isMissing && left.base) {
      setReady(true)
      setFailure(new WriteError('deleted', query.error as WriteError))
    }
    note(left.base)
  }

  /** What the form holds now is what is asked about, and kept. */
  function note(version = base) {
    const dirty = isDirty(version)
    setWarnWhen(dirty)
    if (!dirty) return autosave.clear()
    const noun = translateWithin(resource.label.one)
    const name =
      mode === 'edit' && version ? nameOf(resource, version) : translate('a new {noun}', { noun })
    autosave.save(name, writeFormDraft(resource, mode, typed(), version))
  }

  async function save(version = base, answered = agreed) {
    if (sending) return
    const checked = checkDraft(resource, mode, typed(), version)
    if (!checked.ok) return errors.refuseDraft(checked)
    const asking = askedBefore(resource, mode, checked.body, version, answered)
    const question = asking instanceof Promise ? await asking : asking
    if (isClosed.current) return
    if (question) return setAsked(question)
    // Somebody may have typed on while it was found out whether there is anything to ask.
    const sent = asking instanceof Promise ? checkDraft(resource, mode, typed(), version) : checked
    if (!sent.ok) return errors.refuseDraft(sent)
    setBase(version)
    setFailure(undefined)
    errors.clear()
    // The first of two clicks is the one that is sent.
    setSending((last) => last ?? { base: version, body: sent.body })
  }

  function onAnswered(isYes: boolean) {
    const answered = isYes && asked ? [...agreed, asked.question] : []
    setAsked(undefined)
    setAgreed(answered)
    if (isYes) void save(base, answered)
  }

  /** Takes theirs where both changed something; what was changed here alone stays. */
  function loadLatest() {
    if (!clash) return
    fill(theirDraft(resource, clash, typed()))
    setBase(clash.theirs)
    setFailure(undefined)
    note(clash.theirs)
  }

  const { offer, discard } = autosave
  return {
    mode,
    base,
    asked,
    failure,
    /** Two versions to choose between, where both changed the same. */
    clash: failure?.failure === 'conflict' ? clash : undefined,
    isOpen: modal.modalProps.open ?? false,
    isReady,
    round,
    isSaving: sending !== undefined,
    /** There is another way on than to save again. */
    isBlocked: failure?.failure === 'conflict' || failure?.failure === 'deleted',
    /** Made of a record that was deleted: it stands nowhere else. */
    isAnew,
    offer,
    form,
    load: { error: query.error ?? undefined, again: () => void query.refetch() },
    errors,
    /** Saves, and does this then; closes where nothing is said. */
    submit(then?: () => void) {
      if (!sending) goOn.current = then
      void save()
    },
    saveMine: () => void save(clash?.theirs),
    /** Asks whether a save without an answer was made. */
    lookAgain: () =>
      base && setSending({ base, body: toBody(resource, 'edit', typed(), base), isCheck: true }),
    createAnew() {
      put(anewDraft(resource, base, typed()))
      setFailure(undefined)
      setMode('create')
    },
    loadLatest,
    close,
    leave,
    restore,
    discard,
    startAnother,
    isDirty,
    put,
    typed,
    onChanged() {
      note()
      errors.review()
    },
    onAnswered,
  }
}

/** Removes what was typed into a record that was erased for good since. */
async function forgetErased(resource: Resource, id: string): Promise<void> {
  if (!maySeeDeleted(resource)) return
  const { signal } = new AbortController()
  const found = await findDeleted(resource, id, signal).catch(() => undefined)
  if (found === null) removeDraftsOf(draftPlace(resource), id)
}
