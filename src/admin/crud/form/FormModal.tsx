import { useInvalidate } from '@refinedev/core'
import { Button, Form } from 'antd'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useOffered } from '#admin/drafts/use-draft.ts'
import { translate } from '#admin/format/translate.ts'
import { isStatus } from '#admin/providers/versioned-write.ts'
import { Bone } from '#admin/ui/Bone.tsx'
import { DiscardDialog } from '#admin/ui/DiscardDialog.tsx'
import { FormDialog } from '#admin/ui/FormDialog.tsx'
import { LinkButton } from '#admin/ui/LinkButton.tsx'
import { NameIn } from '#admin/ui/NameIn.tsx'
import { EmptyNotice, FailureNotice } from '#admin/ui/Notice.tsx'
import { QuestionDialog } from '#admin/ui/QuestionDialog.tsx'
import { repeat } from '#admin/ui/repeat.ts'
import { Star } from '#admin/ui/Star.tsx'
import { fieldsOf } from '#admin/wire/draft.ts'
import type { Field, Question } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { goneText } from '../notices.ts'
import { CreateContext, draftWith, useMissing } from '../references/create-in-place.ts'
import { FieldItem } from './FieldItem.tsx'
import css from './FormModal.module.css'
import { FormNotices } from './FormNotices.tsx'
import { controlId, focusControl } from './fields.ts'
import { isBlocked, isBusy } from './machine.ts'
import type { WrongField } from './place-errors.ts'
import { draftPlace } from './use-form-draft.ts'
import { type RecordForm, useRecordForm } from './use-record-form.ts'

/** A new record, with what was typed for it where it was missing, or one that is there. */
export type FormTarget = { mode: 'create'; typed?: string } | { mode: 'edit'; id: string }

interface Props {
  resource: Resource
  target: FormTarget
  onCreated: (id: string) => void
  onClosed: () => void
}

/**
 * The dialog that creates or edits a record, with what was typed into it earlier and not saved. Mounted for one
 * record, and gone once it has closed.
 */
export function FormModal(props: Props) {
  const areDraftsKnown = useOffered(draftPlace(props.resource)) !== undefined
  return areDraftsKnown ? <OpenForm {...props} /> : null
}

function OpenForm({ resource, target, onCreated, onClosed }: Props) {
  const { form: ownForm, missing, found } = useMissing(resource)
  const [opened] = useState(() => draftWith(resource, target.mode === 'create' ? target.typed : ''))
  const id = target.mode === 'edit' ? target.id : undefined
  const record = useRecordForm(resource, id, onCreated, opened)
  const [asks, setAsks] = useState(false)
  const { messages } = resource
  const { mode, base, phase } = record
  const { placed, formName } = record.errors
  const isSaving = isBusy(record)
  const isReady = phase.is !== 'loading'
  const fields = fieldsOf(resource, mode)

  /** Unless the user was faster: what is being typed into or pressed keeps the focus. */
  function focusFirst() {
    const first = fields[0] && document.getElementById(controlId(formName, fields[0].path))
    const active = document.activeElement
    const isInUse = active?.matches('input, textarea, select, button')
    const isBusy = isSaving || (isInUse && first?.closest('[role=dialog]')?.contains(active))
    if (first && !isBusy) first.focus()
  }

  const focusReady = useEffectEvent(focusFirst)
  useEffect(() => {
    if (isReady) focusReady()
  }, [isReady])

  const cancel = () => (record.isDirty() ? setAsks(true) : record.close())

  return (
    <FormDialog
      open={phase.is !== 'closed'}
      title={translate(mode === 'edit' ? messages.editTitle : messages.createTitle)}
      width={resource.modalWidth}
      onCancel={cancel}
      afterOpenChange={(opened) => {
        if (opened) focusFirst()
        else onClosed()
      }}
      footer={
        <>
          <ErrorSummary wrong={placed.wrong} formName={formName} />
          <Button onClick={cancel} disabled={isSaving}>
            {translate('Cancel')}
          </Button>
          <Button
            type="primary"
            htmlType="submit"
            form={formName}
            disabled={!isReady || isBlocked(record)}
            // Not `disabled` while it saves: it would lose the focus, and Escape with it.
            aria-disabled={isSaving || undefined}
            loading={isSaving}
          >
            {translate(mode === 'edit' ? messages.submitUpdate : messages.submitCreate)}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <Form
          form={record.form}
          name={formName}
          layout="vertical"
          requiredMark={withStar}
          scrollToFirstError={false}
          {...(mode === 'create' && { initialValues: opened })}
          onValuesChange={record.onChanged}
          onFinish={record.submit}
          noValidate
        >
          {base && !fields.some(isText) ? (
            // No field says which record this is.
            <p dir="auto">
              <strong>{nameOf(resource, base)}</strong>
            </p>
          ) : null}
          <FormNotices resource={resource} record={record} />
          <CreateContext value={ownForm}>
            {isReady ? (
              groupsOf(fields).map(({ heading, fields: members }) => (
                <Group key={members[0]?.path} heading={heading}>
                  {members.map((field) => (
                    <FieldItem
                      key={field.path}
                      resource={resource}
                      mode={mode}
                      field={field}
                      below={placed.below[field.path] ?? NO_ERRORS}
                    />
                  ))}
                </Group>
              ))
            ) : (
              <Waiting load={record.load} resource={resource} fields={fields.length} />
            )}
          </CreateContext>
        </Form>
      </div>
      <DiscardDialog
        isOpen={asks}
        isSaving={isSaving}
        keep={() => setAsks(false)}
        discard={record.close}
      />
      {missing ? (
        <FormModal
          resource={missing.target}
          target={{ mode: 'create', typed: missing.typed }}
          onCreated={missing.take}
          onClosed={() => {
            found()
            // What leaves the page is asked about this form again.
            record.onChanged()
          }}
        />
      ) : null}
      {record.asked ? <AskBefore {...record.asked} onAnswered={record.onAnswered} /> : null}
    </FormDialog>
  )
}

/** The star stands behind the label, as the specification writes it. */
function withStar(label: ReactNode, { required }: { required: boolean }) {
  return (
    <>
      {label}
      {required ? <Star /> : null}
    </>
  )
}

const NO_ERRORS = {}

function Group({ heading, children }: { heading: string | undefined; children: ReactNode }) {
  if (heading === undefined) return <div className={css.fields}>{children}</div>
  return (
    <fieldset className={css.group}>
      <legend>{translate(heading)}</legend>
      <div className={css.fields}>{children}</div>
    </fieldset>
  )
}

function isText({ kind }: Field): boolean {
  return kind === 'text' || kind === 'email'
}

/** The fields of a form in their order, gathered by the heading they stand under, where the declaration gives one. */
function groupsOf(fields: readonly Field[]) {
  const groups: { heading: string | undefined; fields: Field[] }[] = []
  for (const field of fields) {
    const last = groups.at(-1)
    if (last && last.heading === field.group) last.fields.push(field)
    else groups.push({ heading: field.group, fields: [field] })
  }
  return groups
}

const NAMED = 5

/**
 * Which fields are to be looked at, always in sight: a long form hides most of them. Each leads to its field.
 * A single one has the focus already.
 */
function ErrorSummary({ wrong, formName }: { wrong: readonly WrongField[]; formName: string }) {
  if (wrong.length < 2) return null
  const more = wrong.length - NAMED
  return (
    <div className={css.summary} role="alert">
      <span>{translate('Check {count} fields:', { count: wrong.length })}</span>{' '}
      {wrong.slice(0, NAMED).map(({ path, label }) => (
        <LinkButton key={path} onClick={() => focusControl(formName, path)}>
          {translate(label)}
        </LinkButton>
      ))}
      {more > 0 ? <span>{translate('and {count} more', { count: more })}</span> : null}
    </div>
  )
}

/** Until the record is there: the form's shape, or why it does not come. */
function Waiting({
  load,
  resource,
  fields,
}: Pick<RecordForm, 'load'> & { resource: Resource; fields: number }) {
  const { error, again } = load
  const invalidate = useInvalidate()
  const isGone = isStatus(error, 404)
  const reloadList = useEffectEvent(
    () => void invalidate({ resource: resource.page, invalidates: ['list', 'many'] }),
  )
  useEffect(() => {
    if (isGone) reloadList()
  }, [isGone])
  if (isGone) return <EmptyNotice text={goneText(resource)} />
  if (error) {
    const noun = translate(resource.label.one).toLowerCase()
    const text = error.message || translate('Failed to load this {noun}.', { noun })
    return <FailureNotice text={text} retry={again} />
  }
  return (
    <div aria-busy="true">
      <span className="sr-only" role="status">
        {translate('Loading…')}
      </span>
      {repeat(fields, (key) => (
        <div key={key} className={css.bones}>
          <Bone />
          <Bone width="none" height="40px" />
        </div>
      ))}
    </div>
  )
}

/** Asks what a declaration wants asked before a save; says yes or no once it has closed and the focus is back. */
function AskBefore({
  question: { title, text, yes },
  name,
  onAnswered,
}: {
  question: Question
  name: string
  onAnswered: (isYes: boolean) => void
}) {
  const [isOpen, setOpen] = useState(true)
  const isYes = useRef(false)
  return (
    <QuestionDialog
      isOpen={isOpen}
      title={<NameIn text={title} name={name} />}
      text={text}
      no="Cancel"
      yes={yes}
      onNo={() => setOpen(false)}
      onYes={() => {
        isYes.current = true
        setOpen(false)
      }}
      onClosed={() => onAnswered(isYes.current)}
    />
  )
}
