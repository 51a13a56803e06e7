import { useModalForm } from '@refinedev/antd'
import { type HttpError, useInvalidate, useOne, useWarnAboutChange } from '@refinedev/core'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { translate } from '#admin/format/translate.ts'
import { noteUnsaved } from '#admin/http/unsaved.ts'
import { toast } from '#admin/ui/toast/store.ts'
import { type Draft, fieldsOf, toDraft } from '#admin/wire/draft.ts'
import { getAt, setAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import type { Question, Row } from '#model/spec.ts'
import { nameOf } from '#model/text-of.ts'
import type { FieldErrors } from '#model/words.ts'
import { failed, isStatus, outcomeOf, succeeded } from '../notices.ts'
import { questionOf } from './ask-before.ts'
import { checkDraft, isSameDraft, type Mode } from './check-draft.ts'
import { placeOf, storable, unsavedForm } from './kept-form.ts'
import { lookUpAddress } from './lost-answer.ts'
import { useFormErrors } from './use-form-errors.ts'
import { useObstacle } from './use-obstacle.ts'

/**
 * The form of one record, from opening to closing: Refine's useModalForm with our check, our placing of
 * server errors and the ways on when the record is another by now, or gone, or a save got no answer. Takes the id
 * when editing. Refine's own placing is off: it would leave messages for fields that the form does not have
 * unseen, and the focus where it was.
 */
export function useRecordForm(
  resource: Resource,
  id: string | undefined,
  onCreated: (id: string) => void,
) {
  const [mode, setMode] = useState<Mode>(id === undefined ? 'create' : 'edit')
  const { messages } = resource
  const [base, setBase] = useState<Row>()
  const [asked, setAsked] = useState<{ question: Question; name: string }>()
  const agreed = useRef<Question>(undefined)
  const [isRestored, setRestored] = useState(false)
  const isSaving = useRef(false)
  // useModalForm closes after a window.confirm of its own; the question is asked in our own dialog before.
  const [isOpen, setOpen] = useState(true)
  const isClosed = useRef(false)
  const invalidate = useInvalidate()
  const { setWarnWhen } = useWarnAboutChange()

  // Loaded here and not by useModalForm, which empties the form whenever the record it knows is read again.
  // The meta keeps the two apart in the cache, where the same key would be the same record.
  const record = useOne<Row, HttpError>({
    resource: resource.page,
    id: id ?? '',
    meta: { reader: 'form' },
    errorNotification: false,
    queryOptions: { enabled: mode === 'edit', gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
  })
  const modal = useModalForm<Row, HttpError, Draft>({
    resource: resource.page,
    action: mode,
    ...(id !== undefined && { id }),
    queryOptions: { enabled: false },
    defaultVisible: true,
    redirect: false,
    mutationMode: 'pessimistic',
    mutationMeta: { version: base?.version },
    invalidates: ['list', 'many'],
    disableServerSideValidation: true,
    warnWhenUnsavedChanges: false,
    autoSubmitClose: false,
    autoResetForm: false,
    autoResetFormWhenClose: false,
    successNotification: () => succeeded(mode === 'edit' ? messages.updated : messages.created),
    errorNotification: (error) => !isShown(error) && failure(error),
  })
  const { form } = modal
  const formName = `${resource.page}-${mode}`
  const errors = useFormErrors(resource, mode, form, formName)
  const against = useObstacle({
    resource,
    form,
    base: mode === 'edit' ? base : undefined,
    rebase: setBase,
    failure,
    saveOver,
    reloadList,
    isOpen: () => !isClosed.current,
    close,
  })

  const typed = (): Draft => form.getFieldsValue(true) as Draft
  const isReady = mode === 'create' || base !== undefined
  /** Made of a record that was deleted: it stands nowhere else. */
  const isAnew = mode === 'create' && id !== undefined
  const isDirty = () =>
    isAnew || (isReady && !isSameDraft(resource, mode, typed(), toDraft(resource, mode, base)))

  /** Failures that the form itself tells, as long as there is one. */
  function isShown(error: HttpError | undefined): boolean {
    const isAboutRecord = mode === 'edit' && (isStatus(error, 404) || isStatus(error, 412))
    return !isClosed.current && (isAboutRecord || outcomeOf(error) === 'unknown')
  }

  function failure(error: HttpError | undefined) {
    return mode === 'edit'
      ? failed(error, messages.updateFailed, resource)
      : failed(error, messages.createFailed)
  }

  function fillWith(row: Row) {
    setBase(row)
    form.setFieldsValue(toDraft(resource, mode, row) as object)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the first answer fills the form; later ones must not
  useLayoutEffect(() => {
    if (record.result && !base) fillWith(record.result)
  }, [record.result])

  // What was typed when the session ended is here again; it was a change of the version of then. Refine empties
  // the form in an effect of its own, before this one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the form appears
  useEffect(() => {
    const kept = unsavedForm(resource)
    if (!kept || kept.id !== id) return
    if (kept.base) fillWith(kept.base)
    form.setFieldsValue(kept.draft as object)
    setWarnWhen?.(true)
    setRestored(true)
  }, [])
  useEffect(() => () => noteUnsaved(placeOf(resource), undefined), [resource])

  function close() {
    isClosed.current = true
    setWarnWhen?.(false)
    setOpen(false)
  }

  async function submit() {
    if (isSaving.current) return
    const checked = checkDraft(resource, mode, typed(), base)
    if (!checked.ok) {
      errors.show(checked.errors, typed())
      if (messages.invalid === null) return
      const first = Object.values(checked.errors)[0] ?? ''
      toast({
        variant: 'destructive',
        title: translate('Validation Error'),
        description: checked.isBlank ? translate(messages.invalid) : first,
      })
      return
    }
    const question = questionOf(resource, mode, checked.body, base)
    if (question && question !== agreed.current) {
      const name = nameOf(resource, { ...base, ...checked.body } as Row)
      return setAsked({ question, name })
    }
    isSaving.current = true
    against.clear()
    try {
      const saved = await modal.onFinish(checked.body)
      if (mode === 'create' && saved) onCreated(String(saved.data.id))
      if (!isClosed.current) close()
    } catch (error) {
      // Refine has told it; what is left is to keep the form and to point at what is wrong.
      if (!isClosed.current) await refuse(error as HttpError)
    } finally {
      isSaving.current = false
    }
  }

  async function refuse(error: HttpError) {
    setWarnWhen?.(isDirty())
    if (mode === 'edit' && isStatus(error, 404)) return against.lose()
    if (mode === 'edit' && isStatus(error, 412)) return await against.meet(error)
    if (outcomeOf(error) === 'unknown') return await against.lookWhether(error)
    errors.show((error.errors ?? {}) as FieldErrors, typed())
  }

  function reloadList() {
    void invalidate({ resource: resource.page, invalidates: ['list', 'many'] })
  }

  /** A new record of what the form holds, and of what it does not show of the one that was deleted. */
  function createAnew() {
    const mine = typed()
    const draft = fieldsOf(resource, 'edit').reduce<Draft>(
      (done, { path }) => setAt(done, path, getAt(mine, path)),
      toDraft(resource, 'create', base),
    )
    // The fields of a new record, a password among them, are drawn before they are checked.
    flushSync(() => {
      setMode('create')
      against.clear()
    })
    form.setFieldsValue(draft as object)
    setWarnWhen?.(true)
    form.submit()
  }

  /** Saves what the form holds as a change of that version. */
  function saveOver(version: Row) {
    // The version that goes with the request is read while rendering.
    flushSync(() => {
      setBase(version)
      against.clear()
    })
    isSaving.current = false
    form.submit()
  }

  /** Takes theirs where both changed something. */
  function loadLatest() {
    const taken = against.takeTheirs()
    if (!taken) return
    errors.clear()
    setWarnWhen?.(!isSameDraft(resource, mode, taken.draft, taken.theirs))
  }

  function onChanged() {
    const dirty = isDirty()
    setWarnWhen?.(dirty)
    noteUnsaved(
      placeOf(resource),
      dirty ? { id, base, draft: storable(resource, typed()) } : undefined,
    )
    errors.review(typed())
  }

  return {
    mode,
    /** The record as it was loaded. */
    base,
    form,
    formName,
    isOpen: isOpen && modal.open,
    isReady,
    isSaving: modal.mutation.isPending || against.isLooking,
    loadError: record.query.error ?? undefined,
    reload: () => void record.query.refetch(),
    placed: errors.placed,
    obstacle: against.obstacle,
    isBlocked: against.isBlocked,
    isAnew,
    asked,
    /** What was typed before the session ended is in the form again. */
    isRestored,
    isDirty,
    onChanged,
    submit,
    close,
    loadLatest,
    saveMine: against.saveMine,
    createAnew,
    /** Where the list shows what may have been made. */
    lookUp: () => lookUpAddress(resource, typed()),
    lookAgain: against.lookAgain,
    onAnswered(isYes: boolean) {
      if (isYes) agreed.current = asked?.question
      setAsked(undefined)
      if (isYes) form.submit()
    },
    reloadList,
  }
}
