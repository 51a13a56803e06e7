import { Button, Form } from 'antd'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { DiscardDialog } from '#admin/ui/DiscardDialog.tsx'
import { FormDialog } from '#admin/ui/FormDialog.tsx'
import { Star } from '#admin/ui/Star.tsx'
import { fieldsOf, toDraft } from '#admin/wire/draft.ts'
import type { Field } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { AskBefore } from './AskBefore.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { FieldItem } from './FieldItem.tsx'
import css from './FormModal.module.css'
import { FormNotices } from './FormNotices.tsx'
import { controlId } from './field-names.ts'
import { isBlocked, isBusy } from './machine.ts'
import { useKeptButton } from './use-kept-button.ts'
import { useRecordForm } from './use-record-form.ts'
import { Waiting } from './Waiting.tsx'

export type FormTarget = { mode: 'create' } | { mode: 'edit'; id: string }

/** The dialog that creates or edits a record. Mounted for one record, and gone once it has closed. */
export function FormModal({
  resource,
  target,
  onCreated,
  onClosed,
}: {
  resource: Resource
  target: FormTarget
  onCreated: (id: string) => void
  onClosed: () => void
}) {
  const record = useRecordForm(resource, target.mode === 'edit' ? target.id : undefined, onCreated)
  const [asks, setAsks] = useState(false)
  const { messages } = resource
  const { mode, base, phase } = record
  const { placed, formName } = record.errors
  const isSaving = isBusy(record)
  const isReady = phase.is !== 'loading'
  const fields = fieldsOf(resource, mode)
  useKeptButton(isSaving)

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
            disabled={!isReady || isSaving || isBlocked(record)}
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
          {...(mode === 'create' && { initialValues: toDraft(resource, 'create') })}
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
            <Waiting record={record} resource={resource} fields={fields.length} />
          )}
        </Form>
      </div>
      <DiscardDialog
        isOpen={asks}
        isSaving={isSaving}
        keep={() => setAsks(false)}
        discard={record.close}
      />
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

/** Neighbouring fields under one heading; without a heading where the declaration gives none. */
interface FieldGroup {
  heading: string | undefined
  fields: readonly Field[]
}

/** The fields of a form in their order, gathered by the heading they stand under. */
function groupsOf(fields: readonly Field[]): readonly FieldGroup[] {
  const groups: { heading: string | undefined; fields: Field[] }[] = []
  for (const field of fields) {
    const last = groups.at(-1)
    if (last && last.heading === field.group) last.fields.push(field)
    else groups.push({ heading: field.group, fields: [field] })
  }
  return groups
}
