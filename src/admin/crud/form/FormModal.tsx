import { SaveButton } from '@refinedev/antd'
import { Button, Flex, Form, Modal, Typography } from 'antd'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { translate } from '#admin/format/translate.ts'
import { fieldsOf } from '#admin/providers/adapters/draft.ts'
import { DiscardDialog } from '#admin/ui/DiscardDialog.tsx'
import { Star } from '#admin/ui/Star.tsx'
import { ariaChord, useChord } from '#admin/ui/shortcuts.ts'
import type { Field, Row } from '#model/declaration.ts'
import { describe } from '#model/describe.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import type { Runs } from '../actions/use-runs.ts'
import { CreateContext, draftWith, useMissing } from '../references/create-in-place.ts'
import { AskBefore } from './AskBefore.tsx'
import { FormFields } from './FormFields.tsx'
import css from './FormModal.module.css'
import { FormNotices, Waiting } from './FormNotices.tsx'
import { controlId, focusControl } from './fields.ts'
import { sectionsOf } from './layout.ts'
import { FormContext } from './rules.ts'
import type { WrongField } from './use-form-errors.ts'
import { useLinkWay } from './use-link-way.ts'
import { useRecordForm } from './use-record-form.ts'

/** A new record, with what was typed for it where it was missing, or one that is there. */
export type FormTarget = { mode: 'create'; typed?: string } | { mode: 'edit'; id: string }

interface Props {
  resource: Resource
  target: FormTarget
  onCreated?: (id: string) => void
  onClosed: () => void
  /** Begins an action with the new record, where its form offers one. */
  begin?: Runs['begin']
  /** Leads to the form of the record that is next where this one was opened; undefined after the last. */
  goNext?: (() => void) | undefined
  /** One new record may follow another. */
  hasAnother?: boolean
  /** It stands where that of another record just stood. */
  isFollowing?: boolean
}

/** The dialog that creates or edits a record. Mounted for one record, and gone once it has closed. */
export function FormModal({
  resource,
  target,
  onCreated,
  onClosed,
  begin,
  goNext,
  hasAnother = false,
  isFollowing = false,
}: Props) {
  const { form: ownForm, missing, found } = useMissing(resource)
  const [opened] = useState(() => draftWith(resource, target.mode === 'create' ? target.typed : ''))
  const id = target.mode === 'edit' ? target.id : undefined
  const way = useLinkWay(resource, begin)
  const created = (id: string, row: Row) => {
    onCreated?.(id)
    way?.made(row, record.typed())
  }
  const record = useRecordForm(resource, id, created, opened)
  /** Asks before it is closed. A question about a save goes with the save: its answer would mean another thing then. */
  const [asks, setAsks] = useState<'typed' | 'saving'>()
  const { messages } = resource
  const { mode, base, isReady, isSaving } = record
  const { placed, wrong, formName } = record.errors
  const fields = fieldsOf(resource, mode)
  const sections = sectionsOf(fields)
  const schema = mode === 'create' ? resource.create : resource.update
  const isRequired = ({ path }: Field) => describe(schema, path)?.required ?? false

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

  const addAnother = () => {
    record.startAnother()
    const first = fields[0] && document.getElementById(controlId(formName, fields[0].path))
    first?.focus()
  }
  const leaveFor = (next: () => void) => () => {
    // The question before leaving knows that there is nothing to ask any more.
    flushSync(record.leave)
    next()
  }
  const goOn =
    mode === 'edit' && goNext
      ? {
          label: 'Save and next',
          // Nothing changed: there is nothing to save.
          run: () => (record.isDirty() ? record.submit(leaveFor(goNext)) : leaveFor(goNext)()),
        }
      : hasAnother && mode === 'create' && !base
        ? { label: 'Save and add another', run: () => record.submit(addAnother) }
        : undefined
  const isOff = !isReady || record.isBlocked
  // What is typed into a list of texts becomes an entry first: antd hears of the key after this.
  const saveKeys = useChord('enter', () => setTimeout(record.form.submit), !isOff)

  if (asks === 'saving' && !isSaving) setAsks(undefined)
  const cancel = () => (record.isDirty() ? setAsks(isSaving ? 'saving' : 'typed') : record.close())

  return (
    <Modal
      open={record.isOpen}
      {...(isFollowing && WITHOUT_MOTION)}
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
      afterOpenChange={(opened) => {
        if (opened) focusFirst()
        else onClosed()
      }}
      footer={
        <>
          <ErrorSummary wrong={wrong} formName={formName} />
          {fields.some(isRequired) ? <Legend /> : null}
          <FormButtons
            words={mode === 'edit' ? messages.submitUpdate : messages.submitCreate}
            {...{ formName, isSaving, isOff, cancel, goOn }}
          />
        </>
      }
    >
      <div ref={saveKeys} className={css.form}>
        <Form
          form={record.form}
          name={formName}
          layout="vertical"
          requiredMark={withStar}
          scrollToFirstError={false}
          {...(mode === 'create' && { initialValues: opened })}
          validateTrigger={record.errors.validateTrigger}
          onValuesChange={record.onChanged}
          onFieldsChange={record.errors.follow}
          onFinish={() => record.submit()}
          onFinishFailed={() => record.submit()}
          noValidate
        >
          <FormNotices resource={resource} record={record} />
          <CreateContext value={ownForm}>
            {isReady ? (
              <FormContext value={{ check: record.errors.check, placed, round: record.round, way }}>
                <FormFields resource={resource} mode={mode} sections={sections} />
              </FormContext>
            ) : (
              <Waiting load={record.load} resource={resource} fields={fields.length} />
            )}
          </CreateContext>
        </Form>
      </div>
      <DiscardDialog
        isOpen={asks !== undefined}
        isSaving={asks === 'saving'}
        keep={() => setAsks(undefined)}
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
      {record.asked ? (
        <AskBefore {...record.asked} resource={resource} onAnswered={record.onAnswered} />
      ) : null}
    </Modal>
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

const WITHOUT_MOTION = { transitionName: '', maskTransitionName: '' }

/** What the star behind labels means. */
function Legend() {
  return (
    <Typography.Text
      type="secondary"
      style={{ flex: '1 0 auto', fontSize: 13, textAlign: 'start' }}
    >
      <Star /> {translate('required')}
    </Typography.Text>
  )
}

/** What may be done with a form, the usual last. */
function FormButtons({
  formName,
  words,
  isSaving,
  isOff,
  cancel,
  goOn,
}: {
  formName: string
  /** What saving is called. */
  words: string
  isSaving: boolean
  /** There is nothing to save yet, or another way on. */
  isOff: boolean
  cancel: () => void
  /** Saves, and goes on with another record. */
  goOn: { label: string; run: () => void } | undefined
}) {
  return (
    <Flex wrap justify="end" gap={8}>
      <Button onClick={cancel} disabled={isSaving}>
        {translate('Cancel')}
      </Button>
      {goOn ? (
        <Button onClick={goOn.run} disabled={isOff} aria-disabled={isSaving || undefined}>
          {translate(goOn.label)}
        </Button>
      ) : null}
      <SaveButton
        icon={null}
        htmlType="submit"
        form={formName}
        disabled={isOff}
        // Not `disabled` while it saves: it would lose the focus, and Escape with it.
        aria-disabled={isSaving || undefined}
        aria-keyshortcuts={ariaChord('Enter')}
        loading={isSaving}
      >
        {translate(words)}
      </SaveButton>
    </Flex>
  )
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
    <Flex
      wrap
      align="center"
      role="alert"
      style={{ flex: '1 1 100%', fontSize: 13, color: 'var(--danger)' }}
    >
      <span>{translate('Check {count} fields:', { count: wrong.length })}</span>{' '}
      {wrong.slice(0, NAMED).map(({ path, label }) => (
        <Button
          type="link"
          size="small"
          key={path}
          danger
          onClick={() => focusControl(formName, path)}
        >
          {translate(label)}
        </Button>
      ))}
      {more > 0 ? <span>{translate('and {count} more', { count: more })}</span> : null}
    </Flex>
  )
}
