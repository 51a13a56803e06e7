import { DeleteOutlined, UndoOutlined } from '@ant-design/icons'
import { type HttpError, useNotification } from '@refinedev/core'
import { useMutation } from '@tanstack/react-query'
import { Button, Form, Input, type InputRef } from 'antd'
import { useRef, useState } from 'react'
import { draftPlace, removeDraftsOf } from '#admin/drafts/drafts.ts'
import { isolate } from '#admin/format/isolate.ts'
import { translate, translateWithin } from '#admin/format/translate.ts'
import { canDo, canDoAll } from '#admin/providers/access-control-provider.ts'
import { useRefresh } from '#admin/providers/changes.ts'
import { erase } from '#admin/providers/deleted.ts'
import { QuestionDialog } from '#admin/ui/QuestionDialog.tsx'
import type { Row } from '#model/declaration.ts'
import type { Resource } from '#model/resource.ts'
import { nameOf } from '#model/text-of.ts'
import { failed, NO_ANSWER_DONE, succeeded } from '../notices.ts'
import { useRestore } from './use-restore.ts'

/** Buttons of a deleted record: Restore, and for admins Erase with a confirmation. */
export function DeletedActions({ resource, row }: { resource: Resource; row: Row }) {
  const name = nameOf(resource, row)
  const [isErasing, setErasing] = useState(false)
  const one = translate(resource.label.one)
  const { mutate, isPending } = useRestore(resource, row, translate('{one} restored.', { one }))

  return (
    <>
      {canDo(resource, 'delete', row) ? (
        <Button
          type="text"
          icon={<UndoOutlined aria-hidden="true" />}
          loading={isPending}
          aria-label={translate('Restore {name}', { name })}
          title={translate('Restore')}
          onClick={() => mutate()}
        />
      ) : null}
      {canDoAll() ? (
        <Button
          type="text"
          icon={<DeleteOutlined aria-hidden="true" />}
          aria-label={translate('Erase {name} permanently', { name })}
          title={translate('Erase permanently')}
          onClick={() => setErasing(true)}
        />
      ) : null}
      {isErasing ? (
        <EraseDialog resource={resource} row={row} onClosed={() => setErasing(false)} />
      ) : null}
    </>
  )
}

/** Asks for the record's name, then erases the record for good. */
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
  const [form] = Form.useForm<{ name: string }>()
  const input = useRef<InputRef>(null)
  const refresh = useRefresh()
  const { open: notify } = useNotification()
  const name = nameOf(resource, row)
  const noun = translateWithin(resource.label.one)

  const { mutate, isPending } = useMutation<void, HttpError>({
    mutationFn: () => erase(resource, row),
    onSuccess: () => {
      removeDraftsOf(draftPlace(resource), row.id)
      const one = translate(resource.label.one)
      notify?.(succeeded(translate('{one} erased permanently.', { one })))
    },
    onError: (thrown) => {
      const failure = translate('Failed to erase {noun}.', { noun })
      notify?.(failed(thrown, failure, resource, NO_ANSWER_DONE))
    },
    onSettled: () => {
      setOpen(false)
      void refresh([resource.name])
    },
  })
  const isName = (_rule: unknown, typed = '') =>
    spoken(String(typed)) === spoken(name)
      ? Promise.resolve()
      : Promise.reject(new Error(translate('The name does not match.')))

  return (
    <QuestionDialog
      isOpen={isOpen}
      title={translate('Erase {name} permanently?', { name: isolate(name) })}
      text={translate(
        'This {noun} and its history will be erased permanently. This cannot be undone.',
        {
          noun,
        },
      )}
      no="Cancel"
      yes="Erase permanently"
      isDangerous
      isBusy={isPending}
      startAt={input}
      onNo={() => setOpen(false)}
      onYes={form.submit}
      onClosed={onClosed}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        scrollToFirstError={{ focus: true }}
        onFinish={() => isPending || mutate()}
      >
        <Form.Item
          name="name"
          label={translate('Enter {name} to confirm', { name })}
          validateTrigger="onSubmit"
          rules={[{ validator: isName }]}
        >
          <Input ref={input} autoComplete="off" />
        </Form.Item>
      </Form>
    </QuestionDialog>
  )
}

/** Ignores invisible spaces. */
function spoken(name: string): string {
  return name.normalize().trim().replace(/\s+/g, ' ')
}
