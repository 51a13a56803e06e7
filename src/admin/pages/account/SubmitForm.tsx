import { Button, Flex, Form, Typography } from 'antd'
import { type ReactNode, useId } from 'react'
import { translate } from '#admin/format/translate.ts'
import type { useSubmit } from './use-submit.ts'

/** A small form with one button, which sends what useSubmit says. */
export function SubmitForm<Values extends object>({
  submit: { form, isBusy, error, submit },
  initial,
  label,
  isPrimary = false,
  done,
  beside,
  children,
}: {
  submit: ReturnType<typeof useSubmit<Values>>
  initial?: Values
  label: string
  /** It is what the page is for. */
  isPrimary?: boolean
  /** Runs after a success. */
  done?: () => void
  /** Stands next to the button. */
  beside?: ReactNode
  children: ReactNode
}) {
  return (
    <Form<Values>
      form={form}
      name={useId()}
      layout="vertical"
      requiredMark={false}
      noValidate
      scrollToFirstError={{ focus: true }}
      {...(initial && { initialValues: initial })}
      onFinish={async (values) => {
        if (await submit(values)) done?.()
      }}
    >
      {children}
      <Flex wrap align="center" gap="8px 16px">
        <Button htmlType="submit" type={isPrimary ? 'primary' : 'default'} loading={isBusy}>
          {translate(label)}
        </Button>
        {beside}
        <ErrorText text={error} />
      </Flex>
    </Form>
  )
}

/** An error. Rendered from the start, so that a screen reader announces what appears in it. */
export function ErrorText({ text }: { text: string | undefined }) {
  return (
    <Typography.Text type="danger" role="alert">
      {text}
    </Typography.Text>
  )
}
