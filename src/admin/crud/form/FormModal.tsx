import { SaveButton } from '@refinedev/antd'
import { Button, Flex, Form, Modal, Typography } from 'antd'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { fieldsOf } from '#admin/providers/adapters/draft.ts'
import { DiscardDialog } from '#admin/ui/DiscardDialog.tsx'
import { Star } from '#admin/ui/Star.tsx'
import { ariaChord, useChord } from '#admin/ui/shortcuts.ts'
import { describe } from '#model/describe.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import type { Runs } from '../actions/use-runs.ts'
import { CreateContext, draftWith, type Missing } from '../references/create-in-place.ts'
import { AskBefore } from './AskBefore.tsx'
import { FormFields } from './FormFields.tsx'
import css from './FormModal.module.css'
import { FormNotices, Waiting } from './FormNotices.tsx'
import { controlId } from './fields.ts'
import { FormContext } from './form-errors.ts'
import { usePasswordLinkDelivery } from './use-password-link.ts'
import { useRecordForm } from './use-record-form.ts'

/** A new record, with the text typed into the field where it was missing, or a stored one. */
export type FormTarget = { mode: 'create'; typed?: string } | { mode: 'edit'; id: string }

interface Props {
  resource: Resource
  target: FormTarget
  onCreated?: (id: string) => void
  onClosed: () => void
  /** Starts an action on the new record, if its form offers one. */
  begin?: Runs['begin']
}

/** The dialog that creates or edits a record. Mounted for one record and unmounted after closing. */
export function FormModal({ resource, target, onCreated, onClosed, begin }: Props) {
  const [missing, setMissing] = useState<Missing>()
  const lent = useMemo(() => ({ open: setMissing, page: resource.page }), [resource.page])
  const [opened] = useState(() => draftWith(resource, target.mode === 'create' ? target.typed : ''))
  const id = target.mode === 'edit' ? target.id : undefined
  const delivery = usePasswordLinkDelivery(resource, begin)
  const record = useRecordForm(resource, id, opened, (made, row) => {
    onCreated?.(made)
    delivery?.made(row, record.typed())
  })
  const [isAsking, setAsking] = useState(false)
  const { messages } = resource
  const { mode, base, isReady, isSaving } = record
  const { placed, formName, recheck } = record.errors
  const fields = fieldsOf(resource, mode)
  const schema = mode === 'create' ? resource.create : resource.update

  /** Keeps the focus of a user who is already typing or pressing a button. */
  const focusFirst = useEffectEvent(() => {
    const first = fields[0] && document.getElementById(controlId(formName, fields[0].path))
    const active = document.activeElement
    const isInUse = active?.matches('input, textarea, select, button')
    if (!(isInUse && first?.closest('[role=dialog]')?.contains(active))) first?.focus()
  })
  useEffect(() => {
    if (isReady) focusFirst()
  }, [isReady])

  const isOff = !isReady || record.isBlocked
  // antd handles the key after this, and only then turns text in a list input into an entry. Submit after that.
  const saveKeys = useChord('enter', () => setTimeout(record.form.submit), !isOff)
  const cancel = () => {
    if (record.isDirty()) setAsking(true)
    else record.close()
  }

  return (
    <Modal
      open={record.isOpen}
      title={
        <>
          {translate(mode === 'edit' ? messages.editTitle : messages.createTitle)}{' '}
          {base ? (
            <Typography.Text
              type="secondary"
              ellipsis
              style={{ display: 'block', fontWeight: 400 }}
            >
              <bdi>{nameOf(resource, base)}</bdi>
            </Typography.Text>
          ) : null}
        </>
      }
      width={resource.modalWidth}
      onCancel={cancel}
      closable={!isSaving}
      keyboard={!isSaving}
      maskClosable={!isSaving}
      afterOpenChange={(isOpen) => (isOpen ? focusFirst() : onClosed())}
      footer={
        <Flex wrap justify="end" align="center" gap={8}>
          {fields.some(({ path }) => describe(schema, path)?.required) ? (
            <Typography.Text type="secondary" style={{ flex: '1 0 auto', fontSize: 13 }}>
              <Star /> {translate('required')}
            </Typography.Text>
          ) : null}
          <Button onClick={cancel} disabled={isSaving}>
            {translate('Cancel')}
          </Button>
          <SaveButton
            icon={null}
            htmlType="submit"
            form={formName}
            disabled={isOff}
            // Not `disabled` while saving: it would lose the focus.
            aria-disabled={isSaving || undefined}
            aria-keyshortcuts={ariaChord('Enter')}
            loading={isSaving}
          >
            {translate(mode === 'edit' ? messages.submitUpdate : messages.submitCreate)}
          </SaveButton>
        </Flex>
      }
    >
      <div ref={saveKeys} className={css.form}>
        <Form
          form={record.form}
          name={formName}
          layout="vertical"
          requiredMark={withStar}
          {...(mode === 'create' && { initialValues: opened })}
          onValuesChange={record.note}
          onFieldsChange={recheck}
          onFinish={record.submit}
          noValidate
        >
          <FormNotices resource={resource} record={record} />
          <CreateContext value={lent}>
            {isReady ? (
              <FormContext value={{ placed, delivery }}>
                <FormFields resource={resource} mode={mode} fields={fields} />
              </FormContext>
            ) : (
              <Waiting load={record.load} resource={resource} id={id ?? ''} rows={fields.length} />
            )}
          </CreateContext>
        </Form>
      </div>
      <DiscardDialog isOpen={isAsking} keep={() => setAsking(false)} discard={record.close} />
      {missing ? (
        <FormModal
          resource={missing.target}
          target={{ mode: 'create', typed: missing.typed }}
          onCreated={missing.take}
          onClosed={() => {
            setMissing(undefined)
            // The inner form has cleared the warning before leaving the page: set it again.
            record.note()
          }}
        />
      ) : null}
      {record.question ? <AskBefore {...record.question} /> : null}
    </Modal>
  )
}

/** Places the star after the label, as specified. */
function withStar(label: ReactNode, { required }: { required: boolean }) {
  return (
    <>
      {label}
      {required ? <Star /> : null}
    </>
  )
}
