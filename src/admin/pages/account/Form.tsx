import { Form as AntForm, Button, Flex } from 'antd'
import { type ReactNode, useEffect, useId } from 'react'
import { translate } from '#admin/format/translate.ts'
import type { Submit } from './use-submit.ts'

/** A small form with one button. Errors of the server stand at their fields, all others beside the button. */
export function Form<Values extends object>({
  submit: { isBusy, trouble, errors },
  initial,
  send,
  yes,
  isPrimary = false,
  beside,
  children,
}: {
  submit: Submit
  initial?: Partial<Values>
  send: (values: Values, reset: () => void) => void
  yes: string
  /** It is what the page is for. */
  isPrimary?: boolean
  /** Another way than the button. */
  beside?: ReactNode
  children: ReactNode
}) {
  const [form] = AntForm.useForm()
  // Each refusal is another object: the first wrong field takes the focus.
  useEffect(() => {
    const fields = form.getFieldsError().map(({ name }) => ({ name, text: errors[name.join('.')] }))
    form.setFields(
      fields.map(({ name, text }) => ({ name, errors: text ? [translate(text)] : [] })),
    )
    const wrong = fields.find(({ text }) => text)
    if (wrong) form.focusField(wrong.name)
  }, [errors, form])
  return (
    <AntForm
      form={form}
      name={useId()}
      layout="vertical"
      {...(initial && { initialValues: initial })}
      onFinish={(values: Values) => send(values, () => form.resetFields())}
      noValidate
    >
      {children}
      <Flex wrap align="center" gap="8px 16px">
        <Button htmlType="submit" type={isPrimary ? 'primary' : 'default'} loading={isBusy}>
          {translate(yes)}
        </Button>
        {beside}
        <Trouble text={trouble} />
      </Flex>
    </AntForm>
  )
}

/** An error. Rendered from the start, so that a screen reader announces what appears in it. */
export function Trouble({ text }: { text: string | undefined }) {
  return (
    <div role="alert" style={{ color: 'var(--danger)' }}>
      {text}
    </div>
  )
}
