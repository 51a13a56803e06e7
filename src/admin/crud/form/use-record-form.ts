import { useForm, useModal } from '@refinedev/antd'
import { type HttpError, useInvalidate, useOne, useWarnAboutChange } from '@refinedev/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { draftPlace } from '#admin/drafts/drafts.ts'
import { useAutosave } from '#admin/drafts/use-autosave.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { type Draft, fieldsOf, toDraft } from '#admin/providers/adapters/draft.ts'
import { isStatus, outcomeOf } from '#admin/providers/http-client.ts'
import { WriteError } from '#admin/providers/versioned-provider.ts'
import type { Row } from '#model/declaration.ts'
import { getAt, setAt } from '#model/paths.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { failed, succeeded } from '../notices.ts'
import { type Asked, checkDraft, isChanged, type Mode, questionOf } from './check-draft.ts'
import { type Clash, mergeVersions, recreatedDraft } from './conflicts.ts'
import { namePath } from './fields.ts'
import { useFormErrors } from './form-errors.ts'

export type RecordForm = ReturnType<typeof useRecordForm>

/** A stored draft: its values, and the version of the record that they are based on. */
interface Left {
  base?: Row
  typed: Draft
}

/**
 * State of one record's form, from opening to closing. Refine saves; the data provider merges other users' changes.
 * Takes the id when editing, or the initial values of a new record.
 */
export function useRecordForm(
  resource: Resource,
  id: string | undefined,
  opened: Draft,
  onCreated: (id: string, row: Row) => void,
) {
  const [mode, setMode] = useState<Mode>(id === undefined ? 'create' : 'edit')
  /** The version that the form is based on; undefined until it is loaded, and for a new record. */
  const [base, setBase] = useState<Row>()
  const [isReady, setReady] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<WriteError>()
  const [clash, setClash] = useState<Clash>()
  const [question, setQuestion] = useState<Asked & { onAnswered: (isYes: boolean) => void }>()
  const modal = useModal({ modalProps: { open: true } })
  /** The version that the values are based on, for the data provider. */
  const sent = useRef<{ base?: Row | undefined }>({})
  const isMounted = useRef(false)
  const isBusy = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  const autosave = useAutosave(draftPlace(resource), id ?? '')
  const { setWarnWhen } = useWarnAboutChange()
  const invalidate = useInvalidate()
  const { messages } = resource
  const { result, query } = useOne<Row, HttpError>({
    resource: resource.page,
    id: id ?? '',
    // A separate query from the record's page: the form starts with the latest version.
    meta: { of: 'form' },
    errorNotification: false,
    queryOptions: { enabled: mode === 'edit' && !isReady, gcTime: 0 },
  })
  const { form, onFinish } = useForm<Row, HttpError, Record<string, unknown>>({
    resource: resource.page,
    action: mode,
    ...(id !== undefined && { id }),
    redirect: false,
    mutationMode: 'pessimistic',
    mutationMeta: sent.current,
    // `useForm` would empty the fields whenever it reads the record; its errors are placed by useFormErrors.
    queryOptions: { enabled: false },
    queryMeta: { of: 'useForm' },
    disableServerSideValidation: true,
    warnWhenUnsavedChanges: false,
    successNotification: (answer) =>
      succeeded(
        mode === 'edit' ? messages.updated : messages.created,
        (answer as { changeId?: string } | undefined)?.changeId,
      ),
    errorNotification(thrown) {
      const error = thrown as HttpError
      const isToldHere = error instanceof WriteError && error.failure !== 'notSaved'
      if (isToldHere && isMounted.current) return false
      return mode === 'edit'
        ? failed(error, messages.updateFailed, resource)
        : failed(error, messages.createFailed)
    },
  })
  /** The record no longer exists. Its draft can still become a new record. */
  const isMissing = isStatus(query.error, 404)
  const errors = useFormErrors(resource, mode, base, form)

  const typed = (): Draft => form.getFieldsValue(true) as Draft
  const isRecreated = mode === 'create' && base !== undefined
  const isDirty = (version = base) =>
    isRecreated ||
    (isReady && isChanged(resource, mode, typed(), version, mode === 'create' ? opened : undefined))

  /** Field by field: `setFieldsValue` would leave the keys of an object that the draft does not hold. */
  function put(draft: Draft) {
    for (const { path } of fieldsOf(resource, mode))
      form.setFieldValue(namePath(path), getAt(draft, path))
  }

  const begin = useEffectEvent((row: Row | undefined) => {
    if (isReady || (mode === 'edit' && !row)) return
    if (row) put(toDraft(resource, mode, row))
    setBase(row)
    setReady(true)
  })
  useEffect(() => begin(id === undefined ? undefined : result), [id, result])

  async function save(version = base) {
    const checked = checkDraft(resource, mode, typed(), version)
    if (!checked.ok) return errors.refuseDraft(checked)
    // Ignores the second of two clicks.
    if (isBusy.current) return
    isBusy.current = true
    setSaving(true)
    const asked = questionOf(resource, mode, checked.body, version)
    if (!asked || (await isAgreed(asked))) await send(checked.body, version)
    isBusy.current = false
    setSaving(false)
  }

  // Saves a copy of a deleted record as soon as its fields are rendered.
  const saveRecreated = useEffectEvent(() => void save())
  useEffect(() => {
    if (isRecreated) saveRecreated()
  }, [isRecreated])

  async function isAgreed(asked: Asked): Promise<boolean> {
    const isYes = await new Promise<boolean>((onAnswered) => setQuestion({ ...asked, onAnswered }))
    setQuestion(undefined)
    return isYes
  }

  async function send(values: Record<string, unknown>, version: Row | undefined) {
    setBase(version)
    setFailure(undefined)
    errors.clear()
    sent.current.base = version
    try {
      const { data } = (await onFinish(values)) as { data: Row }
      autosave.discard()
      if (mode === 'create' && data.id !== undefined) onCreated(String(data.id), data)
      if (isMounted.current) close()
    } catch (error) {
      refused(error as HttpError, version)
    }
  }

  function refused(error: HttpError, version: Row | undefined) {
    if (mode === 'create' && outcomeOf(error) === 'unknown')
      void invalidate({ resource: resource.page, invalidates: ['list', 'many'] })
    if (!isMounted.current) return
    if (!(error instanceof WriteError))
      errors.refuse((error.errors ?? {}) as Record<string, string>)
    else setFailure(error.failure === 'notSaved' ? undefined : error)
    if (error instanceof WriteError && error.theirs && version) {
      const merged = mergeVersions(resource, version, typed(), error.theirs)
      put(merged.draft)
      setClash(merged.clash)
    }
    note(version)
  }

  /** Discards the typed values. A stored draft that is still offered remains. */
  function close() {
    autosave.clear()
    setWarnWhen(false)
    modal.close()
  }

  /** Restores the draft of an earlier form, based on the version it was typed into. */
  function restore() {
    const left = autosave.offer?.value as Left | undefined
    autosave.accept()
    if (!left) return
    put(left.typed)
    errors.clear()
    if (left.base) setBase(left.base)
    if (!isMissing || !left.base) return note(left.base)
    setReady(true)
    setFailure(new WriteError('deleted', query.error as HttpError as WriteError))
    setWarnWhen(true)
  }

  /** Stores the form's values as a draft, and enables the warning before leaving. */
  function note(version = base) {
    const dirty = isDirty(version)
    setWarnWhen(dirty)
    if (!dirty) return autosave.clear()
    const noun = translateWithin(resource.label.one)
    const name =
      mode === 'edit' && version ? nameOf(resource, version) : translate('a new {noun}', { noun })
    // Passwords are typed again.
    const kept = fieldsOf(resource, mode).filter(({ kind }) => kind !== 'password')
    const draft = kept.reduce<Draft>((all, { path }) => setAt(all, path, getAt(typed(), path)), {})
    autosave.save(name, { ...(version && { base: version }), typed: draft } satisfies Left)
  }

  const { offer, discard } = autosave
  return {
    mode,
    base,
    question,
    failure,
    /** The two versions of a conflict. */
    clash: failure?.failure === 'conflict' ? clash : undefined,
    isOpen: modal.modalProps.open ?? false,
    isReady,
    isSaving,
    /** Saving again is not possible: the user must choose another step. */
    isBlocked: failure?.failure === 'conflict' || failure?.failure === 'deleted',
    /** True for a new record made from a deleted one. */
    isRecreated,
    offer,
    form,
    load: { error: query.error ?? undefined, again: () => void query.refetch() },
    errors,
    submit: () => void save(),
    saveMine: () => void save(clash?.theirs),
    recreate() {
      put(recreatedDraft(resource, base, typed()))
      setFailure(undefined)
      setMode('create')
      setWarnWhen(true)
    },
    /** Takes the stored values of conflicting fields. Other changes of the user remain. */
    loadLatest() {
      if (!clash) return
      const theirs = toDraft(resource, 'edit', clash.theirs)
      for (const path of Object.keys(clash.fields))
        form.setFieldValue(namePath(path), getAt(theirs, path))
      setBase(clash.theirs)
      setFailure(undefined)
      errors.clear()
      note(clash.theirs)
    },
    close,
    restore,
    discard,
    isDirty,
    typed,
    /** Tells the form that a value has changed, or that the fields may need another check. */
    note: () => note(),
  }
}
