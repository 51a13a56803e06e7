import { Button, type ButtonProps, Flex, Form, Modal, Typography } from 'antd'
import { type ReactNode, type Ref, useId, useState } from 'react'
import { translate } from '#admin/format/translate.ts'
import { type Question, QuestionDialog } from '#admin/ui/QuestionDialog.tsx'
import { type Options, useSubmit } from './use-submit.ts'

interface FormProps<Values> {
  submit: ReturnType<typeof useSubmit<Values>>
  initial?: Values
  done?: () => void
  children: ReactNode
}

function Fields<Values extends object>({
  submit: { form, isBusy, submit },
  initial,
  done,
  id,
  children,
}: FormProps<Values> & { id: string }) {
  return (
    <Form<Values>
      form={form}
      name={id}
      layout="vertical"
      requiredMark={false}
      noValidate
      scrollToFirstError={{ focus: true }}
      {...(initial && { initialValues: initial })}
      onFinish={(values) => isBusy || submit(values, { onSuccess: () => done?.() })}
    >
      {children}
    </Form>
  )
}

export function SubmitForm<Values extends object>({
  label,
  isPrimary = false,
  beside,
  children,
  ...form
}: FormProps<Values> & { label: string; isPrimary?: boolean; beside?: ReactNode }) {
  const { isBusy, error } = form.submit
  return (
    <Fields<Values> {...form} id={useId()}>
      {children}
      <Flex wrap align="center" gap="8px 16px">
        <Button htmlType="submit" type={isPrimary ? 'primary' : 'default'} loading={isBusy}>
          {translate(label)}
        </Button>
        {beside}
        <ErrorText text={error} />
      </Flex>
    </Fields>
  )
}

/** A form in a dialog, which begins at the field `name`. */
export function SubmitModal<Values extends object>({
  label,
  title,
  width,
  onClosed,
  children,
  ...form
}: Omit<FormProps<Values>, 'done'> & {
  label: string
  title: string
  width: number
  onClosed: () => void
}) {
  const id = useId()
  const [isOpen, setOpen] = useState(true)
  const { isBusy, error } = form.submit
  return (
    <Modal
      open={isOpen}
      width={width}
      title={translate(title)}
      maskClosable={false}
      cancelText={translate('Cancel')}
      okText={translate(label)}
      okButtonProps={{ htmlType: 'submit', form: id, loading: isBusy }}
      onCancel={() => setOpen(false)}
      afterOpenChange={(opened) => (opened ? form.submit.form.focusField('name') : onClosed())}
    >
      <Fields<Values> {...form} id={id} done={() => setOpen(false)}>
        {children}
        <ErrorText text={error} />
      </Fields>
    </Modal>
  )
}

/** A button that sends at once, or after a confirmation. */
export function SendButton({
  submit: options,
  question,
  ...button
}: ButtonProps & {
  submit: Options<void>
  question?: Pick<Question, 'title' | 'text' | 'yes' | 'isDangerous' | 'onClosed'>
  ref?: Ref<HTMLButtonElement>
}) {
  const [isAsked, ask] = useState(false)
  const { submit, isBusy, error, reset } = useSubmit(options)
  return (
    <>
      <Button {...button} loading={isBusy} onClick={() => (question ? ask(true) : submit())} />
      {question ? (
        <QuestionDialog
          {...question}
          isOpen={isAsked}
          no="Cancel"
          isBusy={isBusy}
          error={error}
          onNo={() => ask(false)}
          onYes={() => submit(undefined, { onSuccess: () => ask(false) })}
          onClosed={() => {
            reset()
            question.onClosed?.()
          }}
        />
      ) : (
        <ErrorText text={error} />
      )}
    </>
  )
}

/** An error. Rendered from the start, so that a screen reader announces later changes. */
export function ErrorText({ text }: { text: string | undefined }) {
  return (
    <Typography.Text type="danger" role="alert">
      {text}
    </Typography.Text>
  )
}

/** A name, marks beside it, and a line below it; in a list. */
export function Named({
  name,
  marks,
  about,
}: {
  name: string
  marks?: ReactNode
  about: ReactNode
}) {
  return (
    <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
      <Flex wrap align="center" gap="4px 8px">
        <strong dir="auto" translate="no">
          {name}
        </strong>
        {marks}
      </Flex>
      <Typography.Text type="secondary" style={{ fontSize: 12 }}>
        {about}
      </Typography.Text>
    </div>
  )
}

/** Shows a secret once. Closing loses it, so only the button closes it. */
export function ShownOnce({
  title,
  yes,
  close,
  children,
}: {
  title: string
  yes: string
  close: () => void
  children: ReactNode
}) {
  return (
    <Modal
      open
      title={translate(title)}
      maskClosable={false}
      keyboard={false}
      closable={false}
      footer={
        <Button type="primary" onClick={close}>
          {translate(yes)}
        </Button>
      }
    >
      {children}
    </Modal>
  )
}
