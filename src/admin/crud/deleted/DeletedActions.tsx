import { DeleteOutlined, UndoOutlined } from '@ant-design/icons'
import { type HttpError, useNotification } from '@refinedev/core'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useId, useRef, useState } from 'react'
import { removeDraftsOf } from '#admin/drafts/drafts.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { mayAll } from '#admin/providers/access-control-provider.ts'
import { useRefresh } from '#admin/providers/changes.ts'
import { erase } from '#admin/providers/deleted.ts'
import { isStatus } from '#admin/providers/http-client.ts'
import { Field } from '#admin/ui/Field.tsx'
import { NameIn } from '#admin/ui/NameIn.tsx'
import { QuestionDialog } from '#admin/ui/QuestionDialog.tsx'
import { TextInput } from '#admin/ui/TextInput.tsx'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { draftPlace } from '../form/form-draft.ts'
import { May } from '../May.tsx'
import { failed, NO_ANSWER_DONE, succeeded } from '../notices.ts'
import { useRestore } from './use-restore.ts'

/**
 * Restores a deleted record at a press, for that can be taken back, or erases it for good after a question: the
 * latter for admins alone. What a rule stands against stays deleted, and the rule is told.
 */
export function DeletedActions({ resource, row }: { resource: Resource; row: Row }) {
  const name = nameOf(resource, row)
  const [isErasing, setErasing] = useState(false)
  const one = translate(resource.label.one)
  const { mutate, isPending } = useRestore(resource, row, translate('{one} restored.', { one }))

  return (
    <>
      <May resource={resource} action="delete" row={row}>
        <Button
          type="text"
          icon={<UndoOutlined aria-hidden="true" />}
          loading={isPending}
          aria-label={translate('Restore {name}', { name })}
          title={translate('Restore')}
          onClick={() => mutate()}
        />
      </May>
      {mayAll() ? (
        <Button
          type="text"
          icon={<DeleteOutlined aria-hidden="true" />}
          aria-label={translate('Erase {name} for good', { name })}
          title={translate('Erase for good')}
          onClick={() => setErasing(true)}
        />
      ) : null}
      {isErasing ? (
        <EraseDialog resource={resource} row={row} onClosed={() => setErasing(false)} />
      ) : null}
    </>
  )
}

/**
 * Asks for the record's name to be typed, and erases the record for good. A wrong name is reported at the field and
 * erases nothing. A failure leaves the question open, unless the record is gone or was changed.
 */
function EraseDialog({
  resource,
  row,
  onClosed,
}: {
  resource: Resource
  row: Row
  onClosed: () => void
}) {
  const [isOpen, setOpen] = useState(true)
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const refresh = useRefresh()
  const { open: notify } = useNotification()
  const name = nameOf(resource, row)
  const noun = translateWithin(resource.label.one)

  const leave = (notification: Parameters<NonNullable<typeof notify>>[0]) => {
    notify?.(notification)
    setOpen(false)
    void refresh([resource.name])
  }
  const failureOf = (thrown: HttpError) =>
    failed(thrown, translate('Failed to erase {noun}.', { noun }), resource, NO_ANSWER_DONE)
  const { mutate, isPending, error } = useMutation<void, HttpError>({
    mutationFn: () => erase(resource, row),
    onSuccess: () => {
      removeDraftsOf(draftPlace(resource), row.id)
      leave(succeeded(translate('{one} erased for good.', { one: translate(resource.label.one) })))
    },
    onError: (thrown) => {
      // Once the question is closed, only a toast can tell.
      if (!isOpen || isStatus(thrown, 404) || isStatus(thrown, 412)) leave(failureOf(thrown))
    },
  })
  const remove = () => {
    if (spoken(typed) === spoken(name)) {
      if (!isPending) mutate()
      return
    }
    setWrong(true)
    input.current?.focus()
  }

  return (
    <QuestionDialog
      isOpen={isOpen}
      title={<NameIn text="Erase {name} for good?" name={name} />}
      text={translate(
        'This {noun} and all that its history says of it are erased. This cannot be taken back.',
        { noun },
      )}
      no="Cancel"
      yes="Erase for good"
      isDangerous
      isBusy={isPending}
      trouble={error && isOpen ? failureOf(error).message : undefined}
      startAt={input}
      onNo={() => setOpen(false)}
      onYes={remove}
      onClosed={onClosed}
    >
      <Field
        id={id}
        label={translate('Type {name} to go on', { name })}
        error={isWrong ? translate('This is not what it is called.') : undefined}
      >
        <TextInput
          id={id}
          ref={input}
          value={typed}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}_error` : undefined}
          onChange={({ target }) => {
            setTyped(target.value)
            setWrong(false)
          }}
          onPressEnter={remove}
        />
      </Field>
    </QuestionDialog>
  )
}

/** As it is read: spaces that nobody sees do not count. */
function spoken(name: string): string {
  return name.normalize().trim().replace(/\s+/g, ' ')
}
