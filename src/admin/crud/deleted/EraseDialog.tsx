import { type HttpError, useNotification } from '@refinedev/core'
import { useId, useRef, useState } from 'react'
import { removeDraftsOf } from '#admin/drafts/drafts.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { useRefresh } from '#admin/providers/changes.ts'
import { erase } from '#admin/providers/deleted.ts'
import { isStatus, outcomeOf } from '#admin/providers/versioned-write.ts'
import { Field } from '#admin/ui/Field.tsx'
import { NameIn } from '#admin/ui/NameIn.tsx'
import { QuestionDialog } from '#admin/ui/QuestionDialog.tsx'
import { TextInput } from '#admin/ui/TextInput.tsx'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { draftPlace } from '../form/form-draft.ts'
import { failed, succeeded } from '../notices.ts'

/**
 * Asks for the record's name to be typed, and erases it for good: there is no way back from that. What is typed
 * otherwise is told at the field and erases nothing. A failure leaves the question open, unless there is nothing left
 * to ask.
 */
export function EraseDialog({
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
  const [trouble, setTrouble] = useState<string>()
  const [isSending, setSending] = useState(false)
  const isSent = useRef(false)
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

  const remove = async () => {
    if (isSent.current) return
    if (spoken(typed) !== spoken(name)) {
      setWrong(true)
      input.current?.focus()
      return
    }
    isSent.current = true
    setSending(true)
    setTrouble(undefined)
    try {
      await erase(resource, row)
      removeDraftsOf(draftPlace(resource), row.id)
      leave(succeeded(translate('{one} erased for good.', { one: translate(resource.label.one) })))
    } catch (thrown) {
      const error = thrown as HttpError
      const fallback = translate('Failed to erase {noun}.', { noun })
      const notification = failed(error, fallback, resource)
      // It is another record by now, or none.
      if (isStatus(error, 404) || isStatus(error, 412)) leave(notification)
      else
        setTrouble(
          outcomeOf(error) === 'unknown'
            ? translate(
                'The server gave no answer. It is not known whether this {noun} was erased. To erase it once more does no harm.',
                { noun },
              )
            : notification.message,
        )
    }
    setSending(false)
    isSent.current = false
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
      isBusy={isSending}
      trouble={trouble}
      startAt={input}
      onNo={() => setOpen(false)}
      onYes={() => void remove()}
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
          onPressEnter={() => void remove()}
        />
      </Field>
    </QuestionDialog>
  )
}

/** As it is read: spaces that nobody sees do not count. */
function spoken(name: string): string {
  return name.normalize().trim().replace(/\s+/g, ' ')
}
