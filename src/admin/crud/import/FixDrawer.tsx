import { type HttpError, useNotification } from '@refinedev/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Drawer, Form, Input, type InputRef } from 'antd'
import { useRef, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { importKey, mendRow } from '#admin/providers/imports.ts'
import { DiscardDialog } from '#admin/ui/DiscardDialog.tsx'
import type { Import, ImportRow } from '#contract/imports.ts'
import type { Resource } from '#model/resource.ts'
import { failed, succeeded } from '../notices.ts'

/** A column of the file that fills a field. */
export interface FilledColumn {
  /** Its place in the file, from 0. */
  at: number
  path: string
  label: string
  hint: string
  /** A password, which the server does not show. */
  isSecret: boolean
}

/** The cells of a row with problems, to be changed. It stays open until there are none. */
export function FixDrawer({
  resource,
  about,
  filled,
  row,
  onClosed,
}: {
  resource: Resource
  about: Import
  filled: readonly FilledColumn[]
  row: ImportRow
  onClosed: () => void
}) {
  const [isOpen, setOpen] = useState(true)
  const [asksDiscard, setAsksDiscard] = useState(false)
  const [form] = Form.useForm<Record<string, string>>()
  const first = useRef<InputRef>(null)
  const { open: notify } = useNotification()
  const client = useQueryClient()
  const { line } = row
  const { mutate, data, isPending } = useMutation<ImportRow, HttpError, Record<string, string>>({
    mutationFn: (cells) => mendRow(resource, about.id, line, cells),
    onSuccess: (next) => {
      if (next.faults.length === 0) {
        setOpen(false)
        notify?.(succeeded(translate('Row {line} has no problem any more.', { line })))
      }
      // Other rows may have to do with it: two had the same address.
      return client.invalidateQueries({ queryKey: importKey(resource, about.id) })
    },
    onError: (error) => notify?.(failed(error, 'This could not be saved. Try again.')),
  })
  const now = data ?? row
  const faultsAt = (at: number) => now.faults.filter(({ column }) => column === at)
  const start = filled.find(({ at }) => faultsAt(at).length > 0) ?? filled[0]
  const textOf = ({ at, isSecret }: FilledColumn) => (isSecret ? '' : (now.cells[at] ?? ''))
  // The password of the file is never shown: a new one is typed, or it stays.
  const changedIn = (values: Readonly<Record<string, string>>) =>
    filled.filter((one) => values[one.at] !== textOf(one))
  const close = () =>
    changedIn(form.getFieldsValue()).length > 0 ? setAsksDiscard(true) : setOpen(false)
  const save = (values: Readonly<Record<string, string>>) => {
    const changed = changedIn(values)
    if (changed.length === 0) setOpen(false)
    else mutate(Object.fromEntries(changed.map(({ at }) => [at, values[at] ?? ''])))
  }
  const own = now.faults.filter(({ column }) => column === undefined)
  return (
    <Drawer
      open={isOpen}
      width="min(480px, 100vw)"
      title={translate('Fix row {line}', { line })}
      autoFocus={false}
      maskClosable={!isPending}
      keyboard={!isPending}
      closable={!isPending}
      onClose={close}
      afterOpenChange={(opened) => (opened ? first.current?.focus() : onClosed())}
      extra={
        <Button type="primary" htmlType="submit" form="fix" loading={isPending}>
          {translate('Save')}
        </Button>
      }
    >
      {own.length > 0 ? (
        <Alert
          type="error"
          style={{ marginBlockEnd: 16 }}
          message={own.map(({ message }) => <p key={message}>{message}</p>)}
        />
      ) : null}
      <Form
        form={form}
        name="fix"
        layout="vertical"
        initialValues={Object.fromEntries(filled.map((one) => [one.at, textOf(one)]))}
        onFinish={save}
      >
        {filled.map((one) => {
          const [fault] = faultsAt(one.at)
          const text = textOf(one)
          const control = {
            dir: 'auto',
            autoComplete: one.isSecret ? 'new-password' : 'off',
            ...(fault && { 'aria-invalid': true }),
            ...(one === start && { ref: first }),
          }
          return (
            <Form.Item
              key={one.at}
              name={String(one.at)}
              label={one.label}
              extra={translate(one.hint)}
              {...(fault && { help: fault.message, validateStatus: 'error' as const })}
            >
              {one.isSecret ? (
                <Input.Password {...control} />
              ) : text.length > 60 || text.includes('\n') ? (
                <Input.TextArea {...control} autoSize={{ maxRows: 10 }} />
              ) : (
                <Input {...control} />
              )}
            </Form.Item>
          )
        })}
      </Form>
      <DiscardDialog
        isOpen={asksDiscard}
        keep={() => setAsksDiscard(false)}
        discard={() => {
          setAsksDiscard(false)
          setOpen(false)
        }}
      />
    </Drawer>
  )
}
