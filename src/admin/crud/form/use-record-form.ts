import { useModalForm } from '@refinedev/antd'
import { type HttpError, useInvalidate, useOne, useWarnAboutChange } from '@refinedev/core'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { noteUnsaved } from '#admin/session/unsaved.ts'
import { toast } from '#admin/toast/store.ts'
import { translate } from '#admin/translate.ts'
import { type Draft, toDraft } from '#model/draft.ts'
import { getAt, setAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import type { Field, Row } from '#model/spec.ts'
import type { FieldErrors } from '#model/words.ts'
import { failed, isStatus, succeeded } from '../notices.ts'
import { checkDraft, isSameDraft, type Mode } from './check-draft.ts'
import { currentRow, type Difference, differences } from './differences.ts'
import { placeOf, storable, unsavedForm } from './kept-form.ts'
import { mergeVersions } from './merge-versions.ts'
import { useFormErrors } from './use-form-errors.ts'

/** The record as someone else saved it meanwhile, and what both changed. */
interface Conflict {
  theirs: Row
  clashes: readonly Field[]
  differences: Difference[]
}

/**
 * The form of one record, from opening to closing: Refine's useModalForm with our check, our placing of
 * server errors and the way out of a stale version. Takes the id when editing. Refine's own placing is off: it
 * would leave messages for fields that the form does not have unseen, and the focus where it was.
 */
export function useRecordForm(resource: Resource, id: string | undefined) {
  const mode: Mode = id === undefined ? 'create' : 'edit'
  const { messages } = resource
  const [base, setBase] = useState<Row>()
  const [conflict, setConflict] = useState<Conflict>()
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
    errorNotification: (error) =>
      isStatus(error, 412)
        ? false
        : mode === 'edit'
          ? failed(error, messages.updateFailed, resource)
          : failed(error, messages.createFailed),
  })
  const { form } = modal
  const formName = `${resource.page}-${mode}`
  const errors = useFormErrors(resource, mode, form, formName)

  const typed = (): Draft => form.getFieldsValue(true) as Draft
  const isReady = mode === 'create' || base !== undefined
  const isDirty = () =>
    isReady && !isSameDraft(resource, mode, typed(), toDraft(resource, mode, base))

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
    isSaving.current = true
    try {
      await modal.onFinish(checked.body)
      if (!isClosed.current) close()
    } catch (error) {
      // Refine has told it; what is left is to keep the form and to point at what is wrong.
      if (!isClosed.current) await refuse(error as HttpError)
    } finally {
      isSaving.current = false
    }
  }

  async function refuse(error: HttpError) {
    if (mode === 'edit' && isStatus(error, 404)) return close()
    if (mode === 'edit' && isStatus(error, 412)) return await meet(error)
    setWarnWhen?.(isDirty())
    errors.show((error.errors ?? {}) as FieldErrors, typed())
  }

  /** Finds out what the record is now, from the answer itself or by asking. */
  async function meet(error: HttpError) {
    const theirs =
      currentRow(resource, base, error.current) ?? (await record.query.refetch()).data?.data
    setWarnWhen?.(isDirty())
    if (!theirs || !base) {
      toast({
        variant: 'destructive',
        title: translate('Error'),
        description: failed(error, messages.updateFailed, resource).message,
      })
      return
    }
    const { draft, clashes } = mergeVersions(resource, base, typed(), theirs)
    form.setFieldsValue(draft as object)
    if (clashes.length === 0) return saveOver(theirs)
    const told = differences(resource, clashes, draft, theirs)
    setConflict({ theirs, clashes, differences: told })
  }

  /** Saves what the form holds as a change of that version. */
  function saveOver(version: Row) {
    // The version that goes with the request is read while rendering.
    flushSync(() => {
      setBase(version)
      setConflict(undefined)
    })
    isSaving.current = false
    form.submit()
  }

  /** Takes theirs where both changed something; what was changed here alone stays typed. */
  function loadLatest() {
    if (!conflict) return
    const { theirs, clashes } = conflict
    const other = toDraft(resource, mode, theirs)
    const taken = clashes.reduce<Draft>(
      (draft, { path }) => setAt(draft, path, getAt(other, path)),
      typed(),
    )
    form.setFieldsValue(taken as object)
    setBase(theirs)
    setConflict(undefined)
    errors.clear()
    setWarnWhen?.(!isSameDraft(resource, mode, taken, other))
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
    isSaving: modal.mutation.isPending,
    loadError: record.query.error ?? undefined,
    reload: () => void record.query.refetch(),
    placed: errors.placed,
    conflict,
    /** What was typed before the session ended is in the form again. */
    isRestored,
    isDirty,
    onChanged,
    submit,
    close,
    loadLatest,
    saveMine: () => conflict && saveOver(conflict.theirs),
    reloadList: () => void invalidate({ resource: resource.page, invalidates: ['list'] }),
  }
}
